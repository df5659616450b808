import { createTransport } from 'nodemailer';
import { buildDealUrl, buildMessageText, type MessageText } from './message-formats.ts';
import type { Confirmation } from './confirmations.ts';
import type { MessageContents } from './prepare.ts';
import type { DeliveryMessage } from './send.ts';

/** The mail server and the sender of emails. */
export type MailSettings = { readonly url: string; readonly from: string };

/** For a whole email, less than the time for which a message stays claimed; the other limits are for one step. */
const [sendMs, connectMs, answerMs] = [60_000, 10_000, 20_000];

/** Creates the sender of emails, each of which fails after `limitMs`. */
export function createMailSender({ url, from }: MailSettings, publicUrl: string, limitMs = sendMs) {
  const options = { connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: answerMs };
  const transport = createTransport({ url, ...options });
  const send = async ({ id, target, token, contents }: DeliveryMessage): Promise<void> => {
    const stopUrl = `${publicUrl}${stopPath}/${token}`;
    const signal = AbortSignal.timeout(limitMs);
    const sending = transport.sendMail({
      signal,
      from,
      to: target,
      ...buildMail(contents, publicUrl, stopUrl),
      // The same on every attempt, so that mail programs can drop duplicates.
      messageId: `<${id}@${new URL(publicUrl).hostname}>`,
      headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
    await sending.catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  };
  const confirm = async ({ address, token }: Confirmation): Promise<void> => {
    const confirmUrl = `${publicUrl}${confirmPath}/${token}`;
    const signal = AbortSignal.timeout(limitMs);
    await transport.sendMail({
      signal,
      from,
      to: address,
      subject: 'Confirm this address for deal alerts',
      text: [askToConfirm, confirmUrl, ignoreAdvice].join('\n\n'),
      html: buildPlainPage(
        'Confirm this address for deal alerts',
        `<p>${askToConfirm}</p>
<p><a href="${escapeHtml(confirmUrl)}">Confirm this address</a></p>
<p class="quiet">${ignoreAdvice}</p>`,
        styles,
      ),
    });
  };
  return { send, confirm, close: () => transport.close() };
}

const askToConfirm = 'A user of Fundscope wants the deals of their alerts sent to this address.';
const ignoreAdvice =
  'If you do not expect this, ignore this mail. Nothing is sent until you confirm. The link works for 7 days.';

/** "3 new deals match your alerts". */
const buildSubject = ({ deals, test }: MessageContents): string =>
  test
    ? 'Test of your deal alerts'
    : `${deals.length.toLocaleString('en-US')} new deal${deals.length === 1 ? ' matches' : 's match'} your alerts`;

/** The subject of an email, and its contents as text and as HTML. */
export function buildMail(contents: MessageContents, publicUrl: string, stopUrl: string) {
  const message = buildMessageText(contents);
  return {
    // Nothing that a user wrote, so that nobody sends their own words to others.
    subject: buildSubject(contents),
    text: buildPlainText(message, publicUrl, stopUrl),
    html: buildHtml(message, publicUrl, stopUrl),
  };
}

/** The path of the link that confirms an address; a token follows. */
export const confirmPath = '/account/confirm';

/** The path of the link in an email that stops its delivery; a token follows. */
export const stopPath = '/account/unsubscribe';

const buildPlainText = ({ title, note, deals, more }: MessageText, publicUrl: string, stopUrl: string): string =>
  [
    title,
    ...(note ? [note] : []),
    ...deals.map(({ id, name, facts, reason }) => `${name}\n${facts}\n${reason}\n${buildDealUrl(publicUrl, id)}`),
    ...(more ? [more] : []),
    `Stop these emails: ${stopUrl}`,
  ].join('\n\n');

/** Colors for light and dark; mail programs that support neither keep the light ones. */
const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 16px; background: #ffffff; color: #16191d; font: 14px/20px Inter, system-ui, sans-serif; }
main { max-width: 640px; margin: 0 auto; }
h1 { font-size: 18px; line-height: 24px; margin: 0 0 16px; }
.deal { border-top: 1px solid #e3e6ea; padding: 12px 0; }
a { color: #0b6b57; }
.quiet { color: #59616b; font-size: 12px; line-height: 16px; }
@media (prefers-color-scheme: dark) {
  body { background: #101418; color: #eceff3; }
  .deal { border-color: #2b323a; }
  a { color: #58cdb1; }
  .quiet { color: #a2abb6; }
}`;

function buildHtml({ title, note, deals, more }: MessageText, publicUrl: string, stopUrl: string): string {
  const rows = deals.map(
    ({ id, name, facts, reason }) => `<div class="deal">
<a href="${escapeHtml(buildDealUrl(publicUrl, id))}"><strong>${escapeHtml(name)}</strong></a>
<div>${escapeHtml(facts)}</div>
<div class="quiet">${escapeHtml(reason)}</div>
</div>`,
  );
  return buildPlainPage(
    title,
    `${note ? `<p>${escapeHtml(note)}</p>` : ''}${rows.join('\n')}${more ? `<p>${more}</p>` : ''}
<p class="quiet"><a href="${escapeHtml(stopUrl)}">Stop these emails</a></p>`,
    styles,
  );
}

/** A complete page without scripts. */
export const buildPlainPage = (title: string, contents: string, style = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${style === '' ? '' : `<style>${style}</style>`}
</head>
<body><main>
<h1>${escapeHtml(title)}</h1>
${contents}
</main></body>
</html>
`;

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
