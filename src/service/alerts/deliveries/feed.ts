import { Feed } from 'feed';
import type { Sql } from '../../db/sql.ts';
import { buildDealUrl, buildMessageText } from './message-formats.ts';
import { type AlertSource, findDealsOfAlerts, findFeed } from './saved-deliveries.ts';

const maxEntries = 50;

/** The Atom feed with this token: the newest deals that its alerts match now; undefined if there is none. */
export async function readFeed(
  sql: Sql,
  token: string,
  { source, publicUrl, now }: { source: AlertSource; publicUrl: string; now: Date },
): Promise<string | undefined> {
  const found = await findFeed(sql, token);
  if (!found) return undefined;
  const { id, name, accountId, alert_ids } = found;
  const alerts = await source.readAlerts(sql, accountId, alert_ids);
  const deals = await findDealsOfAlerts(sql, source, alerts, now);
  const newest = deals.toSorted((one, other) => other.date.localeCompare(one.date)).slice(0, maxEntries);
  const feed = new Feed({
    id: `urn:uuid:${id}`,
    title: name,
    link: `${publicUrl}/alerts`,
    copyright: '',
    generator: 'Fundscope',
    updated: new Date(newest[0]?.date ?? now),
  });
  for (const deal of newest) {
    const {
      deals: [line],
    } = buildMessageText({
      delivery: { id, name },
      scheduled_at: now.toISOString(),
      late: false,
      test: false,
      deals: [deal],
    });
    if (!line) continue;
    feed.addItem({
      id: `urn:uuid:${deal.id}`,
      title: `${line.name}: ${line.facts}`,
      link: buildDealUrl(publicUrl, deal.id),
      description: [deal.deal_short_description, line.reason].filter(Boolean).join(' '),
      date: new Date(deal.date),
    });
  }
  return feed.atom1();
}
