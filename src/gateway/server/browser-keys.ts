import { createHash, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { type Dispatcher, request } from 'undici';
import { createAccount } from '../../service/accounts/accounts.ts';
import { readKeyOwner, replaceKeys } from '../../service/accounts/keys.ts';
import type { Pool } from '../../service/db/pool.ts';
import { memberKeyStart } from '../../service/http/presented-key.ts';
import { formatUpstreamUrl, type Upstream } from '../environment.ts';

const derive = promisify(scrypt) as (key: string, salt: Buffer, size: number) => Promise<Buffer>;

type BrowserKeys = {
  readonly db: Pool;
  readonly upstream: Pick<Upstream, 'url'>;
  readonly dispatcher: Dispatcher;
};

const maxRemembered = 1000;
const timeoutMs = 10_000;

/**
 * Finds the account of a browser that has a key of the hosted service: one for each key. Neither the key nor anything
 * that it could be guessed from is stored; the account has a key of this gateway that is derived from it by scrypt,
 * which is slow. The first time, a free request shows that the service knows the key.
 */
export function createBrowserKeys({ db, upstream, dispatcher }: BrowserKeys) {
  const salt = createHash('sha256').update(`fundscope browser ${upstream.url.href}`).digest();
  const known = new Map<string, string>();
  const hash = (key: string) => createHash('sha256').update(key).digest('base64');

  const accept = async (key: string): Promise<string | undefined> => {
    const bytes = await derive(key, salt, 30);
    const ownKey = `${memberKeyStart}_${bytes.toString('hex', 0, 6)}_${bytes.toString('base64url', 6)}`;
    if ((await readKeyOwner(db, ownKey)) === undefined) {
      if (!(await isKnownToService(key))) return undefined;
      await db.begin(async (tx) => {
        // Two first requests of a browser make one account.
        await tx`SELECT pg_advisory_xact_lock(4312)`;
        if ((await readKeyOwner(tx, ownKey)) !== undefined) return;
        const name = `${upstream.url.host} browser ${bytes.toString('hex', 0, 4)}`;
        const { account_id: account } = await createAccount(tx, { name, plan: 'API', monthly: 0, purchased: 0 });
        await replaceKeys(tx, account, ownKey);
      });
    }
    if (known.size >= maxRemembered) known.clear();
    known.set(hash(key), ownKey);
    return ownKey;
  };

  const isKnownToService = async (key: string): Promise<boolean> => {
    const { statusCode, body } = await request(formatUpstreamUrl(upstream, '/location/search?name=london&limit=1'), {
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
      dispatcher,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    await body.dump();
    // A limit or a failure of the service says nothing about the key.
    return statusCode >= 200 && statusCode <= 299;
  };

  return {
    /** The key of this gateway for a key of the service, if it was accepted before. */
    find: (key: string): string | undefined => known.get(hash(key)),
    /** The same for the first time; undefined if the service does not know the key. */
    accept,
  };
}
