import { useId } from 'react';
import { relevanceBands } from '#contract/relevance.ts';
import { useQuery } from '@tanstack/react-query';
import { type FieldErrors, useWatch } from 'react-hook-form';
import type { BodyOf } from '#contract/endpoint.ts';
import type { FilterOf } from '#contract/filters.ts';
import { countCompanyMatches, type MatchCounts } from '#contract/matches.ts';
import { connection } from '../../../../platform/http/connection.ts';
import { sendFree } from '../../../../spending/send-free.ts';
import { useDebounced } from '../../../../platform/state.ts';
import { buildBody, type Draft } from '../query/search-query.ts';
import { areBandsKnown } from '../record/relevance.tsx';
import { Field } from '../../../../platform/form/field.tsx';
import { formatCount } from '../../../../platform/format.ts';
import { PricedButton } from '../../../../spending/priced-button.tsx';
import { pricePage } from '../fetch/buy-rows.ts';
import type { SearchResults } from '../fetch/stored-results.ts';
import { getFilterValues } from '../query/filter-kinds.ts';
import { useResults, useSearchQuery, useSpending } from '../search/search-context.tsx';
import type { SearchForm } from '../search/next-search.ts';

type SemanticFieldProps = {
  readonly form: SearchForm;
  readonly errors: FieldErrors<Draft>;
  readonly filter: FilterOf<'semantic'>;
};

/** A description to search by meaning, and the minimum relevance of a result. */
export function SemanticField({ form, errors, filter }: SemanticFieldProps) {
  const { query } = useSearchQuery();
  const { label, hint, keys } = filter;
  const id = useId();
  const [about, relevance] = keys;
  const [text = '', minimum = ''] = useWatch({ control: form.control, name: [...keys] }) as (string | undefined)[];
  const error = errors[about]?.message;
  const isSet = text.trim() !== '';
  return (
    <div className="grid gap-2">
      <Field label={label} htmlFor={id} aside={hint} errors={[[`${id}-error`, error]]}>
        <textarea
          id={id}
          rows={2}
          placeholder="Batteries for trucks"
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note${error === undefined ? '' : ` ${id}-error`}`}
          className="field-box block w-full resize-y px-2.5 py-1.5"
          {...form.register(about)}
        />
      </Field>
      <p id={`${id}-note`} className="text-11.5 text-ink-3">
        Sorts results by relevance.
      </p>
      {(isSet || minimum !== '') && (
        <MinimumField
          value={minimum}
          onChange={(value) =>
            form.setValue(relevance, value, { shouldDirty: true, shouldValidate: error !== undefined })
          }
          error={errors[relevance]?.message}
          isOfResults={text.trim() === getFilterValues<'semantic'>(filter, query)[0]}
        />
      )}
    </div>
  );
}

/** The scale of a hosted service is its own, so that there a figure is chosen. */
const MinimumField = (props: RelevanceFieldProps) =>
  areBandsKnown() ? <BandField {...props} /> : <RelevanceField {...props} />;

/** Each with its value in the form, and which matches it counts. */
const bandOptions: readonly (readonly [value: string, name: string, counted?: string])[] = [
  ['', 'Close enough', 'results'],
  [String(relevanceBands.related), 'Related', 'related'],
  [String(relevanceBands.strong), 'Strong match', 'strong'],
  ['0', 'Any'],
];

/** How many companies of the form's query reach each band; free. Undefined where they cannot be counted. */
function useMatchCounts(): MatchCounts | undefined {
  const { resource } = useSearchQuery();
  const { next } = useSpending();
  const { data: connected } = useQuery(connection);
  const body = JSON.stringify(next && buildBody(resource.filters, next));
  const settled = useDebounced(body, 400);
  const { data } = useQuery({
    queryKey: ['match counts', settled],
    enabled: connected?.account === true && resource.name === 'companies' && settled === body && next !== undefined,
    queryFn: async ({ signal }) => {
      const { data: counted } = await sendFree(countCompanyMatches, {
        body: JSON.parse(settled) as BodyOf<typeof countCompanyMatches>,
        signal,
      });
      return counted.matches ?? null;
    },
    retry: false,
  });
  return data ? { strong: data.strong ?? 0, related: data.related ?? 0, results: data.results ?? 0 } : undefined;
}

/** The least band of a result, each with its number of matches, or else of loaded rows. */
function BandField({ value, onChange, error, isOfResults }: RelevanceFieldProps) {
  const id = useId();
  const matches = useMatchCounts();
  const { results } = useResults();
  const relevances = isOfResults ? listRelevances(results) : [];
  const count = (band: string): number | undefined => {
    if (matches) return matches[band as keyof MatchCounts];
    const least = band === 'results' || relevances.length === 0 ? undefined : relevanceBands[band as 'strong'];
    return least === undefined ? undefined : relevances.filter((relevance) => relevance >= least).length;
  };
  const isOther = !bandOptions.some(([one]) => one === value);
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-12 font-semibold">Minimum match</legend>
      <div className="flex flex-wrap gap-1 tabular-nums">
        {[...bandOptions, ...(isOther ? [[value, `Relevance ${value}`] as const] : [])].map(([one, name, counted]) => (
          <label
            key={one}
            className="relative inline-flex min-h-7 cursor-pointer items-center gap-1.5 rounded-md border border-edge px-2 text-12 text-ink-2 outline-offset-1 outline-accent has-checked:border-transparent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-ink has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={id}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={value === one}
              onChange={() => onChange(one)}
            />
            {name}
            {counted !== undefined && count(counted) !== undefined && (
              <span className="font-normal">
                {count(counted)?.toLocaleString('en-US')}
                <span className="sr-only"> {matches ? 'matches' : 'of the loaded rows'}</span>
              </span>
            )}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-12 text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type RelevanceFieldProps = {
  /** "" for the service's default, else a number from 0 to 1. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  /** Whether the results on the screen were searched with the description of the form. */
  readonly isOfResults: boolean;
};

const step = 0.05;

/** The minimum relevance of a result. The first notch is the service's default, which is not 0. */
function RelevanceField({ value, onChange, error, isOfResults }: RelevanceFieldProps) {
  const id = useId();
  const text = value === '' ? 'service default' : Number(value).toFixed(2);
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-12 font-semibold">
          Minimum relevance
        </label>
        <output htmlFor={id} className="text-12 text-ink-2 tabular-nums">
          {text}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={-step}
        max={1}
        step={step}
        value={value === '' ? -step : value}
        aria-valuetext={text}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-left`}
        className="h-6 w-full accent-accent"
        onChange={({ target }) => onChange(formatNotch(target.valueAsNumber))}
      />
      <div id={`${id}-left`} className="grid justify-items-start gap-1.5 text-11.5 text-ink-3 tabular-nums">
        {error !== undefined && (
          <p role="alert" className="text-bad">
            {error}
          </p>
        )}
        {value === '' ? (
          <p>The service hides results that are too far away. Choose 0 to see all.</p>
        ) : (
          <Remaining minimum={Number(value)} isOfResults={isOfResults} />
        )}
      </div>
    </div>
  );
}

/** A notch as the form holds it, rounded to two decimals. */
const formatNotch = (notch: number): string => (notch < 0 ? '' : String(Number(notch.toFixed(2))));

type RemainingProps = Pick<RelevanceFieldProps, 'isOfResults'> & { readonly minimum: number };

/** How many rows reach the minimum: of the loaded ones, and of all at the price of a count. */
function Remaining({ minimum, isOfResults }: RemainingProps) {
  const { resource } = useSearchQuery();
  const { results } = useResults();
  const { total, pending, onCount } = useSpending().count;
  const relevances = isOfResults ? listRelevances(results) : [];
  const count = relevances.filter((relevance) => relevance >= minimum).length;
  return (
    <>
      {relevances.length > 0 && (
        <p>
          {count.toLocaleString('en-US')} of {formatCount(relevances.length, 'loaded row')}
        </p>
      )}
      {total === undefined ? (
        <PricedButton upTo tenths={pricePage(resource, 1)} pending={pending} onConfirm={onCount}>
          {`Count at ${minimum.toFixed(2)}`}
        </PricedButton>
      ) : (
        <p className="font-semibold text-ink">
          {total === null
            ? 'The service did not return a total.'
            : `${formatCount(total, resource.one, resource.many)} at ${minimum.toFixed(2)}`}
        </p>
      )}
    </>
  );
}

/** The relevance of each loaded row, where the service returned it. */
const listRelevances = (results: SearchResults | undefined): number[] =>
  (results?.ids ?? []).flatMap((id) => {
    const similarity = results?.figures?.[id]?.['similarity'];
    return typeof similarity === 'number' ? [similarity] : [];
  });
