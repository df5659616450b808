import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { useDebounced } from '../../../../platform/state.ts';
import { ChipPicker } from '../../../../platform/form/chip-picker.tsx';
import { PasteButton } from './paste-button.tsx';
import type { NameOption } from './name-choice.tsx';
import { useFacetCounts } from './facet-counts.ts';
import { formatKindName, formatQualifiers, formatQualifier, type Permalink } from './permalink.ts';
import {
  type CheckResult,
  type PermalinkField,
  permalinksNamed,
  readPermalinkChecks,
  storePermalinkCheck,
} from './permalink-search.ts';
import type { ChipIcon } from '../../../../platform/form/chip.tsx';
import type { ChipDisplay } from '../../../../platform/form/chip-picker.tsx';

type PermalinkPickerProps = {
  readonly ref?: Ref<HTMLElement> | undefined;
  readonly label: string;
  readonly field: PermalinkField;
  readonly chosen: readonly Permalink[];
  readonly onChoose: (chosen: Permalink[]) => void;
  /** Permalinks that the service reported as ignored. */
  readonly ignored: ReadonlySet<string>;
  readonly error?: string | undefined;
};

const minNameLength = 2;
const debounceMilliseconds = 150;

/**
 * A picker of places or industries. It searches while the user types, for free, and checks values that came from a
 * link.
 */
export function PermalinkPicker({ ref, label, field, chosen, onChoose, ignored, error }: PermalinkPickerProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const name = useDebounced(text.trim().toLowerCase(), debounceMilliseconds);
  const searches = name.length >= minNameLength;
  const found = useQuery({ ...permalinksNamed(field, name), enabled: searches, placeholderData: keepPreviousData });
  const [isOpened, setOpened] = useState(false);
  const { top, counts } = useFacetCounts(field, isOpened);
  const typed = text.trim().toLowerCase();
  // Before the search runs, what is typed narrows the frequent ones.
  const offers =
    typed !== '' && searches ? (found.data ?? []) : top.filter((one) => one.name.toLowerCase().startsWith(typed));
  const checks = useChecks(field, chosen);
  const qualifiers = formatQualifiers(offers);
  const uncheckedNotes = chosen.flatMap(
    (value) => describeUnchecked(value, checks.get(value.permalink), ignored) ?? [],
  );
  const shown: ChipDisplay<Permalink> = {
    toKey: ({ permalink }) => permalink,
    toName: (one) => getServiceName(checks.get(one.permalink)) ?? one.name,
    formatQualifier: ({ permalink }) => qualifiers.get(permalink) ?? '',
    toRemark: ({ kind }) => formatKindName(kind),
    toFigure: ({ permalink }) => counts.get(permalink),
    readStatus: ({ permalink }) => uncheckedNotes.find(({ value }) => value.permalink === permalink)?.icon,
  };
  return (
    <ChipPicker
      ref={ref}
      label={label}
      aside={
        <PasteButton
          label={label}
          areRanked
          calculatePrice={() => 0}
          find={async (pasted) => {
            const options: NameOption[][] = [];
            for (const one of pasted) options.push((await client.query(permalinksNamed(field, one))).map(toOption));
            return options;
          }}
          onAdd={(added) => {
            const values = added as readonly (Permalink & NameOption)[];
            for (const one of values) storePermalinkCheck(client, field, one);
            onChoose(removeRepeats([...chosen, ...values]));
          }}
        />
      }
      chosen={chosen}
      onChoose={(next) => {
        for (const one of next) if (found.data?.includes(one)) storePermalinkCheck(client, field, one);
        onChoose(next);
      }}
      shown={shown}
      offers={offers}
      onType={setText}
      isSearching={typed.length >= minNameLength && (name !== typed || found.isFetching)}
      onOpen={() => setOpened(true)}
      status={describeSearchStatus(searches, name, found, top.length > 0)}
      error={error}
      notes={
        <UncheckedNotes
          notes={uncheckedNotes}
          onReplace={(value, by) => {
            storePermalinkCheck(client, field, by);
            onChoose(chosen.map((one) => (one === value ? by : one)));
          }}
        />
      }
    />
  );
}

const toOption = (one: Permalink): Permalink & NameOption => ({
  ...one,
  key: one.permalink,
  remark: [formatQualifier(one), formatKindName(one.kind)].filter((part) => part !== '').join(', '),
});

/** Each permalink once, without the extra members of a pasted option. */
const removeRepeats = (values: readonly Permalink[]): Permalink[] => [
  ...new Map(values.map(({ permalink, kind, name }) => [permalink, { permalink, kind, name }])).values(),
];

/** The check of each chosen value; free, so rendering the form may start it. */
function useChecks(field: PermalinkField, chosen: readonly Permalink[]): ReadonlyMap<string, CheckResult> {
  const { data } = useQuery({ ...readPermalinkChecks(field, chosen), placeholderData: keepPreviousData });
  return data ?? noChecks;
}
const noChecks: ReadonlyMap<string, CheckResult> = new Map();

/** The name that the service has for a checked value. */
const getServiceName = ({ data }: CheckResult = unchecked): string | undefined =>
  data && 'as' in data ? data.as.name : undefined;
const unchecked: CheckResult = { data: undefined, failed: false };

function describeUnchecked(
  value: Permalink,
  result: CheckResult | undefined,
  ignored: ReadonlySet<string>,
): UncheckedNote | undefined {
  const check = result?.data;
  const buildNote = (icon: ChipIcon, why: string, nearest: readonly Permalink[] = []) => ({
    value,
    icon,
    why,
    nearest,
  });
  if (check?.state === 'wrong') {
    const text = `is ${chooseArticle(formatKindName(check.as.kind))}`;
    return buildNote({ variant: 'error', text }, `${text}. The service would ignore it, so it is not sent.`, [
      check.as,
    ]);
  }
  if (ignored.has(value.permalink)) {
    return buildNote({ variant: 'error', text: 'not known to the service' }, 'was ignored by the service.');
  }
  if (check?.state === 'missing') {
    const why = 'was not found. The service would ignore it, so it is not sent.';
    return buildNote({ variant: 'warning', text: 'not found' }, why, check.nearest);
  }
  if (result?.failed !== true) return undefined;
  return buildNote(
    { variant: 'warning', text: 'not checked' },
    'could not be checked. It is checked again when you search.',
  );
}

const chooseArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

function describeSearchStatus(
  searches: boolean,
  name: string,
  found: UseQueryResult<Permalink[]>,
  hasTop: boolean,
): string | undefined {
  if (!searches) return hasTop ? undefined : 'Type at least two letters.';
  if (found.isError) return `The search failed: ${found.error.message}`;
  if (found.isPending) return 'Searching';
  return found.data.length === 0 ? `No match for “${name}”.` : undefined;
}

/** A chosen value that could not be confirmed: the icon of its chip, the reason, and similar values of the service. */
type UncheckedNote = {
  readonly value: Permalink;
  readonly icon: ChipIcon;
  readonly why: string;
  readonly nearest: readonly Permalink[];
};

type UncheckedNotesProps = {
  readonly notes: readonly UncheckedNote[];
  readonly onReplace: (value: Permalink, by: Permalink) => void;
};

/** Explains the chips with an icon, and offers similar values as replacements. */
function UncheckedNotes({ notes, onReplace }: UncheckedNotesProps) {
  return notes.map(({ value, why, nearest }) => (
    <div key={value.permalink} className="mt-1.5 text-12 text-ink-2">
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
              <span className="text-10.5 text-ink-3">{formatKindName(one.kind)}</span>
            </button>
          ))}
        </p>
      )}
    </div>
  ));
}
