import type { FastifyInstance, FastifyReply } from 'fastify';
import { confirmAddress, findConfirmation } from '../../service/alerts/deliveries/confirmations.ts';
import { buildPlainPage, confirmPath, escapeHtml, stopPath } from '../../service/alerts/deliveries/email.ts';
import { findDeliveryName, stopDelivery } from '../../service/alerts/deliveries/saved-deliveries.ts';
import type { Pool } from '../../service/db/pool.ts';

/**
 * Serves the links of emails, without a session: one confirms an address, one stops a delivery. Opening them only shows
 * a button, because mail scanners open links; the button, and mail programs that stop a delivery, send POST (RFC 8058).
 */
export function registerDeliveryPages(app: FastifyInstance, sql: Pool): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, _body, done) => done(null));
    scope.addHook('onSend', async (_, reply) => {
      void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    });
    const serve = (path: string, build: (token: string, isPost: boolean, reply: FastifyReply) => Promise<string>) =>
      scope.route<{ Params: { token: string } }>({
        method: ['GET', 'POST'],
        url: `${path}/:token`,
        handler: async ({ method, params }, reply) => {
          void reply.type('text/html; charset=utf-8');
          return build(params.token, method === 'POST', reply);
        },
      });
    serve(confirmPath, async (token, isPost, reply) => {
      const now = new Date();
      if (isPost) await confirmAddress(sql, token, now);
      const found = await findConfirmation(sql, token, now);
      if (found) return buildConfirmation(found);
      void reply.code(404);
      const advice = '<p>It was replaced by a newer one, or is older than 7 days. Ask for another one in Settings.</p>';
      return buildPlainPage('This link does not work', advice);
    });
    serve(stopPath, async (token, isPost, reply) => {
      const name = isPost ? await stopDelivery(sql, token, new Date()) : await findDeliveryName(sql, token);
      if (name === undefined) {
        void reply.code(404);
        return buildPlainPage('This link is not valid', '<p>The delivery was removed.</p>');
      }
      if (isPost) return buildPlainPage(`${name} is stopped`, '<p>No more messages are sent.</p>');
      return buildPlainPage(`Stop ${name}?`, buildForm(name, 'Stop'));
    });
  });
}

const buildConfirmation = ({
  address,
  confirmed,
}: {
  readonly address: string;
  readonly confirmed: boolean;
}): string =>
  confirmed
    ? buildPlainPage(`${address} is confirmed`, '<p>Deal alerts are sent there.</p>')
    : buildPlainPage(
        `Confirm ${address}?`,
        `<p>Deal alerts of Fundscope are then sent there.</p>\n${buildForm(address, 'Confirm')}`,
      );

const buildForm = (label: string, button: string): string =>
  `<form method="post" aria-label="${escapeHtml(label)}"><button>${button}</button></form>`;
