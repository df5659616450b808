import { once } from 'node:events';
import { type MessageEvent, WebSocket } from 'undici';

/** The memory of a Node process right after a garbage collection, in megabytes. */
export interface CollectedMemory {
  readonly collectedMb: number;
  readonly heapMb: number;
  /** Buffers and other memory of JavaScript objects outside the heap. */
  readonly externalMb: number;
}

/** Triggers garbage collections in a process that was started with `--inspect`. */
export interface HeapInspector {
  collect(): Promise<CollectedMemory>;
  close(): void;
}

const memoryExpression = 'JSON.stringify(process.memoryUsage())';

/** Connects to the inspector on a port of this machine. */
export async function openInspector(port: number): Promise<HeapInspector> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const socket = new WebSocket(targets[0].webSocketDebuggerUrl);
  await once(socket, 'open');
  let lastId = 0;
  async function send(method: string, params: object = {}): Promise<{ result?: { value?: string } }> {
    const id = (lastId += 1);
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
      const answer = JSON.parse(data) as { id: number; result: { result?: { value?: string } } };
      if (answer.id === id) return answer.result;
    }
  }
  return {
    async collect() {
      await send('HeapProfiler.collectGarbage');
      const { result } = await send('Runtime.evaluate', { expression: memoryExpression });
      const usage = JSON.parse(result?.value ?? '{}') as NodeJS.MemoryUsage;
      const toMb = (bytes: number) => Math.round((bytes / 1024 ** 2) * 10) / 10;
      return { collectedMb: toMb(usage.rss), heapMb: toMb(usage.heapUsed), externalMb: toMb(usage.external) };
    },
    close: () => socket.close(),
  };
}
