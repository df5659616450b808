import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { financingType } from '#contract/enums.ts';
import type { Item } from './alerts/items.ts';
import { AlertDetail } from './alerts/detail.tsx';
import { DealDetail } from './deals/detail.tsx';
import { toPageTenths } from './deals/queries.ts';
import { dealsUrl, type DealsUrl } from './deals/question.ts';
import type { Permalink } from './lookups/permalink.ts';
import { locationsNamed } from './lookups/queries.ts';
import { ownedCompanies } from './records/records.ts';
import { toRoundName } from './rounds.ts';
import { toCredits } from './spend/price.ts';
import { readUrl, writeUrl } from './url/codec.ts';

/** The details of an item, with what the deals screen knows of it. */
export function AlertItemDetail({ item }: { readonly item: Item }) {
  return <AlertDetail item={item} deal={<DealDetail id={item.id} />} links={<SimilarDeals item={item} />} />;
}

/** A link to the deals screen with filters like this deal; nothing is asked there before its priced button. */
function SimilarDeals({ item }: { readonly item: Item }) {
  ownedCompanies.useVersion();
  const place = item.deal.location?.country ?? item.deal.location?.region ?? '';
  const { data: found = [] } = useQuery({ ...locationsNamed(place.toLowerCase()), enabled: place !== '' });
  const question = toSimilar(
    item,
    found.find(({ name, kind }) => name === place && kind !== 'CITY'),
  );
  const words = [
    ...question.round.map((round) => toRoundName(round)),
    ...question.location.map(({ name }) => name),
    ...question.industry.map(({ name }) => name),
  ];
  return (
    <div className="grid gap-0.5">
      <Link
        to="/deals"
        search={writeUrl(dealsUrl, question)}
        className="inline-flex min-h-6 items-center justify-self-start text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
      >
        Similar deals
      </Link>
      <span className="text-[11.5px] text-ink-3">
        {words.join(', ')}. Opening the filters is free, searching costs up to {toCredits(toPageTenths(question.rows))}.
      </span>
    </div>
  );
}

/** Deals of the same round in the same country, in the same industries where the company is owned. */
function toSimilar({ deal, round }: Item, place: Permalink | undefined): DealsUrl {
  const type = financingType.safeParse(round.type).data;
  const industries = deal.company_id === null ? [] : (ownedCompanies.read(deal.company_id)?.industries ?? []);
  return {
    ...readUrl(dealsUrl, {}).value,
    round: type ? [{ type, pre: round.pre === true, extension: round.extension === true }] : [],
    location: place ? [place] : [],
    industry: industries.flatMap(({ permalink, name }) =>
      permalink === null ? [] : [{ permalink, kind: 'INDUSTRY', name: name ?? permalink }],
    ),
  };
}
