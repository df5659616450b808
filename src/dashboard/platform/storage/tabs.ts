/** The way to the other tabs of this page; a message never comes back to the tab that told it. */
export type Tabs<T> = { readonly tell: (message: T) => void; readonly close: () => void };

/** Joins the tabs that listen under a name, and hears what they tell. */
export function joinTabs<T>(name: string, hear: (message: T) => void): Tabs<T> {
  const channel = new BroadcastChannel(`fundscope ${name}`);
  channel.addEventListener('message', ({ data }: MessageEvent<T>) => hear(data));
  return { tell: channel.postMessage.bind(channel), close: channel.close.bind(channel) };
}
