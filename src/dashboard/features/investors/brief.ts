import { toCount, toDay } from '../../platform/format.ts';
import { readNamed } from '../../search/lookups/known-names.ts';
import { toNativeText, toSizeText } from '../../search/profile/amounts.ts';
import { toBrief, type Brief, type BriefLine, type BriefSection } from '../../search/profile/brief.ts';
import { toBasis } from '../../search/profile/history.ts';
import type { WatchedHistory } from '../../search/profile/use-history.ts';
import { unlockedInvestors, type DealRecord } from '../../library/records/records.ts';
import { toRoundName } from '../../platform/rounds.ts';
import { toCoInvestors } from './co-investors.ts';
import { toPace } from './pace.ts';
import { toHeadLine, toLeadText, toPaceText } from './profile-words.ts';
import type { InvestorRow } from './rows.ts';

/** How many of each list one page holds. */
const mostDeals = 10;
const mostFirms = 6;

/** A firm on one page, from its record and its owned deals. */
export function toInvestorBrief(row: InvestorRow, history: WatchedHistory, now: number): Brief {
  const { id, investor } = row;
  const basis = history.deals.length === 0 ? '' : `${toBasis(history)}.`;
  const partners = toCoInvestors(history.deals, id).slice(0, mostFirms);
  const names = partners.flatMap((firm) => readNamed('firm', firm.id) ?? []);
  return toBrief(
    {
      name: investor.name ?? 'Unnamed firm',
      line: [toHeadLine(row), ...(investor.domain === null ? [] : [investor.domain])].join('; '),
      marked: ['investor', id],
      sections: [
        { title: 'In short', basis: '', lines: toShort(row) },
        {
          title: 'Activity',
          basis: 'The firm’s record, pace from its owned deals.',
          lines: toActivity(row, history, now),
        },
        ...toFocus(row),
        {
          title: 'Invests with',
          basis,
          lines: partners.flatMap((firm): BriefLine[] => {
            const name = readNamed('firm', firm.id);
            return name === undefined ? [] : [[name, toCount(firm.deals, 'shared deal')]];
          }),
        },
        { title: 'Recent deals', basis, lines: history.deals.slice(0, mostDeals).map(toDealLine) },
      ],
      missing: [...toMissingDeals(history), ...toMissingNames(history, partners.length - names.length)],
      answered: [
        ['The firm’s record', unlockedInvestors.readTime(id)],
        ['Its deals', history.at],
      ],
    },
    now,
  );
}

const toLine = (name: string, text: string | null | undefined): BriefLine[] => (text ? [[name, text]] : []);

const toShort = ({ investor }: InvestorRow): BriefLine[] => [
  ...toLine('About', investor.description),
  ...toLine('Stages', investor.investment_stage),
  ...toLine('Email', investor.contact_email),
  ...toLine('Phone', investor.contact_phone),
  ...toLine('LinkedIn', investor.linkedin),
];

function toActivity({ investor }: InvestorRow, { deals, at, knownAfter }: WatchedHistory, now: number): BriefLine[] {
  const today = new Date(at ?? now).toISOString().slice(0, 10);
  const pace = toPace(deals, today, deals.length === 0 ? undefined : knownAfter);
  return [
    ...toLine('Latest deal', toDay(investor.most_recent_deal_date)),
    ['Led, all time', toLeadText(investor.lead_deal_count, investor.total_deal_count)],
    ['Led, 12 months', toLeadText(investor.lead_deal_count_last_12_months, investor.deal_count_last_12_months)],
    ...(pace.now === null ? [] : toLine('Pace', toPaceText(pace))),
  ];
}

function toFocus({ investor }: InvestorRow): BriefSection[] {
  const basis = 'By number of deals, as the service counts them.';
  const toLines = (all: readonly { readonly name: string | null; readonly count: number | null }[] | null) =>
    (all ?? []).flatMap(({ name, count }): BriefLine[] => (name === null ? [] : [[name, toCount(count ?? 0, 'deal')]]));
  const rounds = investor.top_round_types?.map(({ type, count }) => ({ name: toRoundName({ type }), count })) ?? null;
  return [
    { title: 'Industries', basis, lines: toLines(investor.top_industries) },
    { title: 'Locations', basis, lines: toLines(investor.top_locations) },
    { title: 'Round types', basis, lines: toLines(rounds) },
  ];
}

function toDealLine(deal: DealRecord): BriefLine {
  const company = deal.company_id === null ? undefined : readNamed('company', deal.company_id);
  const size = [toSizeText(deal.total_round_raised), toNativeText(deal)].filter((part) => part !== '').join(', ');
  return [
    toDay(deal.date) ?? 'no date',
    `${company ?? 'company without an owned name'}, ${toRoundName({ ...deal, type: deal.round_type })}, ${size}`,
  ];
}

function toMissingDeals({ deals, total, whole }: WatchedHistory): string[] {
  if (whole) return [];
  if (total === null) return ['How many deals there are is not known.'];
  return deals.length === 0
    ? [`None of its ${toCount(total, 'deal')}: no recent deals, pace or firms beside it.`]
    : [`${toCount(total - deals.length, 'deal')} of ${total.toLocaleString('en-US')}.`];
}

function toMissingNames({ deals }: WatchedHistory, firms: number): string[] {
  const companies = new Set(
    deals
      .slice(0, mostDeals)
      .flatMap(({ company_id: id }) => (id !== null && readNamed('company', id) === undefined ? [id] : [])),
  ).size;
  return [
    ...(companies > 0 ? [`The names of ${toCount(companies, 'company', 'companies')} in these deals.`] : []),
    ...(firms > 0 ? [`The names of ${toCount(firms, 'firm')} that invest with it.`] : []),
  ];
}
