// Runs before the first paint so that a chosen theme never flashes; the policy forbids inline scripts.
try {
  const theme = localStorage.getItem('fundscope.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to us: the system's theme stands.
}
