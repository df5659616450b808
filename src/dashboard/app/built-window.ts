// Imported before the dashboard, by the build alone: it has no window, and open channels would keep it from ending.
Object.assign(globalThis, { BroadcastChannel: undefined, navigator: { userAgent: '', onLine: true } });

/** Gives the build the window that components read: its width, and the path of the page. */
export function setBuiltWindow(width: number, path: string): void {
  const matchMedia = (query: string) => {
    const [, bound, rems] = /\((min|max)-width: ([\d.]+)rem\)/.exec(query) ?? [];
    return { matches: bound === 'min' ? width >= 16 * Number(rems) : width <= 16 * Number(rems) };
  };
  const location = { pathname: path, search: '', hash: `#${path}`, href: `http://localhost${path}` };
  Object.assign(globalThis, { window: { matchMedia, location, history: { state: null }, addEventListener: () => {} } });
}
