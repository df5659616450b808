import { formatDayOf, formatEmployees, formatGrouped } from '../../../../platform/format.ts';
import { formatCountedType, formatRoundType } from '../../../../platform/rounds.ts';
import { RecordMark } from '../../../../records/company-mark.tsx';
import { useLibraryVersion } from '../../../../records/record-store.ts';
import {
  type CompanyRecord,
  type InvestorRecord,
  isBeingRead,
  type PersonRecord,
  unlockedCompanies,
  unlockedInvestors,
  unlockedPeople,
} from '../../../../records/records.ts';
import { statusNames, useStatuses } from '../../../../records/status/statuses.ts';
import { unlockByIds } from '../../../../records/unlock.ts';
import { useFreeLoad } from '../../../../spending/use-free-load.ts';
import { readKnownName, unnamed } from '../lookups/known-names.ts';
import { formatRaised, formatTotalRaised } from './amounts.ts';
import { Facts, formatIndustries, formatPlace, formatRoles, type NamedFact } from './facts.tsx';
import type { ProfileKind } from './profile-link.tsx';

/** What a card says of a record. */
type Preview = {
  readonly line: string;
  readonly about?: string | null | undefined;
  readonly facts: readonly NamedFact[];
};

const previewCompany = (company: CompanyRecord): Preview => {
  const latest = company.latest_deal;
  return {
    line: formatPlace(company.location ?? {}),
    about: company.short_description,
    facts: [
      ['Raised', formatTotalRaised(company) || 'Undisclosed'],
      ['Latest', latest && [formatRoundType(latest), formatRaised(latest), formatDayOf(latest.date)].join(', ')],
      ['Industries', formatIndustries(company)],
      ['Employees', formatEmployees(company.num_employees)],
    ],
  };
};

const previewInvestor = (investor: InvestorRecord): Preview => {
  const { total_deal_count: deals, lead_deal_count: led, top_round_types: rounds } = investor;
  const most = (rounds ?? [])
    .slice(0, 2)
    .map(({ type, count }) => `${formatGrouped(count ?? 0)} ${formatCountedType(type)}`);
  const share = deals && led ? ` (${Math.round((led / deals) * 100)} %)` : '';
  return {
    line: formatPlace(investor.location ?? {}),
    facts: [
      ['Deals', deals !== null && formatGrouped(deals)],
      ['Led', led !== null && `${formatGrouped(led)}${share}`],
      ['Most often', most.join(', ')],
      ['Stages', investor.investment_stage],
      ['Latest deal', investor.most_recent_deal_date && formatDayOf(investor.most_recent_deal_date)],
    ],
  };
};

const previewPerson = (person: PersonRecord): Preview => {
  const { title, current_company: employer, investor_highlights: deals } = person;
  return {
    line: formatRoles(person),
    facts: [
      ['Works as', [title, employer?.name].filter(Boolean).join(', ')],
      ['Location', person.location],
      ['Deals', deals?.total_deal_count && formatGrouped(deals.total_deal_count)],
      ['Led', deals?.lead_deal_count && formatGrouped(deals.lead_deal_count)],
    ],
  };
};

const previews: Record<ProfileKind, (id: string) => Preview | undefined> = {
  company(id) {
    const company = unlockedCompanies.read(id);
    return company && previewCompany(company);
  },
  investor(id) {
    const investor = unlockedInvestors.read(id);
    return investor && previewInvestor(investor);
  },
  person(id) {
    const person = unlockedPeople.read(id);
    return person && previewPerson(person);
  },
};

const storeNames = { company: 'companies', investor: 'investors', person: 'people' } as const;

type PreviewCardProps = { readonly kind: ProfileKind; readonly id: string };

/** A record in a few lines, of what is stored, or free on this machine; it never spends. */
export function PreviewCard({ kind, id }: PreviewCardProps) {
  useLibraryVersion();
  const status = useStatuses(kind).get(id)?.status ?? null;
  const preview = previews[kind](id);
  const name = readKnownName(kind, id);
  const isReading = isBeingRead(storeNames[kind], id);
  useFreeLoad(preview || isReading ? undefined : id, (authorization) => {
    // Without it the card says that nothing is unlocked.
    unlockByIds(authorization, { [storeNames[kind]]: [id] }).catch(() => undefined);
  });
  return (
    <span className="grid grid-cols-1 gap-2.5">
      <span className="flex items-center gap-2.5">
        <RecordMark kind={kind} id={id} name={name ?? '?'} size="medium" />
        <span className="grid min-w-0 grow">
          <b className="truncate font-semibold text-ink">{name ?? unnamed[kind]}</b>
          <span className="truncate text-12 text-ink-3">{preview?.line}</span>
        </span>
        {status !== null && <span className="shrink-0 text-12 text-accent-ink">{statusNames[status]}</span>}
      </span>
      {preview?.about && <span className="line-clamp-3 text-ink-2">{preview.about}</span>}
      {preview ? (
        <Facts facts={preview.facts} />
      ) : (
        <span className="text-ink-3">
          {isReading ? 'Reading what is stored' : 'Nothing more is unlocked. The profile has what unlocks it.'}
        </span>
      )}
    </span>
  );
}
