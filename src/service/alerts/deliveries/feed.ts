import type { Sql } from '../../db/sql.ts';
import { formatAtom } from './atom.ts';
import { buildDealUrl, formatDeal } from './message-formats.ts';
import { toPlainLine } from './plain-text.ts';
import { type AlertSource, type DeliveryDeal, findDealsOfAlerts, type SavedFeed } from './saved-deliveries.ts';

const maxEntries = 50;
const dayMs = 86_400_000;

type FeedContext = {
  readonly source: AlertSource;
  readonly publicUrl: string;
  readonly now: Date;
  readonly signal: AbortSignal;
};

/** A feed in Atom: the newest deals that its alerts match now. */
export async function buildFeed(
  sql: Sql,
  feed: SavedFeed,
  { source, publicUrl, now, signal }: FeedContext,
): Promise<string> {
  // No signal: what a hosted service answers is cached for everyone, and an aborted request would count as a failed one.
  const patient: AlertSource = { ...source, findDeals: (db, alert, at) => source.findDeals(db, alert, at) };
  const alerts = await source.readAlerts(sql, feed.account_id, feed.alert_ids);
  return formatFeed(feed, await findDealsOfAlerts(sql, patient, alerts, now, signal), { publicUrl, now });
}

/** The newest of some deals as a feed. It is the same text until they change, or without deals until the next day. */
export function formatFeed(
  { id, name }: Pick<SavedFeed, 'id' | 'name'>,
  deals: readonly DeliveryDeal[],
  { publicUrl, now }: Pick<FeedContext, 'publicUrl' | 'now'>,
): string {
  const newest = deals.toSorted((one, other) => other.date.localeCompare(one.date)).slice(0, maxEntries);
  return formatAtom({
    id: `urn:uuid:${id}`,
    title: toPlainLine(name),
    link: `${publicUrl}/alerts`,
    updated: new Date(newest[0]?.date ?? now.getTime() - (now.getTime() % dayMs)),
    entries: newest.map((deal) => {
      const line = formatDeal(deal);
      return {
        id: `urn:uuid:${deal.id}`,
        title: `${line.name}: ${line.facts}`,
        link: buildDealUrl(publicUrl, deal.id),
        updated: new Date(deal.date),
        summary: [toPlainLine(deal.deal_short_description ?? ''), line.reason].filter(Boolean).join(' '),
      };
    }),
  });
}
