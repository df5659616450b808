import { useState } from 'react';
import { lookUpCompanies } from '#contract/companies.ts';
import { storedResults } from '../library/records/records.ts';
import { formatCredits } from '../purchase/price.ts';
import { Button } from '../platform/ui/button.tsx';
import { KeyCap } from '../platform/ui/key-cap.tsx';
import { priceFirstPage, pricePage, formatQueryKey } from './fetch/fetch-results.ts';
import type { SearchQuery } from './query/search-query.ts';
import { TemplateList } from './templates.tsx';
import type { AnyResource } from './resource/resource.ts';

type StartScreenProps = {
  readonly resource: AnyResource;
  readonly query: SearchQuery;
  readonly blank: SearchQuery;
  readonly onOpen: (query: SearchQuery) => void;
  /** Continues to the next step when the form is filled in. */
  readonly next: { readonly words: string; readonly onPress: () => void };
};

/** A search screen before its first results: what to start with, then the next step. */
export function StartScreen({ resource, query, blank, onOpen, next }: StartScreenProps) {
  const [opened, setOpened] = useState<string>();
  storedResults.useVersion();
  const key = formatQueryKey({ resource, query });
  const arrived = opened === key;
  // Page size and order are not filters.
  const plain = { ...query, rows: blank.rows, sort: blank.sort };
  const isSet = arrived || formatQueryKey({ resource, query: plain }) !== formatQueryKey({ resource, query: blank });
  const isFirst = storedResults.count() === 0;
  return (
    <div className="grid max-w-2xl gap-5 pt-1">
      {isSet ? (
        <NextStep resource={resource} query={query} next={next} arrived={arrived} />
      ) : (
        <section aria-labelledby="first-step" className="grid gap-2">
          <h2 id="first-step" className="font-semibold">
            Start with one of these, or set filters yourself
          </h2>
          <TemplateList
            resource={resource}
            blank={blank}
            max={3}
            onOpen={(filled) => {
              setOpened(formatQueryKey({ resource, query: filled }));
              onOpen(filled);
            }}
          />
          <p className="text-[12px] text-ink-3">A template fills in the form. Nothing is charged until you search.</p>
        </section>
      )}
      {isFirst && <Prices resource={resource} />}
      <p className="flex flex-wrap items-center gap-1.5 text-[12px] text-ink-3 max-wide:hidden">
        <KeyCap>Ctrl</KeyCap> <KeyCap>K</KeyCap> finds screens, actions and names. <KeyCap>?</KeyCap> lists all keys.
      </p>
    </div>
  );
}

/** The focused template button is removed with the list. */
const focusOnArrival = (heading: HTMLHeadingElement | null): void => heading?.focus();

type NextStepProps = Pick<StartScreenProps, 'resource' | 'query' | 'next'> & { readonly arrived: boolean };

function NextStep({ resource, query, next, arrived }: NextStepProps) {
  const tenths = priceFirstPage({ resource, query }, false);
  return (
    <section aria-labelledby="next-step" className="grid gap-2">
      <h2
        ref={arrived ? focusOnArrival : undefined}
        id="next-step"
        tabIndex={-1}
        className="font-semibold outline-none"
      >
        The filters are set. Next: search
      </h2>
      <p className="text-ink-2">
        Check the filters, then press Search. It costs up to {formatCredits(tenths)}, one for each row.
      </p>
      <div>
        <Button onClick={next.onPress}>{next.words}</Button>
      </div>
    </section>
  );
}

const free = [
  'Searching places and industries',
  'Sorting, finding, exporting and comparing loaded rows',
  'Opening links, going back, reloading',
  'Everything that is unlocked on this device',
  'Alerts',
];

function Prices({ resource }: { readonly resource: AnyResource }) {
  const costs = [
    `A search: ${formatCredits(pricePage(resource, 1))} for each ${resource.one} returned`,
    `One record, its deals or its investors: ${formatCredits(pricePage(resource, 1))} a row`,
    `A search for a company, investor or person by name: ${formatCredits(lookUpCompanies.cost.tenths)}`,
  ];
  return (
    <section aria-label="Prices" className="grid gap-x-8 gap-y-4 border-t border-line pt-4 wide:grid-cols-2">
      <PriceList title="Free" lines={free} />
      <PriceList title="Costs credits, shown on the button" lines={costs} />
    </section>
  );
}

function PriceList({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <div className="grid content-start gap-1.5">
      <h3 className="text-[12px] font-semibold">{title}</h3>
      <ul className="grid list-disc gap-1 pl-4 text-ink-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
