import { afterAll, beforeAll } from 'vitest';

/** What `open` opens before the tests of a file or group, and closes after them; it has no members until then. */
export function openForTests<T extends { close(): Promise<unknown> }>(open: () => Promise<T>, timeoutMs?: number): T {
  const opened = {} as T;
  beforeAll(async () => void Object.assign(opened, await open()), timeoutMs);
  afterAll(() => opened.close());
  return opened;
}
