import { type ReactNode, use, useMemo } from 'react';
import { relevanceBands } from '#contract/relevance.ts';
import { readConnected } from '../../platform/http/connection.ts';
import { findBestSentence, markMatches, readQueryStems } from './best-sentence.ts';
import { EmptyCell } from './cells.tsx';
import { SearchedText } from './searched-text.ts';

const bands = {
  strong: { name: 'Strong match', dot: 'border-accent bg-accent' },
  related: { name: 'Related', dot: 'border-accent' },
  weak: { name: 'Weak match', dot: 'border-edge border-dashed' },
};
type Band = keyof typeof bands;

/** Whether the scale of a relevance is known: a hosted service has one of its own. */
export const areBandsKnown = (): boolean => readConnected()?.service === 'own';

/** The band of a relevance from 0 to 1. */
export const findBand = (relevance: number): Band =>
  relevance >= relevanceBands.strong ? 'strong' : relevance >= relevanceBands.related ? 'related' : 'weak';

/** How well a row fits a description: its band, or the figure of a service whose scale is not known. */
export function RelevanceCell({ relevance }: { readonly relevance: number | null }) {
  if (relevance === null) return <EmptyCell words="not searched by meaning" />;
  if (!areBandsKnown()) return <span className="tabular-nums">{relevance.toFixed(2)}</span>;
  const { name, dot } = bands[findBand(relevance)];
  return (
    <span title={`Relevance ${relevance.toFixed(2)}`} className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <i aria-hidden className={`size-2 shrink-0 rounded-full border-[1.5px] ${dot}`} />
      {name}
    </span>
  );
}

type MarkedTextProps = {
  readonly texts: readonly (string | null | undefined)[];
  /** The whole first text instead of its best sentence. */
  readonly whole?: boolean;
  /** Without a text. */
  readonly empty?: ReactNode;
};

/** The sentence that fits the searched description best, or a whole text, its searched words marked. */
export function MarkedText({ texts, whole = false, empty }: MarkedTextProps) {
  const searched = use(SearchedText);
  const stems = useMemo(() => readQueryStems(searched), [searched]);
  const first = texts.find((text) => text) ?? '';
  const text = whole || searched === '' ? first : findBestSentence(texts, stems);
  if (text === '') return empty;
  return markMatches(text, stems).map((piece) =>
    piece.isMatch ? (
      <mark key={piece.at} className="rounded-[3px] bg-accent-soft font-[550] text-accent-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
