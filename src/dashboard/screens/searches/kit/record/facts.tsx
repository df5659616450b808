import type { ReactNode, Ref } from 'react';
import { SafeLink } from '../../../../platform/ui/safe-link.tsx';
import type { CompanyRecord, InvestorRecord, PersonRecord } from '../../../../records/records.ts';
import { capitalize, formatGrouped, formatShortDay } from '../../../../platform/format.ts';

/** One fact of a record in a list of facts. */
function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

/** What is known by a name. */
export type NamedFact = readonly [name: string, fact: ReactNode];

/** Facts by name; unknown ones are omitted. */
export function Facts({ facts }: { readonly facts: readonly NamedFact[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
      {facts.map(([name, fact]) =>
        fact === null || fact === undefined || fact === '' || fact === false ? null : (
          <Fact key={name} name={name}>
            {fact}
          </Fact>
        ),
      )}
    </dl>
  );
}

type FactSectionProps = {
  readonly title: string;
  readonly count?: number;
  /** Takes the focus where the button that it replaces had it. */
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
};

/** A part of the details under its own heading. */
export const FactSection = ({ title, count, ref, children }: FactSectionProps) => (
  <section ref={ref} tabIndex={-1} className="grid grid-cols-1 gap-1.5 border-t border-line pt-3 outline-none">
    <h3 className="flex gap-2 text-12 font-semibold">
      {title}
      {count !== undefined && <span className="font-normal text-ink-3 tabular-nums">{count}</span>}
    </h3>
    {children}
  </section>
);

/** Links out of a record by name; none where there is no address. */
export function FactLinks({
  links,
}: {
  readonly links: readonly (readonly [name: string, to: string | null | undefined])[];
}) {
  return (
    <span className="flex flex-wrap gap-x-2.5 gap-y-0.5 text-12 empty:hidden">
      {links.map(([name, to]) =>
        to ? (
          <SafeLink key={name} to={to}>
            {name}
          </SafeLink>
        ) : null,
      )}
    </span>
  );
}

/** The frame of all details. */
export function Details({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-4 px-5 pb-4">{children}</div>;
}

/** One line of a ranking; `figure` is the count as a control. */
type TopRow = {
  readonly key: string;
  readonly name: ReactNode;
  readonly count: number;
  readonly figure?: ReactNode;
};

/** Names with their counts, as small bars with the figure next to them. */
export function TopList({ rows }: { readonly rows: readonly TopRow[] }) {
  const max = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul className="grid gap-1">
      {rows.map(({ key, name, count, figure }) => (
        <li key={key} className="grid min-h-6 grid-cols-[minmax(0,3fr)_minmax(1.75rem,1fr)_2rem] items-center gap-3">
          <span className="flex min-w-0 truncate">{name}</span>
          <i
            aria-hidden
            className="h-2 rounded-xs bg-bar forced-colors:bg-[CanvasText]"
            style={{ width: `${(count / max) * 100}%` }}
          />
          <span className="text-right tabular-nums">{figure ?? formatGrouped(count)}</span>
        </li>
      ))}
    </ul>
  );
}

/** A company's website and its pages on other services. */
export function CompanyLinks({ company }: { readonly company: CompanyRecord }) {
  return (
    <FactLinks
      links={[
        [company.domain ?? '', company.domain],
        ['LinkedIn', company.linkedin],
        ['Crunchbase', company.crunchbase],
        ['PitchBook', company.pitchbook],
        ['Twitter', company.twitter],
        ['Facebook', company.facebook],
      ]}
    />
  );
}

/** An investor's website and its pages on other services. */
export function InvestorLinks({ investor }: { readonly investor: InvestorRecord }) {
  return (
    <FactLinks
      links={[
        [investor.domain ?? '', investor.website ?? investor.domain],
        ['LinkedIn', investor.linkedin],
        ['Crunchbase', investor.crunchbase],
        ['PitchBook', investor.pitchbook],
      ]}
    />
  );
}

/** A person's pages on other services. */
export function PersonLinks({ person }: { readonly person: PersonRecord }) {
  return (
    <FactLinks
      links={[
        ['LinkedIn', person.linkedin_url],
        ['Crunchbase', person.crunchbase_url],
        ['Twitter', person.twitter_url],
      ]}
    />
  );
}

type Location = Pick<NonNullable<CompanyRecord['location']>, 'city' | 'state' | 'country'>;

/** The most specific place of a record; null where none is known. */
export const formatPlaceName = (location: Partial<Location> | null | undefined): string | null =>
  location?.city?.name ?? location?.state?.name ?? location?.country?.name ?? null;

/** "Berlin, Germany": a city that is its own state is named once; blank where no place is known. */
export const formatPlace = ({ city, state, country }: Partial<Location>): string =>
  [...new Set([city, state, country].flatMap((place) => place?.name ?? []))].join(', ');

/** "Fintech, Payments"; blank where no industry is known. */
export const formatIndustries = ({ industries }: Pick<CompanyRecord, 'industries'>): string =>
  (industries ?? []).flatMap(({ name }) => name ?? []).join(', ');

/** "Founder, angel"; blank for a person who is neither of these nor an investor. */
export function formatRoles({ is_founder: founder, is_angel: angel, is_investor: investor }: PersonRecord): string {
  const roles = [
    ...(founder === true ? ['founder'] : []),
    ...(angel === true ? ['angel'] : []),
    ...(investor === true && angel !== true ? ['investor'] : []),
  ].join(', ');
  return capitalize(roles);
}

/** From the month of a day `YYYY-MM-DD` to that of another, or to `now`: "Sep 2019 to Dec 2022", "current". */
export function formatMonths(from: string | null, to: string | null): string {
  const [start, end] = [from, to].map((day) => (day === null || day === 'now' ? day : formatMonth(day)));
  if (start) return end ? `${start} to ${end}` : `from ${start}`;
  return end === 'now' ? 'current' : end ? `until ${end}` : 'no dates';
}

const formatMonth = (day: string) => formatShortDay(day).replace(/^\S+ /, '');
