import { lineStates, stateNames, type LineState } from '../../library/lists/lines.ts';

type StatePillsProps = {
  readonly counts: Readonly<Record<LineState, number>>;
  readonly total: number;
  readonly shown: LineState | undefined;
  readonly onShow: (state: LineState | undefined) => void;
};

/** How many lines there are of each kind; a press shows those alone. */
export function StatePills({ counts, total, shown, onShow }: StatePillsProps) {
  const pills = [
    [undefined, 'lines', total] as const,
    ...lineStates.map((state) => [state, stateNames[state], counts[state]] as const),
  ];
  return (
    <fieldset aria-label="Which lines are shown" className="flex flex-wrap gap-1">
      {pills
        .filter(([state, , count]) => state === undefined || state === shown || count > 0)
        .map(([state, name, count]) => (
          <button
            key={name}
            type="button"
            aria-pressed={shown === state}
            className="h-7 rounded-[6px] border border-line px-2 text-ink-2 tabular-nums hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
            onClick={() => onShow(state)}
          >
            <b className="font-semibold">{count.toLocaleString('en-US')}</b> {name}
          </button>
        ))}
    </fieldset>
  );
}
