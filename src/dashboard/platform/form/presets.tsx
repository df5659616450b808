/** A span of UTC days with a name. */
export type Preset = { readonly name: string; readonly from: string; readonly to: string };

/** The usual spans up to today, both ends included. */
export function buildPresets(now: Date): Preset[] {
  const today = now.toISOString().slice(0, 10);
  const daysBefore = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  return [
    ...[7, 30, 90].map((days) => ({ name: `${days} days`, from: daysBefore(days - 1), to: today })),
    { name: 'This year', from: `${today.slice(0, 4)}-01-01`, to: today },
  ];
}

type PresetsProps = {
  readonly label: string;
  readonly presets: readonly Preset[];
  readonly chosen: { readonly from: string; readonly to: string };
  readonly onChoose: (preset: Preset) => void;
};

/** The usual spans as small buttons under a pair of days. */
export function Presets({ label, presets, chosen, onChoose }: PresetsProps) {
  return (
    <fieldset aria-label={label} className="mt-1.5 flex gap-1">
      {presets.map((preset) => (
        <button
          key={preset.name}
          type="button"
          aria-pressed={preset.from === chosen.from && preset.to === chosen.to}
          className="min-h-6 rounded-[5px] px-1.5 text-[11.5px] text-ink-3 hover:bg-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          onClick={() => onChoose(preset)}
        >
          {preset.name}
        </button>
      ))}
    </fieldset>
  );
}
