// Runs before the first paint so that a chosen theme never flashes.
try {
  const theme = localStorage.getItem('fundscope.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is not available: the system's theme applies.
}

// Loads the code of the screen together with the code that would load it (src/tools/build/early-page.ts).
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
