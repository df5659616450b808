import { financingTypes, type FinancingType } from '#contract/enums.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { type Bounds, rangeOf, sideOf } from './bounds.ts';
import {
  atEnd,
  convert,
  followedBy,
  listMark,
  listOf,
  maybe,
  longestOf,
  phrases,
  rangeMark,
  sequence,
  table,
  wordLike,
} from './phrases.ts';
import type { PhraseReader } from './sentence.ts';

type Rounds = readonly FinancingFilter[];
const plain = (type: FinancingType, pre = false): FinancingFilter => ({ type, pre, extension: false });
const series = financingTypes
  .filter((type) => type.startsWith('SERIES_'))
  .map((type) => ({ letter: type.slice(-1).toLowerCase(), round: plain(type) }));

/** The usual stages, earliest first. */
const ladder: Rounds = [plain('SEED', true), plain('SEED'), ...series.map(({ round }) => round)];
const find = (round: FinancingFilter): number =>
  ladder.findIndex(({ type, pre }) => type === round.type && pre === round.pre);

/** The stages within bounds. */
function listStages({ min, max, above, below }: Bounds<FinancingFilter>): Rounds | undefined {
  if ([min, max, above, below].some((round) => round && find(round) < 0)) return undefined;
  const start = above ? find(above) + 1 : min ? find(min) : 0;
  const end = below ? find(below) : max ? find(max) + 1 : ladder.length;
  return start < end ? ladder.slice(start, end) : undefined;
}

/** Words that mean rounds by themselves. */
const words = table<Rounds>([
  ['early stage | very early stage | super early stage', ladder.slice(0, 3)],
  ['growth stage | growth round | growth equity', ladder.slice(3)],
  ['mid stage | middle stage', ladder.slice(3, 5)],
  ['late/later/latest stage round?', ladder.slice(4)],
  ['debt | venture debt | debt round | debt deal | debt raise | debt financing', [plain('DEBT_FINANCING')]],
  ['grant | government grant | public grant | research grant | grant round | grant funding', [plain('GRANT')]],
  ['convertible | convertible note', [plain('CONVERTIBLE_NOTE')]],
  ['safes | safe note | safe round | safe deal | safe financing', [plain('SAFE')]],
  ['equity round | equity deal | equity financing', [plain('EQUITY')]],
  ['crowdfunding | equity crowdfunding | crowdfunded', [plain('CROWDFUNDING')]],
  ['ico | initial coin offering | token sale', [plain('INITIAL_COIN_OFFERING')]],
  ['secondary | secondaries | secondary market | secondary sale', [plain('SECONDARY_MARKET')]],
  ['preferred | preferred equity | preferred stock', [plain('PREFERRED')]],
  ['non equity assistance | accelerator round | accelerator deal | incubator round', [plain('NON_EQUITY_ASSISTANCE')]],
]);
const base = table<FinancingFilter>([
  ['seed', plain('SEED')],
  ['pre seed | preseed', plain('SEED', true)],
  ['pre a', plain('SERIES_A', true)],
  ...series.flatMap(({ letter, round }): [string, FinancingFilter][] => [
    [`series ${letter} | series${letter}`, round],
    [`pre series ${letter} | preseries ${letter}`, { ...round, pre: true }],
  ]),
]);
/** A round by its full name: "pre-seed", "Series A extension", "seed-stage". */
const named = convert(
  sequence(base, maybe(phrases('ext | extension')), maybe(phrases('stage'))),
  ([round, extension]): FinancingFilter => ({ ...round, extension: extension !== undefined }),
);
const bare = table(series.map(({ letter, round }) => [letter, round] as const));
const canFollowA = longestOf<unknown>(
  wordLike(/^(?:rounds|deals|financings|\+|\/)$/),
  sequence(rangeMark, wordLike(/^[b-z]$/)),
);
const noArticle: PhraseReader<true> = ({ sentence }, at) =>
  sentence.tokens[at - 1]?.text === 'a' ? undefined : { to: at, value: true };
/** A letter alone; "a" is an article unless only a round can follow. */
const letter = convert(sequence(bare, longestOf(followedBy(canFollowA), atEnd, noArticle)), ([round]) => round);
/** The rounds that words mean. */
export const readRounds: PhraseReader<Rounds> = longestOf(
  convert(rangeOf(named, longestOf(named, bare)), listStages),
  convert(sideOf(named), listStages),
  listOf(named, listMark, longestOf(named, letter)),
  convert(rangeOf(letter, bare), listStages),
  convert(sideOf(letter), listStages),
  convert(sequence(letter, followedBy(phrases('round'))), ([round]) => [round]),
  words,
);

/** "Series Z" and "angel round", which the API does not have. */
export const unknownRound: PhraseReader<unknown> = longestOf<unknown>(
  sequence(phrases('series'), wordLike(/^(?:[a-z]{1,2}|\d+)$/)),
  phrases('angel round | bridge round | mezzanine round'),
);
