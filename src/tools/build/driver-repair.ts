import type { Plugin } from 'vite';

type Repair = [from: string, to: string];

/**
 * Repairs what the driver `postgres` 3.4.9 does when a connection breaks (github.com/porsager/postgres issues 1154 and
 * 1208, open): a write that it had put off throws outside of every promise, which ends the process, or is never done
 * again, so that the connection hangs; queries asked between the error and the end of a connection are never answered;
 * and a transaction goes on writing to a connection object that serves somebody else by then. Here all of them are
 * rejected like the query that was running. The question for the types, which the driver asks by itself on a new
 * connection, throws outside of every promise too, and stays behind as the running query when the driver tries anew;
 * who wanted the connection hears of its end without it.
 */
const repairs: Record<string, Repair[]> = {
  '/postgres/src/connection.js': [
    [
      'const x = socket.write(chunk, fn)',
      `if (socket === null) {
        chunk = nextWriteTimer = null
        error(Errors.connection('CONNECTION_CLOSED', options))
        return false
      }
      const x = socket.write(chunk, fn)`,
    ],
    [
      'clearImmediate(nextWriteTimer)\n    if',
      'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if',
    ],
    [
      'clearImmediate(nextWriteTimer)\n    socket',
      'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket',
    ],
    [
      "!hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))",
      `;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null`,
    ],
    [
      'if (initial)\n      return reconnect()',
      'if (initial)\n      return query = results = errorResponse = null, reconnect()',
    ],
    ['return fetchArrayTypes()', 'return fetchArrayTypes().catch(noop)'],
  ],
  '/postgres/src/index.js': [
    ['let savepoints = 0\n      , connection', 'let savepoints = 0\n      , cut = null\n      , connection'],
    ['connection.onclose = reject)', 'connection.onclose = e => (cut = e, reject(e)))'],
    [
      'q.catch(e => uncaughtError || (uncaughtError = e))',
      'q.catch(e => uncaughtError || (uncaughtError = e))\n        if (cut) return q.reject(cut)',
    ],
    ['c.reserved.release = true', 'c.reserved.release = true\n    let cut = null\n    c.onclose = e => cut = e'],
    ['sql.release = () => {', 'sql.release = () => {\n      if (cut) return'],
    [
      'c.queue === full\n        ? queue.push(q)',
      'if (cut) return q.reject(cut)\n      c.queue === full\n        ? queue.push(q)',
    ],
  ],
};

/** Puts the repaired driver into the build, the tests and the development server; fails when the driver has changed. */
export function repairDriver(): Plugin {
  return {
    name: 'fundscope-driver-repair',
    transform(code, id) {
      const file = Object.keys(repairs).find((path) => id.split('?')[0]?.endsWith(path));
      if (!file) return undefined;
      return { code: (repairs[file] ?? []).reduce(repair, code), map: null };
    },
  };
}

function repair(code: string, [from, to]: Repair): string {
  if (code.split(from).length !== 2) {
    throw new Error('The driver postgres is another one now: see whether driver-repair.ts is still needed.');
  }
  return code.replace(from, () => to);
}
