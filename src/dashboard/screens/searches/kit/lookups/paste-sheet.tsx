import { useMutation } from '@tanstack/react-query';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { formatCount } from '../../../../platform/format.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { PricedButton } from '../../../../spending/priced-button.tsx';
import { useKeptForm } from '../../../../platform/form/kept-form.tsx';
import { isUnconfirmed } from '../../../../platform/http/api-error.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import { Notice } from '../../../../platform/ui/notice.tsx';
import { Sheet } from '../../../../platform/ui/sheet.tsx';
import { readIsMetered } from '../../../../platform/http/connection.ts';
import { listSame, type MatchedName, matchName, NameChoice, type NameOption, pickFirst } from './name-choice.tsx';

type PasteSheetProps<T extends NameOption> = {
  readonly title: string;
  /** The price of searching these names in tenths of a credit; 0 if it is free or they were searched before. */
  readonly calculatePrice: (names: readonly string[]) => number;
  /** Finds the matches of each name, in the order of the names. */
  readonly find: (names: readonly string[], authorization: SpendAuthorization) => Promise<readonly (readonly T[])[]>;
  /** Matches of one name come with the most deals first, so that the first is chosen until the user picks another. */
  readonly areRanked?: boolean;
  readonly onAdd: (chosen: readonly T[]) => void;
  readonly onClose: () => void;
};

/** The maximum number of names in one search. */
const maxPastedNames = 50;

const pasteForm = z.object({
  text: z.string().superRefine((text, { addIssue }) => {
    const count = splitNames(text).length;
    if (count > maxPastedNames) addIssue(`${count} names: remove ${count - maxPastedNames}.`);
  }),
});

/** Searches many pasted names at once, then shows which were found, ambiguous or not found. */
export const PasteSheet = <T extends NameOption>(props: PasteSheetProps<T>) => (
  <Sheet title={props.title} onClose={props.onClose}>
    <PasteForm {...props} />
  </Sheet>
);

function PasteForm<T extends NameOption>(props: PasteSheetProps<T>) {
  const { title, calculatePrice, find, areRanked = false, onAdd } = props;
  const id = useId();
  const { form, forget } = useKeptForm(title, {
    resolver: zodResolver(pasteForm),
    mode: 'onChange',
    defaultValues: { text: '' },
    first: 'text',
  });
  const names = splitNames(useWatch({ control: form.control, name: 'text' }));
  const problem = form.formState.errors.text?.message;
  const lookup = useMutation({
    mutationFn: async (authorization: SpendAuthorization) => {
      const found = await find(names, authorization);
      return names.map((name, at) => matchName(name, found[at] ?? []));
    },
  });
  return (
    <div className="grid gap-3 p-4">
      {lookup.data ? (
        <Review
          found={lookup.data}
          areRanked={areRanked}
          onAdd={(chosen) => {
            forget();
            onAdd(chosen);
          }}
        />
      ) : (
        <>
          <label htmlFor={id} className="text-ink-2">
            One name per line or separated by commas, at most {maxPastedNames}.
          </label>
          <textarea
            id={id}
            rows={10}
            spellCheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-count`}
            className="field-box resize-y p-2"
            {...form.register('text')}
          />
          <p id={`${id}-count`} className={problem === undefined ? 'text-ink-3' : 'text-bad'}>
            {problem ?? formatCount(names.length, 'name')}
          </p>
          {lookup.error && (
            <Notice variant="bad" urgent title="The search stopped">
              {lookup.error.message} Names that were already found are stored
              {readIsMetered() && ' and not charged again'}.
            </Notice>
          )}
          <div>
            <PricedButton
              tenths={calculatePrice(names)}
              repeat={isUnconfirmed(lookup.error)}
              disabled={problem !== undefined || names.length === 0}
              pending={lookup.isPending}
              onConfirm={(authorization) => lookup.mutate(authorization)}
            >
              Search
            </PricedButton>
          </div>
        </>
      )}
    </div>
  );
}

type ReviewProps<T extends NameOption> = {
  readonly found: readonly MatchedName<T>[];
  readonly areRanked: boolean;
  readonly onAdd: (chosen: readonly T[]) => void;
};

function Review<T extends NameOption>({ found, areRanked, onAdd }: ReviewProps<T>) {
  const [picked, setPicked] = useState<ReadonlyMap<string, T>>(() => (areRanked ? pickFirst(found) : new Map()));
  const certain = found.filter((one) => one.certain !== undefined);
  const several = found.filter((one) => one.certain === undefined && one.options.length > 0);
  const [ambiguous = [], similar = []] = [true, false].map((isSame) =>
    several.filter(({ text, options }) => (!areRanked || listSame(text, options).length > 0) === isSame),
  );
  const missing = found.filter(({ options }) => options.length === 0);
  const chosen = [...certain.flatMap((one) => one.certain ?? []), ...picked.values()];
  const pick = (text: string, option: T | undefined) => {
    const next = new Map(picked);
    if (option) next.set(text, option);
    else next.delete(text);
    setPicked(next);
  };
  return (
    <div className="grid gap-3">
      <ReviewPart title={`${certain.length} found`}>
        {certain.map((one) => (
          <li key={one.text} className="flex flex-wrap gap-x-2">
            {one.certain && listSame(one.text, [one.certain]).length === 0 && `“${one.text}” as`} {one.certain?.name}{' '}
            <span className="text-ink-3">{one.certain?.remark}</span>
          </li>
        ))}
      </ReviewPart>
      <ReviewPart title={`${ambiguous.length} ambiguous${areRanked ? ', the one with most deals is suggested' : ''}`}>
        {ambiguous.map((one) => (
          <NameChoice key={one.text} of={one} picked={picked.get(one.text)} onPick={pick} />
        ))}
      </ReviewPart>
      {similar.length > 0 && (
        <ReviewPart title={`${similar.length} with another name, the nearest is suggested`}>
          {similar.map((one) => (
            <NameChoice key={one.text} of={one} picked={picked.get(one.text)} onPick={pick} />
          ))}
        </ReviewPart>
      )}
      <ReviewPart title={`${missing.length} not found`}>
        {missing.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ReviewPart>
      <div>
        <Button
          variant="primary"
          aria-disabled={chosen.length === 0}
          onClick={() => chosen.length > 0 && onAdd(chosen)}
        >
          Add {chosen.length}
        </Button>
      </div>
    </div>
  );
}

function ReviewPart({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  return (
    <section>
      <h3 className="mb-1 text-12 font-semibold">{title}</h3>
      <ul className="grid max-h-48 gap-1 scroll-y text-ink-2 empty:hidden">{children}</ul>
    </section>
  );
}

/** The distinct names in a pasted text, one per line or separated by commas, semicolons or tabs. */
export function splitNames(text: string): string[] {
  const names = text.split(/[\n\r,;\t]+/).map((name) => name.trim().replaceAll(/^["']|["']$/g, ''));
  const distinct = new Map(names.filter((name) => name !== '').map((name) => [name.toLowerCase(), name]));
  return [...distinct.values()];
}
