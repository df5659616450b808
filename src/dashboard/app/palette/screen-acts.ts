/** A button of the screen, as the palette offers it. */
export type ScreenAct = {
  readonly name: string;
  /** Its highest price in tenths; undefined where it costs nothing by itself. */
  readonly tenths: number | undefined;
  readonly button: HTMLButtonElement;
};

/** Parts of a screen whose buttons belong to one row or one popup, and say nothing without it. */
const inner = '[role="grid"], [role="feed"], [role="listbox"], [role="list"], ul, ol, table';

/**
 * What the present screen can do: its own buttons, by their own names and prices. The palette presses the button
 * itself, so that a price is quoted, checked and charged in one place.
 */
export function findScreenActs(screen: ParentNode): ScreenAct[] {
  const acts = [...screen.querySelectorAll<HTMLButtonElement>('button')].flatMap((button): ScreenAct[] => {
    const name = toButtonName(button);
    if (name === '' || !canBePressed(button) || button.closest(inner) !== null) return [];
    const tenths = button.dataset['tenths'];
    return [{ name, tenths: tenths === undefined ? undefined : Number(tenths), button }];
  });
  return [...new Map(acts.toReversed().map((act) => [act.name, act])).values()].toReversed();
}

const canBePressed = (button: HTMLButtonElement): boolean =>
  !button.disabled &&
  button.getAttribute('aria-disabled') !== 'true' &&
  button.getAttribute('role') === null &&
  button.getClientRects().length > 0;

/** The words of a button without what is for the eye alone, and without its price. */
function toButtonName(button: HTMLButtonElement): string {
  const label = button.getAttribute('aria-label');
  if (label !== null) return label;
  const copy = button.cloneNode(true) as HTMLButtonElement;
  for (const part of copy.querySelectorAll('[aria-hidden="true"], [data-price], .sr-only, output')) part.remove();
  return copy.textContent.replaceAll(/\s+/g, ' ').trim().replace(/,$/, '');
}
