/** A text kept on this device; undefined when there is none or the browser keeps storage closed. */
export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(`fundscope.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text on this device, or removes it when undefined; false when the browser keeps storage closed. */
export function writeStored(name: string, text: string | undefined): boolean {
  try {
    if (text === undefined) localStorage.removeItem(`fundscope.${name}`);
    else localStorage.setItem(`fundscope.${name}`, text);
    return true;
  } catch {
    return false;
  }
}

/** Asks the browser once not to evict what this device stores; called after a purchase, when there is something to lose. */
export function requestPersistence(): void {
  if (readStored('persistence') !== undefined) return;
  writeStored('persistence', 'asked');
  // Absent on plain http.
  void (navigator.storage as StorageManager | undefined)?.persist().catch(() => undefined);
}

/** The way to the other tabs of this page; a message never comes back to the tab that told it. */
export type Tabs<T> = { readonly tell: (message: T) => void; readonly close: () => void };

/** Joins the tabs that listen under a name, and hears what they tell. */
export function joinTabs<T>(name: string, hear: (message: T) => void): Tabs<T> {
  const channel = new BroadcastChannel(`fundscope ${name}`);
  channel.addEventListener('message', ({ data }: MessageEvent<T>) => hear(data));
  return { tell: channel.postMessage.bind(channel), close: channel.close.bind(channel) };
}
