import { formatRoundName } from '#contract/rounds.ts';
import { financingType } from '#contract/enums.ts';
import type { Item, Reason } from './items.ts';

type ReasonTextProps = {
  readonly item: Item;
  readonly reason: Reason;
  /** Whether the alert is named, because there are several. */
  readonly named: boolean;
};

/** Why an alert found a deal, in the service's own words; the facts of the deal stand out. */
export function ReasonText({ item, reason: { alertName, text }, named }: ReasonTextProps) {
  const said = text.trim() === '' ? 'The service gave no reason.' : text;
  return (
    <p className="text-[12.5px]">
      {named && <span className="font-medium text-ink">{alertName}: </span>}
      {toParts(said, toFacts(item)).map(({ at, part, isFact }) =>
        isFact ? (
          <b key={at} className="font-semibold text-accent-ink">
            {part}
          </b>
        ) : (
          part
        ),
      )}
    </p>
  );
}

/** What of the deal a reason may name. */
function toFacts({ deal, round }: Item): string[] {
  const type = financingType.safeParse(round.type).data;
  const { city, state, country, region } = deal.location ?? {};
  return [
    ...(type ? [formatRoundName({ type, pre: round.pre === true, extension: round.extension === true })] : []),
    ...[city, state, country, region, deal.company_name].flatMap((fact) => fact ?? []),
  ].filter((fact) => fact.length > 1);
}

type Part = { readonly at: number; readonly part: string; readonly isFact: boolean };

/** Cuts a text where a fact stands as a whole word, an amount, or what our own service says after "works in". */
export function toParts(text: string, facts: readonly string[]): Part[] {
  const longestFirst = facts
    .toSorted((a, b) => b.length - a.length)
    .map((fact) => fact.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const pattern = [
    ...longestFirst,
    String.raw`\$[\d,.]*\d`,
    String.raw`(?<=works in )[^,.]+?(?= and it |[,.]| and the )`,
  ].join('|');
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: part, index: at } of text.matchAll(
    new RegExp(`(?<![\\p{L}\\d-])(?:${pattern})(?![\\p{L}\\d-])`, 'gu'),
  )) {
    if (at > from) parts.push({ at: from, part: text.slice(from, at), isFact: false });
    parts.push({ at, part, isFact: true });
    from = at + part.length;
  }
  return from < text.length ? [...parts, { at: from, part: text.slice(from), isFact: false }] : parts;
}
