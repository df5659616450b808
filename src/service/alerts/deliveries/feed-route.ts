import type { FastifyInstance } from 'fastify';
import type { ServiceOptions } from '../../http/options.ts';
import { watchConnection } from '../../http/route.ts';
import { countReading, sendVersion } from '../../http/secret-address.ts';
import { createSharedWork } from '../../http/shared-work.ts';
import { buildFeed } from './feed.ts';
import type { DeliveryOptions } from './routes.ts';
import { findFeed } from './saved-deliveries.ts';

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
    onRequest: async (request, reply) => void (await countReading(options, request, reply, 'feed')),
    handler: async (request, reply) => {
      const { token } = request.params;
      const feed = await tracing.step(request, 'query', () =>
        share(token, watchConnection(reply), (signal) => readFeed(token, signal)),
      );
      if (feed === undefined) return reply.code(404).type('text/plain').send('This feed does not exist.');
      return sendVersion(request, reply, 'application/atom+xml', feed);
    },
  });
}
