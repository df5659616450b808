// Runs before the first paint so that a chosen theme never flashes; the policy forbids inline scripts.
try {
  const theme = localStorage.getItem('fundscope.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is not available: the system's theme applies.
}

// Loads the code of the screen together with the code that would load it (src/tools/build/early-page.ts).
const screens = JSON.parse(document.querySelector('#screens')?.textContent ?? '{}');
const base = document.querySelector('meta[name="fundscope-base"]')?.content ?? '';
const [screen] = (location.hash.slice(1) || location.pathname.slice(base.length)).replaceAll('/', '').split('?');
for (const file of screens[screen] ?? []) {
  const { href } = new URL(file, document.currentScript.src);
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}
