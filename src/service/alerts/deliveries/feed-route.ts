import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { countRequest } from '../../http/authenticate.ts';
import type { ServiceOptions } from '../../http/options.ts';
import { watchConnection } from '../../http/route.ts';
import { createSharedWork } from './shared-work.ts';
import { buildFeed } from './feed.ts';
import type { DeliveryOptions } from './routes.ts';
import { findFeed } from './saved-deliveries.ts';

/** How long a reader may show a feed without asking again. */
const maxAgeSeconds = 900;

type FeedRequest = { Params: { token: string } };

/**
 * Serves feeds at their secret addresses, which need no key. Reads count in the windows of their address and of their
 * token. Those of one feed at the same time share one search of its account, which is canceled when all have left.
 */
export function registerFeed(
  account: FastifyInstance,
  options: ServiceOptions,
  { source, publicUrl }: Pick<DeliveryOptions, 'source' | 'publicUrl'>,
): void {
  const share = createSharedWork<string | undefined>();
  const { db, clock, queryPool, tracing } = options;

  const readFeed = async (token: string, signal: AbortSignal): Promise<string | undefined> => {
    const feed = await findFeed(db, token);
    if (!feed) return undefined;
    const search = { lane: 'search', account: feed.account_id, closed: signal, readsRecords: false } as const;
    return queryPool.run(search, (reader) => buildFeed(reader, feed, { source, publicUrl, now: clock(), signal }));
  };

  account.get<FeedRequest>('/feed/:token', {
    onRequest: async (request, reply) => {
      await countRequest(options, request, reply);
      await countRequest(options, request, reply, { address: `feed ${hash(request.params.token)}` });
    },
    handler: async (request, reply) => {
      const { token } = request.params;
      const feed = await tracing.step(request, 'query', () =>
        share(token, watchConnection(reply), (signal) => readFeed(token, signal)),
      );
      if (feed === undefined) return reply.code(404).type('text/plain').send('This feed does not exist.');
      // Weak, because the same feed may be sent compressed.
      const tag = `W/"${hash(feed)}"`;
      void reply.headers({ etag: tag, 'cache-control': `private, max-age=${maxAgeSeconds}` });
      if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
      return reply.type('application/atom+xml; charset=utf-8').send(feed);
    },
  });
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Whether a reader has this version already (RFC 9110, section 13.1.2). */
const isKnown = (known: string | undefined, tag: string): boolean =>
  known !== undefined && (known.trim() === '*' || known.split(',').some((one) => one.trim() === tag));
