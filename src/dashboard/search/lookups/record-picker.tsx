import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ChipPicker, type ChipDisplay } from '../../platform/form/chip-picker.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { RecordKind } from '#contract/filters.ts';
import { findNamed, readNamed, type Match } from './known-names.ts';
import { PasteButton } from './paste-button.tsx';
import { findPasted, isStored, lookUpResults, lookUp, priceLookUp } from './record-search.ts';

type Named = { readonly id: string; readonly name: string };

type NamedPickerProps = {
  readonly label: string;
  readonly aside: ReactNode;
  readonly kind: RecordKind;
  readonly chosen: readonly Named[];
  readonly onChoose: (chosen: Named[]) => void;
  readonly error?: string | undefined;
};

const shortestName = 2;

/** Companies, firms or people: names that are owned are found as one types, the service is asked by a priced row. */
export function NamedPicker({ label, aside, kind, chosen, onChoose, error }: NamedPickerProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const name = text.trim();
  const key = name.toLowerCase();
  const asks = name.length >= shortestName;
  const answer = useQuery(lookUpResults(kind, key));
  const offers: Match[] = asks ? removeRepeats([...findNamed(kind, name), ...(answer.data ?? [])]) : [];
  const shown: ChipDisplay<Named> = {
    toKey: ({ id }) => id,
    toName: (one) => (one.name === '' ? (readNamed(kind, one.id) ?? one.id) : one.name),
    toRemark: (one) => offers.find(({ id }) => id === one.id)?.remark ?? '',
  };
  return (
    <ChipPicker<Named>
      label={label}
      aside={
        <>
          {aside}
          <PasteButton
            label={label}
            calculatePrice={(names) => names.filter((one) => !isStored(client, kind, one)).length * priceLookUp(kind)}
            find={async (pasted, authorization) =>
              (await findPasted(authorization, client, kind, pasted)).map((one) => ({ ...one, key: one.id }))
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
      status={readStatus(asks, offers.length, answer.data, answer.error)}
      error={error}
      foot={
        asks &&
        answer.data === undefined && (
          <div className="border-t border-line p-1.5">
            <PricedButton
              tenths={priceLookUp(kind)}
              pending={answer.isFetching}
              onConfirm={(authorization) => void lookUp(authorization, client, kind, key)}
            >
              Look up “{name.length > 20 ? `${name.slice(0, 20)}…` : name}”
            </PricedButton>
          </div>
        )
      }
    />
  );
}

const removeRepeats = (matches: readonly Match[]): Match[] => [
  ...new Map(matches.map((one) => [one.id, one])).values(),
];

function readStatus(
  asks: boolean,
  offered: number,
  found: readonly Match[] | undefined,
  failure: Error | null,
): string | undefined {
  if (!asks) return 'Type at least two letters. Unlocked names are found for free.';
  if (failure) return `The search failed: ${failure.message}`;
  if (found) return found.length === 0 ? 'No match at the service.' : undefined;
  return offered === 0 ? 'No match among unlocked names.' : undefined;
}
