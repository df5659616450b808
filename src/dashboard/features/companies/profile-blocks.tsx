import { Link } from '@tanstack/react-router';
import { readCompany } from '#contract/companies.ts';
import { toCount, toDay, toFullMoney } from '../../platform/format.ts';
import { useListsOf } from '../../library/lists/membership.ts';
import { permalinkText } from '../../search/lookups/permalink.ts';
import { Block } from '../../search/profile/block.tsx';
import { NameOf } from '../../search/profile/deal-rows.tsx';
import { NamesButton } from '../../search/profile/names-button.tsx';
import type { DealRecord } from '../../library/records/records.ts';
import { SourceNames } from '../../library/records/source-names.tsx';
import { Facts } from '../../search/record/facts.tsx';
import { LoadButton } from '../../search/record/not-owned.tsx';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { toBackers } from './backers.ts';
import { loadCompany } from './queries.ts';
import type { CompanyRow } from './rows.ts';

type CompanyRecordProps = { readonly row: CompanyRow; readonly at: number | undefined };

/** The record of a company: what it does, where, and the way to ask again. */
export function CompanyRecord({ row: { id, company }, at }: CompanyRecordProps) {
  const { city, state, country } = company.location ?? {};
  const valued = toDay(company.latest_valuation_date);
  return (
    <Block
      title="Company"
      basis="The company’s record"
      at={at}
      foot={
        <LoadButton
          label="Load this company again"
          tenths={readCompany.cost.tenths}
          ask={(authorization) => loadCompany(authorization, id)}
        />
      }
    >
      {(company.long_description ?? company.short_description) && (
        <p className="text-ink-2">{company.long_description ?? company.short_description}</p>
      )}
      <Facts
        facts={[
          ['Location', [city, state, country].flatMap((place) => place?.name ?? []).join(', ')],
          ['Industries', <IndustryLinks key="industries" row={{ company }} />],
          ['Employees', company.num_employees?.replace('-', '–')],
          ['Stock market', company.ipo_status],
          [
            'Valuation',
            typeof company.latest_valuation_usd === 'number'
              ? `${toFullMoney(company.latest_valuation_usd, 'USD')}${valued ? `, ${valued} UTC` : ''}; its kind stands with its round`
              : 'undisclosed',
          ],
          ['In your lists', useListsOf(id).join(', ')],
          ['Legal name', company.legal_name],
          ['Address', company.address],
          ['Company id', <CopyButton key="id" text={id} label="company id" />],
          ['Source', <SourceNames key="source" />],
        ]}
      />
    </Block>
  );
}

/** Industries that lead to the companies of each. */
function IndustryLinks({ row: { company } }: { readonly row: Pick<CompanyRow, 'company'> }) {
  const industries = company.industries ?? [];
  if (industries.length === 0) return 'not known';
  return (
    <span className="flex flex-wrap gap-x-2.5 gap-y-0.5">
      {industries.map(({ name, permalink }) =>
        permalink === null ? (
          <span key={name}>{name}</span>
        ) : (
          <Link
            key={permalink}
            to="/companies"
            search={{ industry: [permalinkText.encode({ permalink, kind: 'INDUSTRY', name: name ?? permalink })] }}
            title="Companies of this industry; opening the filters is free"
            className="inline-flex min-h-6 items-center decoration-line underline-offset-2 hover:underline hover:decoration-current"
          >
            {name ?? permalink}
          </Link>
        ),
      )}
    </span>
  );
}

type BackersBlockProps = {
  readonly row: CompanyRow;
  readonly deals: readonly DealRecord[];
  readonly at: number | undefined;
};

/** The firms of all rounds, those with most rounds first. */
export function BackersBlock({ row: { company }, deals, at }: BackersBlockProps) {
  const backers = toBackers(company.all_investor_ids ?? [], deals);
  return (
    <Block
      title="Investors"
      basis={
        backers.length === 0
          ? 'The company’s record names no firm'
          : `${toCount(backers.length, 'firm')} of all rounds, from the company’s record`
      }
      at={at}
      foot={
        <NamesButton kind="firm" ids={backers.map(({ id }) => id)}>
          Names of these firms
        </NamesButton>
      }
    >
      {backers.length > 0 && (
        <ul className="grid">
          {backers.map(({ id, rounds }) => (
            <li key={id} className="flex min-h-[25px] min-w-0 items-center justify-between gap-3">
              <NameOf kind="firm" id={id} className="" />
              <span className="shrink-0 text-[11.5px] text-ink-3 tabular-nums">
                {rounds > 0 && toCount(rounds, 'owned round')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}
