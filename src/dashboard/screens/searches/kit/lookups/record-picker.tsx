import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type Ref, useState } from 'react';
import { ChipPicker } from '../../../../platform/form/chip-picker.tsx';
import { useHasWorkspace } from '../../../../platform/http/workspace.ts';
import { isUnconfirmed } from '../../../../platform/http/api-error.ts';
import { useDebounced } from '../../../../platform/state.ts';
import { PricedButton } from '../../../../spending/priced-button.tsx';
import type { RecordKind } from '#contract/filters.ts';
import { findKnownNames, readKnownName, type LookupMatch, unnamed } from './known-names.ts';
import { PasteButton } from './paste-button.tsx';
import {
  findPastedNames,
  isNameStored,
  nameSearchResults,
  priceNameSearch,
  settleMs,
  useFreeNameSearch,
  useNameSearch,
} from './record-search.ts';
import type { ChipDisplay } from '../../../../platform/form/chip-picker.tsx';

type ChosenRecord = { readonly id: string; readonly name: string };

type RecordPickerProps = {
  readonly ref?: Ref<HTMLElement> | undefined;
  readonly label: string;
  readonly aside: ReactNode;
  readonly kind: RecordKind;
  readonly chosen: readonly ChosenRecord[];
  readonly onChoose: (chosen: ChosenRecord[]) => void;
  readonly error?: string | undefined;
};

const minNameLength = 2;

/**
 * A picker of companies, investors or people. Known names are found while the user types; searching the service has a
 * price.
 */
export function RecordPicker({ ref, label, aside, kind, chosen, onChoose, error }: RecordPickerProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const name = text.trim();
  const key = name.toLowerCase();
  const searches = name.length >= minNameLength;
  const settled = useDebounced(key, settleMs);
  const hasWorkspace = useHasWorkspace();
  const results = useQuery({ ...nameSearchResults(kind, key), enabled: hasWorkspace && searches && settled === key });
  const { search, pending, failure } = useNameSearch(kind, key);
  useFreeNameSearch(kind, key, searches && results.data === null);
  const offers: LookupMatch[] = searches ? removeRepeats([...(results.data ?? []), ...findKnownNames(kind, name)]) : [];
  const shown: ChipDisplay<ChosenRecord> = {
    toKey: ({ id }) => id,
    toName: (one) => (one.name === '' ? (readKnownName(kind, one.id) ?? unnamed[kind]) : one.name),
    toRemark: (one) => offers.find(({ id }) => id === one.id)?.remark ?? '',
  };
  return (
    <ChipPicker<ChosenRecord>
      ref={ref}
      label={label}
      aside={
        <>
          {aside}
          <PasteButton
            label={label}
            calculatePrice={(names) =>
              names.filter((one) => !isNameStored(client, kind, one)).length * priceNameSearch(kind)
            }
            find={async (pasted, authorization) =>
              (await findPastedNames(authorization, client, kind, pasted)).map((found) =>
                found.map((one) => ({ ...one, key: one.id })),
              )
            }
            onAdd={(added) => {
              const named = added.map(({ key: addedId, name: called }) => ({ id: addedId, name: called }));
              onChoose([...new Map([...chosen, ...named].map((one) => [one.id, one])).values()]);
            }}
          />
        </>
      }
      chosen={chosen}
      onChoose={(next) => onChoose(next.map(({ id, name: called }) => ({ id, name: called })))}
      shown={shown}
      offers={offers}
      onType={setText}
      isSearching={searches && hasWorkspace && (settled !== key || results.isFetching || pending)}
      status={describeStatus(searches, offers.length, results.data, failure)}
      error={error}
      foot={
        searches &&
        !results.data && (
          <div className="border-t border-line p-1.5">
            <PricedButton
              tenths={priceNameSearch(kind)}
              pending={pending}
              repeat={isUnconfirmed(failure)}
              onConfirm={(authorization) => search({ authorization, kind, name: key })}
            >
              {`Search “${name.length > 20 ? `${name.slice(0, 20)}…` : name}”`}
            </PricedButton>
          </div>
        )
      }
    />
  );
}

/** In the order of the search, and with what is known of a record, which says more. */
const removeRepeats = (matches: readonly LookupMatch[]): LookupMatch[] => [
  ...new Map(matches.map((one) => [one.id, one])).values(),
];

function describeStatus(
  searches: boolean,
  offerCount: number,
  found: readonly LookupMatch[] | null | undefined,
  failure: Error | null,
): string | undefined {
  if (!searches) return 'Type at least two letters. Unlocked names are found for free.';
  if (failure) return `The search failed: ${failure.message}`;
  if (found) return found.length === 0 ? 'No match at the service.' : undefined;
  return offerCount === 0 ? 'No match among unlocked names.' : undefined;
}
