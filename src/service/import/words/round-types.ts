import { financingTypes, type FinancingType, type Intermediate } from '#contract/enums.ts';
import { trimValue } from '#contract/scalars.ts';
import { buildNameKey } from '../../db/name-key.ts';

/** A type of round with its modifiers. */
export type RoundType = { type: FinancingType; pre: boolean; extension: boolean; intermediate: Intermediate };

/** The steps of a round by their number. */
export const steps: readonly Intermediate[] = ['NONE', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT'];
const romans: Record<string, number> = { i: 1, ii: 2, iii: 3, iv: 4 };

/** Words for a series and for a seed round in other languages, and usual misspellings, as folded words. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\b(serie|seria|serii|seies|sereis|seires|ser|runde|ronda|rodada|tour|tur|turu|yatirimi) (?=[a-m]\b)/g, 'series '],
  [/\b([a-m]) (serisi|seri|runde|serie|series)\b/g, 'series $1'],
  [/\b([a-m]) ?(轮|輪|ラウンド|라운드)/gu, 'series $1'],
  [/シリーズ ?(?=[a-m])|시리즈 ?(?=[a-m])/gu, 'series '],
  [/\b(pre ?|vor ?|ön ?|on )(amorcage|semilla|semente|tohum|zaad)\b/g, 'pre seed'],
  [
    /\b(amorcage|semilla|semente|capital semilla|tohum|tohum yatirimi|zaadkapitaal|seedrunde|seedfinanzierung)\b/g,
    'seed',
  ],
  [/种子|種子|シード|시드/gu, 'seed '],
  [/天使|エンジェル|엔젤/gu, 'angel '],
  [/プレ|프리|前(?=轮|輪)|\bpre ?a轮/gu, 'pre '],
  [/战略(融资|投资)?|戦略/gu, 'strategic '],
  [/债(权|务)?(融资)?|デット/gu, 'debt '],
  [/轮|輪|ラウンド|라운드|融资/gu, ' '],
];

/**
 * Folded words of sources, in addition to the names of the types themselves. A text that is not one of them is of the
 * first type of which it has a word.
 */
const synonyms: readonly (readonly [FinancingType, string])[] = [
  ['SAFE', 'saft, safe, safe note, simple agreement for future equity, simple agreement for future tokens'],
  [
    'DEBT_FINANCING',
    `debt, debt general, loan, venture debt, venture loan, credit facility, structured debt, post ipo debt, mezzanine, line
    of credit, bond, bonds, debt round, non convertible debenture, non convertible debentures, debentures, ncd, ncds,
    revolving credit, credit, term loan, term debt, credit line, fremdkapital, darlehen, kredit, dette, pret, deuda, prestamo,
    divida, emprestimo, debito, lening, lan`,
  ],
  [
    'CONVERTIBLE_NOTE',
    `convertible, convertible notes, convertible note, convertible debt, convertible loan, convertible note issuance,
    convertible debentures, compulsorily convertible debentures, ccd, ccps, cn, wandeldarlehen, obligations convertibles`,
  ],
  [
    'CROWDFUNDING',
    `crowdfunding, equity crowdfunding, product crowdfunding, equity crowdsale, crowd funding, equity based crowdfunding, crowdsale equity, crowdfunding round, kitle fonlama, crowdsale`,
  ],
  [
    'INITIAL_COIN_OFFERING',
    `ico, ieo, ido, ifo, token sale, private token sale, public token sale, token pre sale, strategic private sale, coinlist sale, twelvefold auction, ecosystem foundation raise, token, initial coin offering`,
  ],
  [
    'NON_EQUITY_ASSISTANCE',
    `non equity assistance, accelerator, incubator, accelerator incubator, acceleration, support program, non equity, acceleration program, incubation`,
  ],
  ['GRANT', `grants, grant, prize, award, prize grant, subvention, forderung, zuschuss, subsidy, subvencion, hibe`],
  [
    'SECONDARY_MARKET',
    `secondary, secondary market, secondary sale, secondary transaction, secondary transaction private, secondary transaction open market, post ipo secondary, secondary shares, secondaries`,
  ],
  ['PREFERRED', 'preferred stock, preferred equity, preferred shares'],
  [
    'EQUITY',
    `private equity, pe, growth equity, growth, post ipo equity, post ipo, equity token, equity and token, ipo, public
    offering, public offering common stock, pipe, private placement, late vc pe, buyout, growth equity vc, growth equity non
    vc, pe growth expansion, media for equity, equity, growth capital, growth stage, rights issue, buyout lbo`,
  ],
  [
    'SEED',
    `angel, angel individual, angel seed, seed angel, friends and family, seed and strategic, seed and private, seed and
    private sale, seed funding, seed venture, seed vc, angels, business angel, family and friends, angel investment, ff, fff`,
  ],
  [
    'FUNDING_ROUND',
    `venture, vc, venture capital, undisclosed, unknown, other, strategic, strategic investment, corporate, corporate
    venture, private, dao, ecosystem, 3rd, unspecified, series unknown, venture series unknown, undisclosed venture,
    investment, early venture, late venture, later venture, early vc, late vc, later vc, unattributed, series, early stage,
    later stage, late stage, minority investment, minority, pre series, unlabeled, not disclosed, n a, undisclosed series`,
  ],
];

/** Folded words that say that a company was sold, merged or listed: no round. */
const exitWords = new Set(
  `acquisition, acquisitions, acquired, acquihire, acqui hire, m and a, m a, ma, merger, mergers, merged, merger acquisition,
  merger and acquisition, mergers and acquisitions, ipo, initial public offering, listing, direct listing, public listing,
  listed, went public, spac, spac merger, reverse merger, trade sale, exit, exited, takeover, majority acquisition, full
  acquisition, buyout, buyout lbo, lbo, management buyout, mbo, asset sale, asset acquisition, acquisition of majority
  stake, ubernahme, borsengang, fusion, rachat, introduction en bourse, adquisicion, aquisicao, fusao, acquisizione,
  quotazione, overname, beursgang, satin alma, birlesme, halka arz, devralma, 收购, 并购, 上市, 買収, 合併, 上場`
    .split(',')
    .map((word) => word.replace(/\s+/g, ' ').trim()),
);

/** Whether a word in the column of round types says that the company was sold, merged or listed. */
export const isExit = (given: string): boolean => exitWords.has(fold(given).replace(/ (deal|transaction)$/, ''));

const roundWords = new Map<string, FinancingType>([
  ...financingTypes.map((type) => [buildNameKey(type), type] as const),
  ...synonyms.flatMap(([type, list]) =>
    list.split(',').map((word) => [word.replace(/\s+/g, ' ').trim(), type] as const),
  ),
]);

/** One pattern per type, in their order, for texts that only contain its words. Short words are no evidence there. */
const contained = synonyms.map(([type, list]) => {
  const words = list.split(',').map((word) => word.replace(/\s+/g, ' ').trim());
  const known = words.filter(
    (word) => word.length > 3 && !/^(other|series|unknown|investment|private|growth)$/.test(word),
  );
  return {
    type,
    pattern: new RegExp(`(?:^| )(?:${[...known, type.toLowerCase().replaceAll('_', ' ')].join('|')})(?: |$)`),
  };
});

const fold = (given: string) =>
  spellings
    .reduce((text, [pattern, word]) => text.replace(pattern, word), buildNameKey(given))
    .replace(/ +/g, ' ')
    .trim();

/**
 * The round type for a source's word; undefined when it is unknown. What stands in brackets counts where the rest says
 * nothing more than that it is a round, and of two rounds the later counts.
 */
export function parseRoundType(given: string): RoundType | undefined {
  const word = trimValue(given).replace(/^\d{1,2}[.)] +/, '');
  const [, before = '', inside = '', after = ''] = /^([^()]*)\(([^()]*)\)([^()]*)$/.exec(word) ?? [];
  const outside = `${before}${after}`.trim();
  if (!inside || !outside) return parseWord(word);
  const whole = parseExact(word);
  if (whole) return whole;
  const main = parseWord(outside);
  const added = parseWord(inside);
  const tranche = /tranche|close|closing|extension/i.test(inside);
  if (main && main.type !== 'FUNDING_ROUND') return tranche ? { ...main, extension: isLater(inside) } : main;
  return added ?? main;
}

/** Whether a tranche or closing is not the first one. */
const isLater = (text: string) => !/\b(1st|first|1)\b/i.test(text);

function parseExact(word: string): RoundType | undefined {
  const { text, modifiers } = readModifiers(word);
  const exact = roundWords.get(text) ?? roundWords.get(text.replace(/ funding$/, ''));
  return exact && buildRound(exact, modifiers);
}

function parseWord(word: string): RoundType | undefined {
  const { text, modifiers } = readModifiers(word);
  if (text === '') return fold(word) === '' ? undefined : buildRound('FUNDING_ROUND', modifiers);
  return (
    parseExact(word) ?? parseStepped(text, modifiers) ?? parseLater(text, modifiers) ?? parseContained(text, modifiers)
  );
}

/** The folded text without the words that mean "round" and "extension", and what those say. */
function readModifiers(word: string): { text: string; modifiers: Partial<RoundType> } {
  const plus = word.trim().endsWith('+') || /\+\s*(round|funding|轮|輪)/i.test(word);
  const named = ` ${fold(word)} `
    .replace(/ (stage|funding round|rounds?|financing round|financing|prime) (?=.|$)/g, ' ')
    .trim();
  const extension =
    / (extension|ext|extended|bridge|top up)$/.test(` ${named}`) || /^(bridge|extension)( loan)?$/.test(named);
  const text = named.replace(/ ?\b(extension|ext|extended|bridge|top up)$/, '').trim();
  return { text, modifiers: { extension, ...(plus ? { intermediate: 'PLUS' as const } : {}) } };
}

/** "pre series a", "series pre a", "series e 2", "series b1", "seed 2", "preseed", "b". */
function parseStepped(text: string, modifiers: Partial<RoundType>): RoundType | undefined {
  const pre = /(^|\W)pre ?(?=seed|series|[a-m]\b)/.test(text);
  const bare = text
    .replace(/(^|\W)pre ?(?=seed|series|[a-m]\b)/, '$1')
    .replace(/^(early|late|mid|first|new) (?=seed)/, '')
    .replace(/ (funding|investment|capital|vc)$/, '')
    .trim();
  const [, name, letter, lone, digits] = /^(seed|series ([a-m])|([a-m])) ?([1-8]|i{1,3}|iv)?$/.exec(bare) ?? [];
  if (!name || (lone && digits && /i/.test(digits))) return undefined;
  const series = letter ?? lone;
  const type = series ? financingTypes.find((known) => known === `SERIES_${series.toUpperCase()}`) : 'SEED';
  const step = digits ? (romans[digits] ?? Number(digits)) : 0;
  return type && buildRound(type, { pre, intermediate: steps[step] ?? 'NONE', ...modifiers });
}

/** "seed and series a" is the later of the two; "series b 2nd tranche" is an extension. */
function parseLater(text: string, modifiers: Partial<RoundType>): RoundType | undefined {
  const tranche = /^(.*?) ((?:\d(?:st|nd|rd|th)|first|second|third|final) )?(tranche|close|closing)( \d)?$/.exec(text);
  if (tranche) {
    const round = parseStepped(tranche[1] ?? '', modifiers);
    return round && { ...round, extension: isLater(text) };
  }
  const parts = text.split(/ (?:and|to|plus) /).map((part) => parseStepped(part, modifiers));
  return parts.length > 1 && parts.every((part) => part !== undefined) ? parts.at(-1) : undefined;
}

/** A text with a word of a type in it, such as "growth equity and debt" or "revolving credit facility". */
function parseContained(text: string, modifiers: Partial<RoundType>): RoundType | undefined {
  const series = /\bseries [a-m]\b/.exec(text)?.[0];
  if (series) return parseStepped(series, modifiers);
  const found = contained.find(({ pattern }) => pattern.test(text));
  return found && buildRound(found.type, modifiers);
}

const buildRound = (type: FinancingType, modifiers: Partial<RoundType>): RoundType => ({
  type,
  pre: false,
  extension: false,
  intermediate: 'NONE',
  ...modifiers,
});
