import {
  dealCountPattern,
  employeePatterns,
  listEmployeeRanges,
  moneyPatterns,
  readCount,
  unusableAmountPattern,
} from './figure-words.ts';
import { takePeriods } from './date-words.ts';
import { rejectCareers, takePersonFacts } from './person-words.ts';
import type { SentenceFacts, Subject } from './pieces.ts';
import { roundPatterns, unknownRound } from './round-words.ts';
import { mask, type Sentence } from './sentence.ts';
import { sorts } from './sort-words.ts';
import { isRaising } from './subject-words.ts';
import { demonyms, placeNames, wellKnownAreas } from './vocabulary.ts';

/** Takes everything in a sentence that needs no search by name. */
export function takeFacts(sentence: Sentence, subject: Subject, today: string, facts: SentenceFacts): void {
  takeNegations(sentence, facts);
  takeLimit(sentence, facts);
  takeSort(sentence, subject, facts);
  if (subject === 'people' || subject === 'angels') takePersonFacts(sentence, subject, facts);
  else rejectCareers(sentence, subject, facts);
  sentence.take(/\b(?:of )?all[ -]time\b/g, () => true);
  takeEmployees(sentence, subject, facts);
  takeMoney(sentence, facts);
  takeRounds(sentence, facts);
  takeDates(sentence, today, facts);
  if (subject === 'investors' || subject === 'angels') takeActivity(sentence, subject, facts);
  takeStatus(sentence, facts);
  if (subject === 'investors') takeInvestorKinds(sentence, facts);
}

const alert =
  /\b(?:(?:set up|create|make|add|send me|get) )?(?:an? )?(?:alerts?(?: me)?|notif(?:y me|ications?)|(?:email|ping) me|(?:daily|weekly|monthly) (?:emails?|digests?|updates?|reports?))\b(?: (?:when(?:ever)?|on|about|of|for|if|with)\b)?|\b(?:tell me|let me know) (?:when(?:ever)?|if)\b/g;

/** Takes the wish for an alert, which is a search that is saved. */
export function takeAlert(sentence: Sentence, { unread }: SentenceFacts): void {
  sentence.take(alert, (_, span) => unread.push({ ...span, reason: 'Run the search, then save it to see new rows.' }));
}

const cannotExclude = 'A search cannot exclude anything.';
const until = String.raw`(?=\s*(?:$|[,;.?!\uE000]|\b(?:with|that|which|who|since|raised|raising|backing|investing|over|under|after|before|between|last|this|founded|and have|from (?:20|the last))\b))`;
const areas = [...demonyms.keys(), ...wellKnownAreas, ...placeNames.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replaceAll('.', String.raw`\.`))
  .join('|');
const negation = new RegExp(
  String.raw`\b(?:(?:(?:every|any)(?:where|thing) (?:but|except)|w/o|(?:but )?not(?! (?:more|less|only))|no(?! (?:more|less|fewer|later|earlier) than)(?=\s[a-z])|except(?: for| in)?|excluding|exclude|excl|without|other than|outside(?: of)?|never|minus|apart from|(?:have|has|did|do|does|is|are)n'?t)\b\.?)\s*[^,;.?!\uE000]*?${until}|\bnon[- ](?!dilutive|equity|fungible|profit)(?:(?:${areas})\b|[a-z]+)|\bex[- ](?:${areas})\b`,
  'g',
);

const neverRaised =
  /\b(?:that |who |which )?(?:(?:have|has|did|do)(?:n'?t| not| never)|never|not) (?:yet )?(?:raised?|lead|led|invest(?:ed)?)\b[^,;.?!\uE000]*/g;

function takeNegations(sentence: Sentence, { unread }: SentenceFacts): void {
  sentence.take(neverRaised, (_, span) => unread.push({ ...span, reason: cannotExclude }));
  sentence.take(negation, (_, span) => unread.push({ ...span, reason: cannotExclude }));
  sentence.take(
    /(?<=\b(?:in|backed|backing|backs|funded|by) )both\b|\bboth(?= (?:invested|backed|led)\b)/g,
    (_, span) => unread.push({ ...span, reason: 'A search finds those with any of several, not only those with all.' }),
  );
}

function takeLimit(sentence: Sentence, { pieces }: SentenceFacts): void {
  const limit =
    /(?<=\b(?:top|first)\s)(\d{1,3})\b(?!\s?(?:%|percent|m\b|million|days|weeks|months|years|quarter))|\b(\d{1,3})(?=\s(?:largest|biggest|newest|latest|oldest|smallest|most|best|top))/g;
  sentence.take(limit, (match, span) => {
    const count = Number(match[1] ?? match[2]);
    if (count < 1 || count > 500) return false;
    return pieces.push({ ...span, means: 'limit', limit: count });
  });
}

function takeSort(sentence: Sentence, subject: Subject, { pieces }: SentenceFacts): void {
  for (const [pattern, sort] of sorts[subject]) {
    if (pieces.some(({ means }) => means === 'sort')) return;
    sentence.take(new RegExp(pattern, 'g'), (match, span) => {
      // "top 10 largest" says it twice.
      if (pieces.some(({ means }) => means === 'sort')) return true;
      const order =
        sort === 'active' && /number|count|\bmost (?:deals|investments)|by deals/.test(match[0]) ? 'total' : sort;
      return pieces.push({ ...span, means: 'sort', sort: order });
    });
  }
}

const investing =
  /\b(?:invest\w*|back(?:ed|ing|s)?|fund(?:ed|ing|s)|led|leads?|portfolio|companies|startups|deals?|rounds?)\b/;

function takeEmployees(sentence: Sentence, subject: Subject, { pieces }: SentenceFacts): void {
  for (const [pattern, read] of employeePatterns)
    sentence.take(pattern, (match, span) => {
      const bounds = read(match.slice(1).filter((part) => part !== undefined));
      const values = bounds ? listEmployeeRanges(bounds) : [];
      const isOwn =
        (subject === 'investors' || subject === 'angels') &&
        !investing.test(
          sentence.text
            .toLowerCase()
            .slice(0, span.start)
            .replace(/^\W*\w+\s+(?:funds|firms)|\binvestors?\b/, ''),
        );
      return values.length > 0 && pieces.push({ ...span, means: isOwn ? 'ownEmployees' : 'employees', values });
    });
  // "11-50 or 51-100 employees": the first range has no noun of its own.
  sentence.take(/\b(\d+-\d+|10001\+)(?=\s*(?:or|and|,)?\s*\uE000)/g, ([range], span) => {
    const values = listEmployeeRanges({
      min: Number.parseInt(range, 10),
      max: Number(range.split('-')[1] ?? Infinity),
    });
    const other = pieces.find(({ means }) => means === 'employees' || means === 'ownEmployees');
    return (
      other !== undefined && values.includes(range as never) && pieces.push({ ...span, means: 'employees', values })
    );
  });
}

const totalWords = /\b(?:in total|total|overall|altogether|cumulative|to date|lifetime|all rounds|so far|all in all)\b/;
const roundWords =
  /\b(?:rounds?|deals?|checks?|cheques?|tickets?|series [a-z]|pre-?seed|seed|latest|last raised?|financings?)\b/;

const valuationReason = 'There is no filter for valuations.';
/** What an amount next to these words is, which no filter has. */
const otherFigures = [
  { words: 'valu(?:ed|ations?)', reason: valuationReason },
  {
    words: '(?:annual |yearly |recurring )*(?:revenues?|arr|mrr|turnover|profits?|ebitda)',
    reason: 'There is no filter for revenue.',
  },
  {
    words: '(?:funds?(?: sizes?)?(?! raised)|aum|(?:assets )?under management)',
    reason: 'There is no filter for the size of a fund.',
  },
].map(({ words, reason }) => ({
  before: new RegExp(String.raw`\b${words}(?: (?:of|at|is))?\s*$`),
  after: new RegExp(String.raw`^ (?:in |of )?${words}\b`),
  reason,
}));

function takeMoney(sentence: Sentence, { pieces, unread }: SentenceFacts): void {
  const currencyReason = 'Amounts are compared in US dollars, with a minimum or a maximum.';
  sentence.take(unusableAmountPattern, (_, span) => unread.push({ ...span, reason: currencyReason }));
  for (const [pattern, read] of moneyPatterns)
    sentence.take(pattern, (match, span) => {
      const bounds = read(match.slice(1));
      if (!bounds) return false;
      const lower = sentence.text.toLowerCase();
      if (bounds.min === bounds.max && isRaising(lower))
        return unread.push({ ...span, reason: 'Write the size of the rounds as a range, such as $1M to $5M.' });
      const [before, after] = [lower.slice(0, span.start), lower.slice(span.end)];
      for (const other of otherFigures) {
        const start = before.search(other.before);
        const next = other.after.exec(after);
        if (start < 0 && !next) continue;
        const whole = { start: start < 0 ? span.start : start, end: span.end + (next?.[0].length ?? 0) };
        sentence.mask(whole);
        return unread.push({ ...whole, reason: other.reason });
      }
      const around = `${before.slice(-24)} ${after.slice(0, 14)}`;
      if (/\bvalu(?:ed|ation)|\bworth\b(?! (?:of|up))/.test(around) && !/\b(?:rounds?|deals?|raises)\b/.test(around))
        return unread.push({ ...span, reason: valuationReason });
      return pieces.push({ ...span, means: 'money', bounds, of: readScope(around) });
    });
}

/** Whether an amount is that of a round or a total, by the words around it; undefined if they do not say. */
function readScope(around: string): 'size' | 'total' | undefined {
  if (totalWords.test(around)) return 'total';
  return roundWords.test(around.replace(/funding rounds?/, 'round')) ? 'size' : undefined;
}

function takeRounds(sentence: Sentence, { pieces, unread }: SentenceFacts): void {
  for (const [pattern, read] of roundPatterns)
    sentence.take(pattern, (match, span) => {
      const rounds = read(match.slice(1).filter((part) => part !== undefined));
      return rounds !== undefined && pieces.push({ ...span, means: 'rounds', rounds });
    });
  sentence.take(unknownRound, (_, span) =>
    unread.push({ ...span, reason: `There is no round called ${sentence.read(span).replace(/[ -]rounds?$/i, '')}.` }),
  );
}

const future =
  /\b(?:(?:in|within|over) )?(?:the )?(?:next|coming) (?:(?:\d{1,3}|few|couple of) )?(?:days?|weeks?|months?|mos?|quarters?|years?|yrs?)\b/g;
const season =
  /\b(?:(?:since|in|after|before|until|from|during) )?(?:(?:the|last|this|past) )*(?:spring|summer|autumn|winter)\b(?: (?:of )?(?:19|20)\d\d)?/g;

const exitReason = 'There is no filter for the day of an exit.';
/** What a period after these words dates, which no filter has. */
const otherEvents = [
  {
    words: /\b(?:founded|established|incorporated|formed|(?<!\b(?:deals?|rounds?) )(?:launched|started))\s*$/,
    reason: 'There is no filter for the day of the founding.',
  },
  {
    words: /\b(?:acquired|acquisitions?|bought|sold|exited|exits?|delisted|ipos?)\s*$/,
    reason: exitReason,
  },
  // Only the period is left out: that a company is listed is a filter.
  { words: /(?<=\b(?:(?:went|gone|going) public|ipo'?e?d|listed)\s*)$/, reason: exitReason },
];

function takeDates(sentence: Sentence, today: string, { pieces, unread }: SentenceFacts): void {
  sentence.take(future, (_, span) => unread.push({ ...span, reason: 'A search finds rounds that were announced.' }));
  sentence.take(season, (_, span) => unread.push({ ...span, reason: 'Name the months: a season differs by place.' }));
  takePeriods(sentence, today, (period, span) => {
    const before = sentence.text.slice(0, span.start).toLowerCase();
    for (const { words, reason } of otherEvents) {
      const start = before.search(words);
      if (start < 0) continue;
      const isRead = sentence.rest.slice(start, span.start).includes(mask);
      const whole = { start: isRead ? span.start : start, end: span.end };
      sentence.mask(whole);
      unread.push({ ...whole, reason });
      return;
    }
    const isAdded = /\badded(?: to (?:the )?(?:database|system))?(?: in| on| since)?\s*$/.test(before);
    pieces.push({ ...span, means: isAdded ? 'added' : 'dates', period });
  });
  if (pieces.some(({ means }) => means === 'added'))
    sentence.take(/\badded(?: to (?:the )?(?:database|system))?/g, () => true);
}

const investorKind =
  /\b(?:(?:hedge|sovereign(?: wealth)?|pension|mutual|university|endowment|corporate|impact|micro|pe|private equity|growth equity|search|evergreen)(?= (?:vc )?(?:funds?|vcs?|investors?|firms?|\uE000))|family offices?|accelerators|incubators|cvcs?|lps)\b/g;

function takeInvestorKinds(sentence: Sentence, { unread }: SentenceFacts): void {
  sentence.take(investorKind, (_, span) =>
    unread.push({ ...span, reason: 'There is no filter for the kind of an investor.' }),
  );
}

/** How an investor took part: as lead, how often, as angel. */
function takeActivity(sentence: Sentence, subject: Subject, { pieces }: SentenceFacts): void {
  sentence.take(dealCountPattern, ([, before = '', figure = ''], span) => {
    const count = readCount(figure) + (before === 'more than' || before === 'over' || before === '>' ? 1 : 0);
    return count > 0 && pieces.push({ ...span, means: 'count', count });
  });
  sentence.take(/\b(?:as (?:the )?lead(?: investors?)?|co-?led|led|leads?|leading)\b/g, (_, span) =>
    pieces.push({ ...span, means: 'led' }),
  );
  if (subject === 'angels')
    sentence.take(/\bangels?\b|\bindividual investors?\b|\bpartners\b|\bgps\b/g, ([word], span) =>
      pieces.push({ ...span, means: 'investedAs', as: /partners|gps/.test(word) ? 'institutional' : 'angel' }),
    );
}

function takeStatus(sentence: Sentence, { pieces }: SentenceFacts): void {
  const statuses: readonly (readonly [string, RegExp])[] = [
    [
      'public',
      /\b(?:publicly[- ](?:traded|listed|held)|listed(?= (?:\S+ ){0,3}?(?:compan|start|firm|business|employers?|on)|\s*(?:$|\uE000))|public(?= (?:\S+ ){0,3}?(?:compan|start|firm|business|employers?))|ipo'?e?d|went public|gone public)\b/g,
    ],
    ['private', /\b(?:privately[- ]held|private(?= (?:\S+ ){0,3}?(?:compan|start|firm|business|employers?)))\b/g],
    ['acquired', /\bacquired\b/g],
    ['delisted', /\bdelisted\b/g],
  ];
  for (const [status, pattern] of statuses)
    sentence.take(pattern, (_, span) => pieces.push({ ...span, means: 'ipo', values: [status] }));
}
