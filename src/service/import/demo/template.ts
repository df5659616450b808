/** A text with slots such as `$name`; a slot with a capital letter starts a sentence. */
export type TextTemplate<Slot extends string> = {
  parts: readonly string[];
  slots: readonly { slot: Slot; isCapital: boolean }[];
};

/** Parses a text once, so that filling it takes only a few joins. */
export function parseTemplate<Slot extends string>(text: string): TextTemplate<Slot> {
  const parts = text.split(/\$[A-Za-z]+/);
  const slots = [...text.matchAll(/\$([A-Za-z]+)/g)].map(([, slot = '']) => ({
    slot: slot.toLowerCase() as Slot,
    isCapital: /^[A-Z]/.test(slot),
  }));
  return { parts, slots };
}

export const capitalizeFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The text with its slots filled; `fill` is called once for each slot. */
export function fillTemplate<Slot extends string>(
  { parts, slots }: TextTemplate<Slot>,
  fill: (slot: Slot) => string,
): string {
  let text = parts[0] ?? '';
  for (let index = 0; index < slots.length; index += 1) {
    const { slot, isCapital } = slots[index] as TextTemplate<Slot>['slots'][number];
    const value = fill(slot);
    text += (isCapital ? capitalizeFirst(value) : value) + (parts[index + 1] ?? '');
  }
  return text;
}
