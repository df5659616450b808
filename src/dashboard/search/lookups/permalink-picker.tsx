import { keepPreviousData, useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChipIcon, ChipPicker, type Shown } from '../../platform/form/chip-picker.tsx';
import { PasteButton } from './paste-button.tsx';
import type { Option } from './paste-sheet.tsx';
import { formatKindName, formatQualifiers, formatQualifier, type Permalink } from './permalink.ts';
import {
  storePermalinkCheck,
  readPermalinkCheck,
  buildFinder,
  type Field,
  type PermalinkCheck,
} from './permalink-search.ts';
import { useDebounced } from './use-debounced.ts';

type PermalinkPickerProps = {
  readonly label: string;
  readonly field: Field;
  readonly chosen: readonly Permalink[];
  readonly onChoose: (chosen: Permalink[]) => void;
  /** Permalinks that the service said it ignored. */
  readonly ignored: ReadonlySet<string>;
  readonly error?: string | undefined;
};

const shortestName = 2;
const restMilliseconds = 150;

/** Places or industries, looked up for nothing as one types; what a link brought is proved by the same look-ups. */
export function PermalinkPicker({ label, field, chosen, onChoose, ignored, error }: PermalinkPickerProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const name = useDebounced(text.trim().toLowerCase(), restMilliseconds);
  const asks = name.length >= shortestName;
  const found = useQuery({ ...buildFinder(field)(name), enabled: asks, placeholderData: keepPreviousData });
  const offers = asks ? (found.data ?? []) : [];
  const proofs = useProofs(field, chosen);
  const qualifiers = formatQualifiers(offers);
  const doubts = chosen.flatMap((value) => describeDoubt(value, proofs.get(value.permalink), ignored) ?? []);
  const shown: Shown<Permalink> = {
    toKey: ({ permalink }) => permalink,
    toName: (one) => proofs.get(one.permalink)?.data?.as?.name ?? one.name,
    formatQualifier: ({ permalink }) => qualifiers.get(permalink) ?? '',
    toRemark: ({ kind }) => formatKindName(kind),
    readStatus: ({ permalink }) => doubts.find(({ value }) => value.permalink === permalink)?.mark,
  };
  return (
    <ChipPicker
      label={label}
      aside={
        <PasteButton
          label={label}
          calculatePrice={() => 0}
          find={async (pasted) =>
            (await client.query(buildFinder(field)(pasted.toLowerCase()))).map((one) => ({
              ...one,
              key: one.permalink,
              remark: formatKindName(one.kind),
            }))
          }
          onAdd={(added) => {
            const values = added as readonly (Permalink & Option)[];
            for (const one of values) storePermalinkCheck(client, field, one);
            onChoose(removeRepeats([...chosen, ...values]));
          }}
        />
      }
      chosen={chosen}
      onChoose={(next) => {
        for (const one of next) if (offers.includes(one)) storePermalinkCheck(client, field, one);
        onChoose(next);
      }}
      shown={shown}
      offers={offers}
      onType={setText}
      status={describeLookup(asks, name, found)}
      error={error}
      notes={
        <UncheckedNotes
          doubts={doubts}
          onReplace={(value, by) => {
            storePermalinkCheck(client, field, by);
            onChoose(chosen.map((one) => (one === value ? by : one)));
          }}
        />
      }
    />
  );
}

/** Each permalink once, without what only a list of options knows. */
const removeRepeats = (values: readonly Permalink[]): Permalink[] => [
  ...new Map(values.map(({ permalink, kind, name }) => [permalink, { permalink, kind, name }])).values(),
];

type Proving = { readonly data: (PermalinkCheck & { as?: Permalink }) | undefined; readonly failed: boolean };

/** What the look-ups say about each chosen value; free, so it may be asked by showing the form. */
function useProofs(field: Field, chosen: readonly Permalink[]): ReadonlyMap<string, Proving> {
  const results = useQueries({ queries: chosen.map((value) => readPermalinkCheck(field, value)) });
  return new Map(
    chosen.map(({ permalink }, index) => [
      permalink,
      { data: results[index]?.data, failed: results[index]?.isError === true },
    ]),
  );
}

function describeDoubt(
  value: Permalink,
  proving: Proving | undefined,
  ignored: ReadonlySet<string>,
): UncheckedNote | undefined {
  const proof = proving?.data;
  const doubt = (mark: ChipIcon, why: string, nearest: readonly Permalink[] = []) => ({ value, mark, why, nearest });
  if (proof?.state === 'wrong') {
    const words = `is ${chooseArticle(formatKindName(proof.as.kind))}`;
    return doubt({ look: 'wrong', words }, `${words}. The service would ignore it, so it is not sent.`, [proof.as]);
  }
  if (ignored.has(value.permalink)) {
    return doubt({ look: 'wrong', words: 'not known to the service' }, 'was ignored by the service.');
  }
  if (proof?.state === 'unproved') {
    const why = 'was not found. The service would ignore it, so it is not sent.';
    return doubt({ look: 'doubt', words: 'not found' }, why, proof.nearest);
  }
  if (proving?.failed !== true) return undefined;
  return doubt({ look: 'doubt', words: 'not checked' }, 'could not be checked. It is checked again when you search.');
}

const chooseArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

function describeLookup(asks: boolean, name: string, found: UseQueryResult<Permalink[]>): string | undefined {
  if (!asks) return 'Type at least two letters.';
  if (found.isError) return `The search failed: ${found.error.message}`;
  if (found.isPending) return 'Searching';
  return found.data.length === 0 ? `No match for “${name}”.` : undefined;
}

/** A chosen value that is not proved, how its chip is marked, why, and what the service knows that comes near. */
export type UncheckedNote = {
  readonly value: Permalink;
  readonly mark: ChipIcon;
  readonly why: string;
  readonly nearest: readonly Permalink[];
};

type DoubtNotesProps = {
  readonly doubts: readonly UncheckedNote[];
  readonly onReplace: (value: Permalink, by: Permalink) => void;
};

/** Explains the marked chips under a picker, and offers the nearest values with one click. */
export function UncheckedNotes({ doubts, onReplace }: DoubtNotesProps) {
  return doubts.map(({ value, why, nearest }) => (
    <div key={value.permalink} className="mt-1.5 text-[12px] text-ink-2">
      <p>
        “{value.name}” {why}
      </p>
      {nearest.length > 0 && (
        <p className="mt-1 flex flex-wrap items-center gap-1">
          <span className="text-ink-3">Use instead:</span>
          {nearest.map((one) => (
            <button
              key={one.permalink}
              type="button"
              className="min-h-6 rounded-[5px] border border-edge px-1.5 text-ink hover:bg-sunken"
              onClick={() => onReplace(value, one)}
            >
              {[one.name, formatQualifier(one)].filter((part) => part !== '').join(', ')}{' '}
              <span className="text-[10.5px] text-ink-3">{formatKindName(one.kind)}</span>
            </button>
          ))}
        </p>
      )}
    </div>
  ));
}
