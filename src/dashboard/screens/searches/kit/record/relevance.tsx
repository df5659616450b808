import { type ReactNode, use, useMemo } from 'react';
import { relevanceBands } from '#contract/relevance.ts';
import { readConnected } from '../../../../platform/http/connection.ts';
import { removeName } from '../../../../platform/about-company.ts';
import { findBestSentence, markMatches, listQueryStems } from './best-sentence.ts';
import type { Grouping, GridRow } from '../table/grid-column.ts';
import { EmptyCell } from './cells.tsx';
import { SearchedText } from './searched-text.ts';

/** The bands of relevance by name. */
const bandNames = { strong: 'Strong match', related: 'Related', weak: 'Weak match' } as const;
type Band = keyof typeof bandNames;

const dots: Record<Band, string> = {
  strong: 'border-accent bg-accent',
  related: 'border-accent',
  weak: 'border-edge border-dashed',
};

/** The sign of a band. */
const BandDot = ({ band }: { readonly band: Band }) => (
  <i aria-hidden className={`size-2 shrink-0 rounded-full border-[1.5px] ${dots[band]}`} />
);

/** Whether the scale of a relevance is known: a hosted service has one of its own. */
export const areBandsKnown = (): boolean => readConnected()?.service === 'own';

/** The band of a relevance from 0 to 1. */
export function findBand(relevance: number): Band {
  if (relevance >= relevanceBands.strong) return 'strong';
  return relevance >= relevanceBands.related ? 'related' : 'weak';
}

/** How well a row fits a description: its band, or the figure of a service whose scale is not known. */
export function RelevanceCell({ relevance }: { readonly relevance: number | null }) {
  if (relevance === null) return <EmptyCell words="not searched by meaning" />;
  if (!areBandsKnown()) return <span className="tabular-nums">{relevance.toFixed(2)}</span>;
  const band = findBand(relevance);
  return (
    <span title={`Relevance ${relevance.toFixed(2)}`} className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <BandDot band={band} />
      {bandNames[band]}
    </span>
  );
}

type MarkedTextProps = {
  readonly texts: readonly (string | null | undefined)[];
  /** The name that the text follows, which is left out of it. */
  readonly name?: string | null;
  /** The whole first text instead of its best sentence. */
  readonly whole?: boolean;
  /** Without a text. */
  readonly empty?: ReactNode;
};

/** The sentence that fits the searched description best, or a whole text, its searched words marked. */
export function MarkedText({ texts, name, whole = false, empty }: MarkedTextProps) {
  const searched = use(SearchedText);
  const stems = useMemo(() => listQueryStems(searched), [searched]);
  const first = texts.find((text) => text) ?? '';
  const text = removeName(whole || searched === '' ? first : findBestSentence(texts, stems), name ?? '');
  if (text === '') return empty;
  return markMatches(text, stems).map((piece) =>
    piece.isMatch ? (
      // A row that is cut shows a word whole or not at all, never a part of its highlight.
      <mark
        key={piece.at}
        className={`rounded-[3px] bg-accent-soft font-[550] text-accent-ink ${whole ? '' : 'inline-block'}`}
      >
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}

const bandOrder = { strong: 1, related: 2, weak: 3 } as const;

/** Groups the rows of a search by meaning by how well they match; undefined where the scale is not known. */
export const groupByMatch = <R extends GridRow>(
  read: (row: R) => number | null,
): Grouping<R> & { readonly isKnown: () => boolean } => ({
  id: 'match',
  name: 'Match',
  none: 'Not ranked',
  direction: 'ascending',
  isKnown: areBandsKnown,
  read(row) {
    const relevance = read(row);
    if (relevance === null) return null;
    const band = findBand(relevance);
    return { order: bandOrder[band], name: bandNames[band], sign: <BandDot band={band} /> };
  },
});
