import { financingTypes, type FinancingType } from '../enums.ts';
import type { FinancingFilter } from '../request-parts.ts';
import { formatRoundName, normalizeRoundName } from '../rounds.ts';

const plain = (type: FinancingType, pre = false, extension = false): FinancingFilter => ({ type, pre, extension });
const series = financingTypes.filter((type) => type.startsWith('SERIES_'));

/** The usual stages, earliest first. */
const ladder: readonly FinancingFilter[] = [plain('SEED', true), plain('SEED'), ...series.map((type) => plain(type))];
const from = (name: string): number => ladder.findIndex((round) => normalizeRoundName(formatRoundName(round)) === name);

const stages: readonly (readonly [string, readonly FinancingFilter[]])[] = [
  ['(?:very |super )?early[ -]stages?', ladder.slice(0, 3)],
  ['growth[ -]stages?|growth rounds?|growth equity', ladder.slice(from('seriesb'))],
  ['mid(?:dle)?[ -]stages?', ladder.slice(from('seriesb'), from('seriesc') + 1)],
  ['late(?:r|st)?[ -]stages?', ladder.slice(from('seriesc'))],
];

const otherNames: readonly (readonly [string, FinancingType])[] = [
  ...financingTypes
    .filter(
      (type) =>
        !['SEED', 'SAFE', 'EQUITY', 'GRANT', 'PREFERRED', 'CROWDFUNDING', 'FUNDING_ROUND'].includes(type) &&
        !series.includes(type),
    )
    .map((type) => [`${type.toLowerCase().replaceAll('_', '[ -]')}s?`, type] as const),
  ['(?:venture )?debt(?: rounds?| deals?| raises?)', 'DEBT_FINANCING'],
  ['venture debt', 'DEBT_FINANCING'],
  ['(?:government |public |research )?grants?(?: rounds?| funding)?', 'GRANT'],
  ['convertibles?|notes(?= rounds?)', 'CONVERTIBLE_NOTE'],
  ['safes|safe(?= (?:notes?|rounds?|deals?|financings?))(?: notes?)?', 'SAFE'],
  ['(?:equity )?crowdfunding|crowdfunded', 'CROWDFUNDING'],
  ['icos?|token sales?', 'INITIAL_COIN_OFFERING'],
  ['secondar(?:y|ies)(?: market| sales?)?', 'SECONDARY_MARKET'],
  ['preferred(?: equity| stock)?', 'PREFERRED'],
  ['equity(?= (?:rounds?|deals?|financings?))', 'EQUITY'],
  ['accelerator(?= (?:rounds?|deals?))|incubator(?= (?:rounds?|deals?))', 'NON_EQUITY_ASSISTANCE'],
];

const letters = series.map((type) => type.at(-1)?.toLowerCase()).join('');
const single = `(?:pre[ -]?seed|pre[ -]?series[ -]?[${letters}]|pre[ -]a|seed|series[ -]?[${letters}])(?![a-z'])(?:[ -](?:ext(?:ension)?)(?![a-z]))?(?:[ -](?:stage|rounds?)(?= (?:to|through|or|and|\\+)))?`;
/** A letter alone; "a" is an article unless only a round can follow. */
const lone = `(?:[${letters.slice(1)}](?![a-z'&])|a(?= rounds\\b| (?:deals|financings)\\b|\\+|[/,.]|$))`;
const next = `(?:${single}|${lone})`;
const upward = `(?:\\+|[ -]plus| (?:or|and) (?:higher|later|above|beyond|up|upwards?|more|bigger|greater|onwards?|after)| onwards?| upwards?)`;
const downward = `(?: (?:or|and) (?:lower|earlier|below|before|smaller|less|under))`;
const tail = `(?:[ -]stages?(?![a-z]))?`;

type RoundReading = (parts: readonly string[]) => readonly FinancingFilter[] | undefined;
/** Patterns of rounds, those with more words first. */
export const roundPatterns: readonly (readonly [RegExp, RoundReading])[] = [
  [new RegExp(`\\b(?:later than|after|beyond|past|post)[ -](${single})${tail}`, 'g'), ([name = '']) => above(name, 1)],
  [new RegExp(`\\b(?:earlier than|before|below) (${single})${tail}`, 'g'), ([name = '']) => below(name, 0)],
  [
    new RegExp(`\\b(?:from )?(${single})(?: to | through | thru | until | up to | ?[-–—] ?)(${next})${tail}`, 'g'),
    readSpan,
  ],
  [
    new RegExp(`(?<![a-z'])([${letters}])(?: to | through | ?[-–—] ?)([${letters}])(?=[ -]rounds?\\b)`, 'g'),
    ([first = '', last = '']) => readSpan([`series ${first}`, last]),
  ],
  [
    new RegExp(`\\b(?:from )(${single})${tail}(?= on\\b| upwards?| and (?:up|later))(?: on)?${upward}?`, 'g'),
    ([name = '']) => above(name, 0),
  ],
  [new RegExp(`\\b(${single})${upward}${tail}`, 'g'), ([name = '']) => above(name, 0)],
  [new RegExp(`\\b(${single})${downward}${tail}`, 'g'), ([name = '']) => below(name, 1)],
  [new RegExp(`\\b(?:up to|until|at most|maximum) (${single})${tail}`, 'g'), ([name = '']) => below(name, 1)],
  [new RegExp(`\\b(?:at least|minimum) (${single})${tail}`, 'g'), ([name = '']) => above(name, 0)],
  [new RegExp(`(?<![a-z'])(${lone})${upward}(?= |$|[,.?])`, 'g'), ([letter = '']) => above(`series ${letter}`, 0)],
  [new RegExp(`\\b(${single}(?:(?:, (?:and |or )?| ?/ ?| and | or | ?& ?|, )${next})*)${tail}`, 'g'), readList],
  [
    new RegExp(`(?<![a-z\\d'.])([${letters.slice(1)}](?=[ -]round)|a(?=-round| rounds))[ -]rounds?\\b`, 'g'),
    ([letter = '']) => readList([`series ${letter}`]),
  ],
  ...stages.map(([pattern, rounds]): readonly [RegExp, RoundReading] => [
    new RegExp(`\\b(?:${pattern})\\b`, 'g'),
    () => rounds,
  ]),
  ...otherNames.map(([pattern, type]): readonly [RegExp, RoundReading] => [
    new RegExp(`\\b(?:${pattern})(?![a-z-])`, 'g'),
    () => [plain(type)],
  ]),
];

/** "Series Z" and "angel round", which the API does not have. */
export const unknownRound = /\bseries[ -]?(?:[a-z]|\d+|[a-z]{2})\b(?!')|\b(?:angel|bridge|mezzanine)[ -]rounds?\b/g;

const above = (name: string, skip: number) => readLadder(name, (at) => ladder.slice(at + skip));
const below = (name: string, add: number) => readLadder(name, (at) => ladder.slice(0, at + add));

function readLadder(
  name: string,
  cut: (at: number) => readonly FinancingFilter[],
): readonly FinancingFilter[] | undefined {
  const at = from(normalizeRoundName(name).replace(/(stage|rounds?)$/, ''));
  const rounds = at < 0 ? [] : cut(at);
  return rounds.length > 0 ? rounds : undefined;
}

function readSpan([first = '', last = '']: readonly string[]): readonly FinancingFilter[] | undefined {
  const [start, end] = [readOne(first), readOne(last, isSeries(first))].map((round) =>
    round ? from(normalizeRoundName(formatRoundName(round))) : -1,
  );
  return start !== undefined && end !== undefined && start >= 0 && end > start
    ? ladder.slice(start, end + 1)
    : undefined;
}

const isSeries = (name: string): boolean =>
  name.includes('series') || name.startsWith('seed') || name.startsWith('pre');

function readList([list = '']: readonly string[]): readonly FinancingFilter[] | undefined {
  const rounds = list.split(/, (?:and |or )?|\/| and | or |&/).map((name) => readOne(name.trim(), true));
  return rounds.every((round) => round !== undefined) ? rounds : undefined;
}

function readOne(name: string, canBeLetter = false): FinancingFilter | undefined {
  const extension = /[ -]ext(ension)?$/.test(name);
  const bare = normalizeRoundName(name.replace(/[ -]ext(ension)?$/, '').replace(/[ -](stage|rounds?)$/, ''));
  const pre = bare.startsWith('pre');
  const core = bare.replace(/^pre/, '').replace(/^series/, '');
  if (core === 'seed') return plain('SEED', pre, extension);
  const type = series.find((one) => one.at(-1)?.toLowerCase() === core);
  return type && (canBeLetter || bare !== core) ? plain(type, pre, extension) : undefined;
}
