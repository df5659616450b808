import type { Entity } from '../sink.ts';
import type { Merge, MergeReport } from './merge-report.ts';

const words: Record<Entity, [one: string, many: string]> = {
  company: ['company', 'companies'],
  investor: ['investor', 'investors'],
  person: ['person', 'people'],
  deal: ['deal', 'deals'],
};
const formatCount = (count: number, entity: Entity) =>
  `${count.toLocaleString('en')} ${words[entity][count === 1 ? 0 : 1]}`;

/** What became one, for the screen: how often and why, with the first `shown` of each reason, and how to undo it. */
export function formatMerge({ counts, contradictions, list, leftApart }: MergeReport, shown: number): string[] {
  if (counts.length === 0 && leftApart.length === 0) return ['No record is in two sources.'];
  return [
    ...counts.flatMap(({ entity, reason, count }) => [
      `  ${formatCount(count, entity)} joined with another source's by ${reason}`,
      ...list
        .filter((merge) => merge.entity === entity && merge.reason === reason)
        .slice(0, shown)
        .map(({ kept, joined }) => `    ${toName(kept)} = ${toName(joined)}`),
      ...(count > shown ? ['    ...'] : []),
    ]),
    ...leftApart.map(
      ({ entity, reason, groups }) =>
        `  ${formatCount(groups, entity)} alike by ${reason} left apart: something else speaks against it`,
    ),
    ...contradictions.map(
      ({ entity, fact, count }) =>
        `  ${formatCount(count, entity)} with two values of ${fact}: the newer source's was taken`,
    ),
    'List records that are not the same in a file for --keep-apart; --report lists all ids.',
  ];
}

/** Merges a line each, below the reason that they have in common; they come in the order of their reasons. */
export function listMerges(merges: readonly Merge[]): string[] {
  if (merges.length === 0) return ['No record is in two sources.'];
  let heading = '';
  return merges.flatMap(({ entity, reason, kept, joined }) => {
    const line = `  ${toName(kept)} = ${toName(joined)}`;
    const current = `${words[entity][1]} joined by ${reason}`;
    if (current === heading) return [line];
    heading = current;
    return [current, line];
  });
}

const toName = ({ id, name, source }: MergeReport['list'][number]['kept']) => `${name} (${source}, ${id})`;
