// Runs before the first paint so that a chosen theme never flashes; the policy forbids inline scripts.
try {
  const theme = localStorage.getItem('fundscope.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to us: the system's theme stands.
}

// The code of the screen that is asked for comes beside the code that would ask for it (src/tools/build/early-page.ts).
const screens = JSON.parse(document.querySelector('#screens')?.textContent ?? '{}');
const [, screen] = /\/([a-z]+)\/?(?:\?|$)/.exec(location.hash || location.pathname) ?? [];
for (const file of screens[screen] ?? []) {
  const { href } = new URL(file, document.currentScript.src);
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}
