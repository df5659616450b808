import { escapeMarkdown } from '#contract/markdown.ts';
import { toPlainLine } from './plain-text.ts';
import type { MessageContents } from './prepare.ts';
import type { DeliveryDeal } from './saved-deliveries.ts';

/** A chat message or email lists this many deals and counts the rest. */
const maxListed = 25;

/** "$12.5M", "EUR 12.5M", with a plain space. */
const formatMoney = (amount: number, currency = 'USD'): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: currency === 'USD' ? 'symbol' : 'code',
    notation: 'compact',
    maximumFractionDigits: 1,
  })
    .format(amount)
    .replace('\u00A0', ' ');
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A deal in words, each of them plain text on one line. */
type DealText = {
  readonly id: string;
  readonly name: string;
  readonly facts: string;
  readonly reason: string;
};

/** A message in words, as in every format but the webhook. */
export type MessageText = {
  /** "3 new deals: Weekly digest". */
  readonly title: string;
  /** Why it is a test, or late; undefined for a normal message. */
  readonly note: string | undefined;
  readonly deals: readonly DealText[];
  /** "And 12 more." */
  readonly more: string | undefined;
};

export function buildMessageText({ delivery, deals, late, test, scheduled_at }: MessageContents): MessageText {
  const count = `${deals.length.toLocaleString('en-US')} ${test ? '' : 'new '}deal${deals.length === 1 ? '' : 's'}`;
  const note = test
    ? 'This is a test.'
    : late
      ? `Sent late: Fundscope was not running on ${moment.format(new Date(scheduled_at))} UTC.`
      : undefined;
  return {
    title: `${count}: ${toPlainLine(delivery.name)}`,
    note,
    deals: deals.slice(0, maxListed).map(formatDeal),
    more: deals.length > maxListed ? `And ${deals.length - maxListed} more.` : undefined,
  };
}

/** A deal in words. Its texts may be from an import, so nothing in them is taken for more than text. */
export const formatDeal = (deal: DeliveryDeal): DealText => ({
  id: deal.id,
  name: toPlainLine(deal.company_name, maxName) || 'Unnamed company',
  facts: formatDealFacts(deal),
  reason: toPlainLine(deal.alerts.map(({ name, reasoning }) => `${name}: ${reasoning}`).join(' ')),
});

/** With longer names, the line of a deal would not fit into a text of Slack. */
const [maxName, maxPlace] = [200, 60];

/** "Series A, $12.5M, Berlin, Germany, 23 Nov 2026". */
function formatDealFacts({ round_name, total_round_raised: usd, raised_native, location, date }: DeliveryDeal): string {
  const native = (raised_native ?? []).map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ');
  return [
    toPlainLine(round_name, maxPlace),
    usd === null ? native || 'undisclosed' : formatMoney(usd),
    toPlainLine(location.city ?? '', maxPlace),
    toPlainLine(location.country ?? '', maxPlace),
    moment.format(new Date(date)).replace(/,.*$/, ''),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The address of a deal in the dashboard. */
export const buildDealUrl = (publicUrl: string, id: string): string => `${publicUrl}/alerts?period=review&open=${id}`;

/** The body of a Slack incoming webhook. */
export function buildSlackBody(contents: MessageContents, publicUrl: string): object {
  const { title, note, deals, more } = buildMessageText(contents);
  const lines = deals.map(
    ({ id, name, facts }) => `• <${buildDealUrl(publicUrl, id)}|${escapeSlack(name)}>  ${escapeSlack(facts)}`,
  );
  // A text of a block has at most 3,000 characters.
  const blocks = [`*${escapeSlack(title)}*`, note && escapeSlack(note), ...groupLines(lines, 2900), more]
    .filter((text) => text !== undefined)
    // Verbatim: "@here" in a name is not a mention.
    .map((text) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }));
  return { text: escapeSlack(title), blocks };
}

const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function groupLines(lines: readonly string[], maxLength: number): string[] {
  const groups: string[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last !== undefined && last.length + line.length < maxLength) groups[groups.length - 1] = `${last}\n${line}`;
    else groups.push(line);
  }
  return groups;
}

/** The body of a Teams incoming webhook: an Adaptive Card. */
export function buildTeamsBody(contents: MessageContents, publicUrl: string): object {
  const { title, note, deals, more } = buildMessageText(contents);
  const write = (text: string, style: object = {}) => ({ type: 'TextBlock', wrap: true, text, ...style });
  const body = [
    write(escapeMarkdown(title), { weight: 'bolder', size: 'medium' }),
    ...(note ? [write(note)] : []),
    ...deals.map(({ id, name, facts }) =>
      write(`[${escapeMarkdown(name)}](${buildDealUrl(publicUrl, id)}) ${escapeMarkdown(facts)}`),
    ),
    ...(more ? [write(more)] : []),
  ];
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
  };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] };
}
