import { createTransport } from 'nodemailer';
import { buildDealUrl, buildMessageText, type MessageText } from './message-formats.ts';
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
    const text = buildMessageText(contents);
    const stopUrl = `${publicUrl}${stopPath}/${token}`;
    const signal = AbortSignal.timeout(limitMs);
    const sending = transport.sendMail({
      signal,
      from,
      to: target,
      subject: text.title,
      // The same on every attempt, so that mail programs can drop duplicates.
      messageId: `<${id}@${new URL(publicUrl).hostname}>`,
      text: buildPlainText(text, publicUrl, stopUrl),
      html: buildHtml(text, publicUrl, stopUrl),
      headers: { 'List-Unsubscribe': `<${stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
    await sending.catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  };
  return { send, close: () => transport.close() };
}

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
