import type { AlertDeal } from '#contract/alerts.ts';
import type { Config } from '#contract/config.ts';
import { financingType } from '#contract/enums.ts';
import type { Tolerant } from '#contract/record.ts';
import { parseRoundName } from '#contract/rounds.ts';
import { describeBusiness, removeName } from '../platform/about-company.ts';
import type { Round } from '../platform/rounds.ts';
import type { FreeName } from './records.ts';

type AlertUnit = Config['alertAmounts'];

/** The deals of alerts with their rounds, once the unit of their amounts is known, and their companies. */
export const collectAlertNames = (deals: readonly Tolerant<AlertDeal>[], unit: AlertUnit | undefined): FreeName[] =>
  deals.flatMap(({ id, company_id: companyId, company_name: name, company_website: website, ...deal }): FreeName[] => {
    if (name === null) return [];
    const { deal_short_description: short, deal_long_description: long } = deal;
    const named: FreeName = {
      id,
      kind: 'deal',
      name,
      remark: describeBusiness(name, null, [short, long]) || removeName(short ?? long ?? '', name),
      ...(unit && { round: parseAlertRound(deal.round_type), usd: toAlertUsd(deal.total_round_raised, unit) }),
    };
    if (companyId === null) return [named];
    return [
      named,
      { id: companyId, kind: 'company', name, remark: website?.replace(/^https?:\/\/(www\.)?/, '') ?? '' },
    ];
  });

/** An alert's amount in US dollars. Parsing "1.1e6" does not round, multiplying 1.1 by 1e6 does. */
export function toAlertUsd(amount: number | null, unit: AlertUnit): number | null {
  if (amount === null) return null;
  return unit === 'usd' ? amount : Number(`${amount}e6`);
}

/** Parses a round type or a display name: a hosted service may send "Pre-Seed" where ours sends SEED. */
export function parseAlertRound(type: string | null): Round {
  const known = financingType.safeParse(type).data;
  return known ? { type: known } : (parseRoundName((type ?? '').replaceAll('_', ' ')) ?? { type });
}
