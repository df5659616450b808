import { endsLikeInvestor } from '../words/names.ts';
import type { GuessedColumns } from './columns.ts';
import type { Sample } from './doubts.ts';
import { rowWords, toWords } from './headers.ts';
import { listKnown } from './value-tests.ts';
import type { WideRound } from './wide.ts';

/** What a row of a table is. */
export type RowKind = 'rounds' | 'wide' | 'companies' | 'investors' | 'people' | 'layoffs' | 'acquisitions';

/** How a doubt or a summary says it. */
export const rowKindTexts: Record<RowKind, string> = {
  rounds: 'a row is a funding round, or an investment in one',
  wide: 'a row is a company with several rounds, each in columns of its own',
  companies: 'a row is a company: no column describes a round, so investors are backers of the company',
  investors: 'a row is an investor: this is a directory, without companies and rounds',
  people: 'a row is a person at a company',
  layoffs: 'a row is a layoff, not a funding round: only the companies are imported, with what they raised in total',
  acquisitions: 'a row is an acquisition, not a funding round: only the companies are imported, as acquired',
};

/** Decides what a row is from headers and values together; undefined if it is nothing that can be imported. */
export function decideRowKind(sample: Sample, fields: GuessedColumns, wide: readonly WideRound[]): RowKind | undefined {
  const headers = sample.columns.map(toWords);
  const has = (words: RegExp) => headers.some((header) => words.test(header));
  if (has(rowWords.layoffs) && fields.has('name')) return 'layoffs';
  if (wide.length > 0 && fields.has('name')) return 'wide';
  if (isDirectory(sample, fields, headers)) return 'investors';
  const buyer = has(rowWords.acquisitions);
  if (buyer && !fields.has('round_type') && !fields.has('investors'))
    return fields.has('name') ? 'acquisitions' : undefined;
  const isRound =
    fields.has('raised') ||
    fields.has('round_type') ||
    (fields.has('date') && (fields.has('investors') || fields.has('lead_investors')));
  if (isRound) return 'rounds';
  if (fields.has('name')) return 'companies';
  return fields.has('person') ? 'people' : undefined;
}

/** Headers that name the investor, and those of a table of rounds or companies. */
const investorName = /^(investors?|investment firms?|firms?|funds?|vcs?|vc firms?|angels?|fund managers?)( names?)?$/;
const otherTable = /\b(compan(y|ies)|startups?|organi[sz]ation|raised|announced|amount|lead|valuation|founders?)\b/;

/** Whether the rows are investors: their column or other columns say so, or their names do. */
function isDirectory(sample: Sample, fields: GuessedColumns, headers: readonly string[]): boolean {
  const others = headers.filter(
    (header) => !rowWords.investors.test(header) && !/\bportfolio\b|\blinked ?in\b/.test(header),
  );
  if (others.some((header) => otherTable.test(header))) return false;
  // A size of tickets is no amount that was raised.
  const raised = fields.get('raised');
  if (fields.has('date') || (raised !== undefined && !rowWords.investors.test(toWords(raised)))) return false;
  if (headers.some((header) => investorName.test(header))) return true;
  if (!fields.has('name')) return false;
  if (headers.some((header) => rowWords.investors.test(header))) return true;
  const names = listKnown(sample.values.get(fields.get('name') ?? '') ?? []);
  return names.filter(endsLikeInvestor).length > names.length * 0.5;
}
