/** A match that can be chosen. */
export type NameOption = { readonly key: string; readonly name: string; readonly remark: string };

/** A name of the user's with its matches. */
export type MatchedName<T extends NameOption> = {
  readonly text: string;
  readonly options: readonly T[];
  /** The certain match: the only one, or the only one with exactly this name. */
  readonly certain: T | undefined;
};

/** The matches that have exactly the name, or its text as remark. */
export function listSame<T extends Omit<NameOption, 'key'>>(text: string, options: readonly T[]): T[] {
  const bare = text.toLowerCase();
  return options.filter(({ name, remark }) => [name, remark].some((part) => part.toLowerCase() === bare));
}

/** Of each name with several matches, the first that has exactly this name, else the first: "NYC" is New York. */
export const pickFirst = <T extends NameOption>(found: readonly MatchedName<T>[]): ReadonlyMap<string, T> =>
  new Map(
    found.flatMap(({ text, options, certain }) => {
      const [first] = certain === undefined ? [...listSame(text, options), ...options] : [];
      return first === undefined ? [] : [[text, first] as const];
    }),
  );

/** Finds the certain match of one name. */
export function matchName<T extends NameOption>(text: string, options: readonly T[]): MatchedName<T> {
  const only = [options, listSame(text, options)].find(({ length }) => length === 1);
  return { text, options, certain: only?.[0] };
}

type NameChoiceProps<T extends NameOption> = {
  readonly of: Pick<MatchedName<T>, 'text' | 'options'>;
  /** What it means that none is picked. */
  readonly without?: string;
  readonly picked: T | undefined;
  readonly onPick: (text: string, option: T | undefined) => void;
};

/** A name that several have, with which of them is meant. */
export const NameChoice = <T extends NameOption>({
  of: { text, options },
  without = 'leave out',
  picked,
  onPick,
}: NameChoiceProps<T>) => (
  <li>
    <label className="flex flex-wrap items-center gap-2">
      {text}
      <select
        value={picked?.key ?? ''}
        className="h-8 min-w-0 grow rounded-[7px] border border-edge bg-panel px-1.5"
        onChange={({ target }) =>
          onPick(
            text,
            options.find(({ key }) => key === target.value),
          )
        }
      >
        <option value="">{without}</option>
        {options.map(({ key, name, remark }) => (
          <option key={key} value={key}>
            {[name, remark].filter((part) => part !== '').join(', ')}
          </option>
        ))}
      </select>
    </label>
  </li>
);
