import type { FastifyInstance } from 'fastify';
import type { Sql } from '../../service/db/sql.ts';
import { buildPlainPage, escapeHtml, stopPath } from '../../service/alerts/deliveries/email.ts';
import { findDeliveryName, stopDelivery } from '../../service/alerts/deliveries/saved-deliveries.ts';

/**
 * Serves the link that stops a delivery without a session. Opening it only asks, because mail scanners open links; mail
 * programs and the button stop it by POST (RFC 8058).
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
