import { useId } from 'react';
import { toCount } from '../../platform/format.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { SearchAnswer } from '../fetch/search-results.ts';
import { toPageTenths } from '../fetch/search-pages.ts';
import type { Question } from '../query/search-query.ts';
import type { AnyResource } from '../resource/resource.ts';

/** What a least relevance leaves: the answer on the screen, and the way to count at the service. */
export type RelevanceProbe = {
  readonly resource: AnyResource;
  readonly question: Question;
  readonly answer: SearchAnswer | undefined;
  /** Matches of what the form asks; undefined until they were counted. */
  readonly total: number | null | undefined;
  readonly pending: boolean;
  readonly onCount: (authorization: SpendAuthorization) => void;
};

type RelevanceFieldProps = {
  /** "" for the service's own floor, else a number from 0 to 1. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly probe: RelevanceProbe;
  /** Whether the answer on the screen was asked with the description of the form. */
  readonly isOfAnswer: boolean;
};

const step = 0.05;

/** The least relevance of a result. Its first notch is the floor that the service chooses, which is not 0. */
export function RelevanceField({ value, onChange, error, probe, isOfAnswer }: RelevanceFieldProps) {
  const id = useId();
  const text = value === '' ? 'the service’s own floor' : Number(value).toFixed(2);
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-[12px] font-semibold">
          Least relevance
        </label>
        <output htmlFor={id} className="text-[12px] text-ink-2 tabular-nums">
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
        onChange={({ target }) => onChange(toValue(target.valueAsNumber))}
      />
      <div id={`${id}-left`} className="grid justify-items-start gap-1.5 text-[11.5px] text-ink-3 tabular-nums">
        {error !== undefined && (
          <p role="alert" className="text-bad">
            {error}
          </p>
        )}
        {value === '' ? (
          <p>The service leaves out what it finds too far away. The next notch, 0, leaves nothing out.</p>
        ) : (
          <Left least={Number(value)} probe={probe} isOfAnswer={isOfAnswer} />
        )}
      </div>
    </div>
  );
}

/** A notch as the form holds it, free of what binary fractions add. */
const toValue = (notch: number): string => (notch < 0 ? '' : String(Number(notch.toFixed(2))));

type LeftProps = Pick<RelevanceFieldProps, 'probe' | 'isOfAnswer'> & { readonly least: number };

/** How many rows a least relevance leaves: of the loaded ones for nothing, of all at the price of a count. */
function Left({ least, probe, isOfAnswer }: LeftProps) {
  const { resource, answer, total, pending, onCount } = probe;
  const relevances = isOfAnswer ? readRelevances(answer) : [];
  const left = relevances.filter((relevance) => relevance >= least).length;
  return (
    <>
      {relevances.length > 0 && (
        <p>
          {left.toLocaleString('en-US')} of {toCount(relevances.length, 'loaded row')}{' '}
          {left === 1 ? 'reaches' : 'reach'} it.
        </p>
      )}
      {total === undefined ? (
        <PricedButton upTo tenths={toPageTenths(resource, 1)} pending={pending} onConfirm={onCount}>
          Count at {least.toFixed(2)}
        </PricedButton>
      ) : (
        <p className="font-semibold text-ink">
          {total === null
            ? 'The service gave no total.'
            : `${toCount(total, resource.one, resource.many)} in all at ${least.toFixed(2)}.`}
        </p>
      )}
    </>
  );
}

/** How near the loaded rows came, as far as the service says. */
export const readRelevances = (answer: SearchAnswer | undefined): number[] =>
  (answer?.ids ?? []).flatMap((id) => {
    const similarity = answer?.figures?.[id]?.['similarity'];
    return typeof similarity === 'number' ? [similarity] : [];
  });
