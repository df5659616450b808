// Loads the code of the screen together with the code that would load it (src/tools/build/early-page.ts), right after
// the first paint: up to 70 requests take as long to send as the screen to paint.
requestAnimationFrame(() =>
  setTimeout(() => {
    const screens = JSON.parse(document.querySelector('#screens')?.textContent ?? '{}');
    const base = document.querySelector('meta[name="fundscope-base"]')?.content ?? '';
    const [path] = (location.hash.slice(1) || location.pathname.slice(base.length)).replaceAll('/', '').split('?');
    // The icon is in the folder of the page, at every path that the page is served at.
    const { href: folder } = document.querySelector('link[rel=icon]');
    // The address of a search that was sent shows its rows.
    const rows = new URLSearchParams(location.search).has('asked') ? ['?', `${path}?`] : [];
    for (const file of new Set([path, ...rows].flatMap((name) => screens[name] ?? []))) {
      const { href } = new URL(file, folder);
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
  }),
);
