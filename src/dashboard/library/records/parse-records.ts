import { z } from 'zod';
import { company } from '#contract/companies.ts';
import { deal, dealWithArticles, dealAngel, dealInvestor } from '#contract/deals.ts';
import { investor } from '#contract/investors.ts';
import { person } from '#contract/people.ts';
import { parseTolerantly } from '#contract/record.ts';
import type { Identified, StoredRecord } from './packed-rows.ts';
import type { Kind } from './records.ts';

/** The shape of each kind of record, so that a damaged file breaks no screen. */
const shapes: Record<Exclude<Kind, 'answers'>, z.ZodType> = {
  deals: deal,
  companies: company,
  investors: investor,
  lineups: z.object({ id: z.string(), firms: z.array(dealInvestor), angels: z.array(dealAngel) }),
  names: z.object({
    id: z.string(),
    kind: z.enum(['company', 'firm', 'person', 'deal']),
    name: z.string(),
    remark: z.string(),
    round: z.object({ type: z.string().nullable(), pre: z.boolean(), extension: z.boolean() }).partial().optional(),
    usd: z.number().nullish(),
  }),
  articles: z.object({ id: z.string(), articles: dealWithArticles.shape.articles }),
  people: person,
  histories: person.pick({ id: true, employment_history: true, education_history: true }),
};

/** Records that hold only lists. One without a list says nothing, so it must not be shown as an empty list. */
const listKinds: readonly Kind[] = ['lineups', 'articles'];

/** Parses records of a backup or another device, and leaves out those that no screen can show. */
export const parseRecords = (kind: Kind, records: readonly StoredRecord<Identified>[]): StoredRecord<Identified>[] =>
  records.flatMap(({ at, row }) => {
    const record = (
      kind === 'answers' ? row : parseTolerantly(shapes[kind], row, () => undefined)
    ) as Identified | null;
    const isLost = record === null || (listKinds.includes(kind) && Object.values<unknown>(record).includes(null));
    return isLost ? [] : [{ at, row: record }];
  });
