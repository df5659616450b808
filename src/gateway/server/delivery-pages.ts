import type { FastifyInstance } from 'fastify';
import type { Sql } from '../../service/db/sql.ts';
import { readFeed } from '../../service/alerts/deliveries/feed.ts';
import { feedPath } from '../../service/alerts/deliveries/routes.ts';
import { buildPlainPage, escapeHtml, stopPath } from '../../service/alerts/deliveries/email.ts';
import { type AlertSource, findDeliveryName, stopDelivery } from '../../service/alerts/deliveries/saved-deliveries.ts';

/**
 * Serves the link that stops a delivery without a session. Opening it only shows a button, because mail scanners open
 * links; mail programs and the button stop it by POST (RFC 8058).
 */
export function registerStopDelivery(app: FastifyInstance, sql: Sql): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, _body, done) => done(null));
    scope.addHook('onSend', async (_, reply) => {
      void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    });
    scope.route<{ Params: { token: string } }>({
      method: ['GET', 'POST'],
      url: `${stopPath}/:token`,
      handler: async ({ method, params: { token } }, reply) => {
        const name =
          method === 'POST' ? await stopDelivery(sql, token, new Date()) : await findDeliveryName(sql, token);
        void reply.code(name === undefined ? 404 : 200).type('text/html; charset=utf-8');
        if (name === undefined) return buildPlainPage('This link is not valid', '<p>The delivery was removed.</p>');
        if (method === 'POST') return buildPlainPage(`${name} is stopped`, '<p>No more messages are sent.</p>');
        const button = '<button>Stop</button>';
        return buildPlainPage(`Stop ${name}?`, `<form method="post" aria-label="${escapeHtml(name)}">${button}</form>`);
      },
    });
  });
}

/** Serves feeds at their secret addresses, which need no key. */
export function registerFeeds(app: FastifyInstance, sql: Sql, source: AlertSource, publicUrl: string): void {
  app.get<{ Params: { token: string } }>(`${feedPath}/:token`, async ({ params: { token } }, reply) => {
    const feed = await readFeed(sql, token, { source, publicUrl, now: new Date() });
    void reply.header('cache-control', 'private, max-age=900').header('referrer-policy', 'no-referrer');
    if (feed === undefined) return reply.code(404).type('text/plain').send('This feed does not exist.');
    return reply.type('application/atom+xml; charset=utf-8').send(feed);
  });
}
