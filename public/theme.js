// Runs before the first paint so that a chosen theme never flashes.
try {
  const theme = localStorage.getItem('fundscope.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is not available: the system's theme applies.
}
