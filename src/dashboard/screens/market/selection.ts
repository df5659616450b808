import { z } from 'zod';
import { facetStages, listStageRounds } from '#contract/facets.ts';
import { graduatingStages, type MarketSelection } from '#contract/market.ts';
import { readConnected } from '../../platform/http/connection.ts';
import { dayParameter } from '../../platform/url/url.ts';
import type { SearchQuery } from '../searches/kit/query/search-query.ts';
import { formatCohort, formatDays } from './period-names.ts';
import { formatStage, type MarketStage } from './stages.ts';

/** A place or industry of the heat table. */
type Named = { readonly permalink: string; readonly name: string };

/** One thing that is selected: days, a stage, a cell of the heat table, an investor that led, or a cohort. */
export type Mark =
  | { readonly kind: 'days'; readonly start: string; readonly end: string }
  | { readonly kind: 'stage'; readonly stage: MarketStage }
  | { readonly kind: 'cell'; readonly country: Named; readonly industry: Named }
  | { readonly kind: 'lead'; readonly id: string; readonly name: string }
  | { readonly kind: 'cohort'; readonly stage: (typeof graduatingStages)[number]; readonly start: string };

/** Marks of one kind; empty if nothing is selected. */
export type Marks = readonly Mark[];

/** The blocks in which something can be selected. */
export type SelectingBlock = 'clock' | 'where' | 'leads' | 'graduation';

const blocks: Record<Mark['kind'], SelectingBlock> = {
  days: 'clock',
  stage: 'clock',
  cell: 'where',
  lead: 'leads',
  cohort: 'graduation',
};

/** The block in which it was selected: that one counts everything, the others what is selected. */
export const findSelecting = ([mark]: Marks): SelectingBlock | undefined => mark && blocks[mark.kind];

/** The marks of the kind of the first one; an address by hand may mix them. */
export const readSelection = (marks: Marks): Marks => marks.filter(({ kind }) => kind === marks[0]?.kind);

const named = z.object({ permalink: z.string(), name: z.string() });
const mark = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('days'), start: dayParameter, end: dayParameter }),
  z.object({ kind: z.literal('stage'), stage: z.enum(facetStages) }),
  z.object({ kind: z.literal('cell'), country: named, industry: named }),
  z.object({ kind: z.literal('lead'), id: z.guid(), name: z.string() }),
  z.object({ kind: z.literal('cohort'), stage: z.enum(graduatingStages), start: dayParameter }),
]);

/** A mark in the address, such as `days~2026-07-01~2026-09-30`; cells and leads have their names, for the token. */
export const markText = z.codec(z.string().regex(/^(days|stage|cell|lead|cohort)~/), mark, {
  decode: (text): z.input<typeof mark> => {
    const [kind, one = '', two = '', three = '', ...rest] = text.split('~');
    if (kind === 'days') return { kind, start: one, end: two };
    // The schema after the codec rejects a stage that there is not.
    if (kind === 'stage') return { kind, stage: one as MarketStage };
    if (kind === 'cohort') return { kind, stage: one as 'SEED', start: two };
    if (kind === 'lead') return { kind, id: one, name: [two, three, ...rest].join('~').replace(/~+$/, '') };
    return {
      kind: 'cell',
      country: { permalink: one, name: two || one },
      industry: { permalink: three, name: rest.join('~') || three },
    };
  },
  encode: (marked) => {
    switch (marked.kind) {
      case 'days':
        return ['days', marked.start, marked.end].join('~');
      case 'stage':
        return ['stage', marked.stage].join('~');
      case 'cell':
        return ['cell', marked.country, marked.industry]
          .flatMap((part) => (typeof part === 'string' ? part : [part.permalink, part.name]))
          .join('~');
      case 'lead':
        return ['lead', marked.id, marked.name].join('~');
      case 'cohort':
        return ['cohort', marked.stage, marked.start].join('~');
    }
  },
});

/** The selection as the service takes it. */
export function toMarketSelection(selection: Marks): MarketSelection | undefined {
  const [first] = selection;
  switch (first?.kind) {
    case 'days':
      return { date_start: first.start, date_end: first.end };
    case 'stage':
      return { stages: pick(selection, 'stage').map(({ stage }) => stage) };
    case 'cell':
      return {
        cells: pick(selection, 'cell').map(({ country, industry }) => ({
          country: country.permalink,
          industry: industry.permalink,
        })),
      };
    case 'lead':
      return { leads: pick(selection, 'lead').map(({ id }) => id) };
    case 'cohort':
      return { cohort: { stage: first.stage, start: first.start } };
    default:
      return undefined;
  }
}

const pick = <K extends Mark['kind']>(selection: Marks, kind: K) =>
  selection.filter((one): one is Extract<Mark, { kind: K }> => one.kind === kind);

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const maxNamed = 4;

/** Names next to each other; a long list counts the rest. */
function joinNames(names: readonly string[]): string {
  const all = [...new Set(names)];
  if (all.length <= maxNamed) return list.format(all);
  return `${all.slice(0, maxNamed - 1).join(', ')} and ${all.length - maxNamed + 1} more`;
}

/** The selection in words, such as "Q2 2026", "Seed and Series A" or "Software, AI in Sweden". */
export function describeSelection(selection: Marks): string {
  const [first] = selection;
  switch (first?.kind) {
    case 'days':
      return formatDays(first.start, first.end);
    case 'stage':
      return joinNames(pick(selection, 'stage').map(({ stage }) => formatStage(stage)));
    case 'cell': {
      const cells = pick(selection, 'cell');
      return `${joinNames(cells.map(({ industry }) => industry.name))} in ${joinNames(cells.map(({ country }) => country.name))}`;
    }
    case 'lead':
      return `Led by ${joinNames(pick(selection, 'lead').map(({ name }) => name))}`;
    case 'cohort':
      return `${formatStage(first.stage)} in ${formatCohort(first.start)}`;
    default:
      return '';
  }
}

/**
 * The question with the selection as its filters; undefined for a cohort, which no filter describes. A place or industry
 * then counts wherever a company has it, and a lead wherever it invested.
 */
export function keepAsFilters<Question extends SearchQuery>(
  question: Question,
  selection: Marks,
): Question | undefined {
  const [first] = selection;
  switch (first?.kind) {
    case 'days':
      return { ...question, from: first.start, to: first.end };
    case 'stage':
      return { ...question, round: pick(selection, 'stage').flatMap(({ stage }) => listStageRounds(stage)) };
    case 'cell': {
      const cells = pick(selection, 'cell');
      const unique = (all: readonly Named[], kind: string) => [
        ...new Map(all.map((one) => [one.permalink, { ...one, kind }])).values(),
      ];
      return {
        ...question,
        location: unique(
          cells.map(({ country }) => country),
          'COUNTRY',
        ),
        industry: unique(
          cells.map(({ industry }) => industry),
          // Records of a hosted service name no super category.
          readConnected()?.facets === false ? 'INDUSTRY' : 'SUPER_CATEGORY',
        ),
      };
    }
    case 'lead':
      return { ...question, investor: pick(selection, 'lead').map(({ id, name }) => ({ id, name })) };
    default:
      return undefined;
  }
}
