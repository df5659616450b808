import {
  dealCountPattern,
  employeePatterns,
  listEmployeeRanges,
  moneyPatterns,
  readCount,
  unusableAmountPattern,
} from './figure-words.ts';
import { takePeriods } from './date-words.ts';
import type { Subject, Understood } from './pieces.ts';
import { roundPatterns, unknownRound } from './round-words.ts';
import { mask, type Sentence, type Span } from './sentence.ts';
import { sorts } from './sort-words.ts';
import { isRaising, jobTitle } from './subject-words.ts';
import { demonyms, placeNames, schoolNames, wellKnownAreas } from './vocabulary.ts';

/** Words that no filter can express, with the reason as a sentence. */
export type Unread = Span & { readonly reason?: string };
export type SentenceFacts = { readonly pieces: Understood[]; readonly unread: Unread[] };

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

/** Names of employers and schools: capitalized words, or one word. */
const nameList = String.raw`[\w&.'-]+(?:(?: or | and |, | ?/ ?)(?:ex-)?[\w&.'-]+)*`;
const jobs =
  'employees?|engineers?|executives?|execs?|staff|people|operators?|managers?|researchers?|scientists?|designers?|developers?|consultants?|bankers?|analysts?|partners?|pms?|leaders?|team members?|directors?|vps?';
const schoolWord = [...schoolNames.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replaceAll('.', String.raw`\.`))
  .join('|');
const longSchool = String.raw`(?:university of (?:california,? )?[a-z]+|(?:[a-z]+ ){1,3}(?:university|college|institute of [a-z]+|business school|polytechnic))`;
const school = `(?:${longSchool}|${schoolWord})`;
const studies: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(${school}(?:(?:,? (?:or|and) |, |/)${school})*)[- ](?:educated|alumni|alumnus|alums?|graduates?|grads?|degrees?|phds?|mbas?|dropouts?|students?)\b`,
    'g',
  ),
  new RegExp(
    String.raw`\b(?:who )?(?:have )?(?:studied|graduated|educated|went to school|went|degrees?|mbas?|phds?|alumni|alums?|graduates?|grads)\s(?:at|from|to|of|in)\s(?:the )?(${school}|[\w.'-]+(?: [\w.'-]+)?)(?=\s*(?:$|[,;.?!\uE000]|\b(?:who|that|in|with|and|now|working|building|running|founding)\b))`,
    'g',
  ),
  new RegExp(String.raw`\b(?:from )?(${longSchool})\b(?! hospital)`, 'g'),
  new RegExp(
    String.raw`\b(?!cambridge|oxford|columbia|berkeley|brown|penn|duke)(${schoolWord})(?= (?:[\w&-]+ ){0,2}?(?:founders?|entrepreneurs|ceos?)\b)`,
    'g',
  ),
];
const careers: readonly RegExp[] = [
  new RegExp(String.raw`\bex[- ](${nameList})(?: (?:${jobs})\b(?! of))?`, 'g'),
  new RegExp(
    String.raw`\b(?:(?:who )?(?:have |has )?(?:previously|formerly|once|before|earlier|used to) work(?:ed|ing)? (?:at|for)|(?:who )?(?:have |has )?worked (?:at|for)|previously (?:at|with)|formerly (?:at|of|with)|(?:came|come|coming) from|alumni of|alums of|veterans of|left|spent time at|experience (?:at|with)|time at)\s(?:both )?(${nameList})(?: before)?`,
    'g',
  ),
  new RegExp(String.raw`\b(?:former|previous|one-time) (${nameList})(?: (?:${jobs})\b)`, 'g'),
  new RegExp(
    String.raw`(?<![\w-])([\w&.'-]+(?: (?:or|and) [\w&.'-]+)?) (?:alumni|alumnus|alums?|veterans?|mafia|expats)\b`,
    'g',
  ),
  new RegExp(String.raw`\bformer (${nameList})`, 'g'),
];
const contacts: Readonly<Record<string, string>> = {
  email: 'e-?mails?(?: address(?:es)?)?',
  phone: '(?:phone|telephone)(?: numbers?)?',
  linkedin: 'linked-?in',
  twitter: 'twitter',
};
const shortTitles = String.raw`cto|cfo|coo|cmo|cpo|cro|ciso|cio|cso|chro`;
const titleWord = '(?!(?:at|in|of|and|or|with|from|who|that)\\b)[a-z]+';

function rejectCareers(sentence: Sentence, subject: Subject, { unread }: SentenceFacts): void {
  const reason = 'Past employers are known of people only: ask for founders.';
  const studied = new RegExp(String.raw`(?:\bfounded by )?\b${school} (?:alumni|alums?|graduates?|grads)\b`, 'g');
  sentence.take(studied, (_, span) =>
    unread.push({ ...span, reason: 'Schools are known of people only: ask for founders.' }),
  );
  const counted =
    /\b(?:(?:more|fewer|less) than |at least |over |under )?\d{1,3}\+? (?:or more )?(?:funding rounds?|rounds|investors|backers|raises)\b/g;
  if (subject === 'companies')
    sentence.take(counted, (_, span) => unread.push({ ...span, reason: 'There is no filter for how many there are.' }));
  sentence.take(
    new RegExp(String.raw`(?:\bfounded by )?\bex[- ]${nameList}(?: (?:${jobs}|founders)\b)?`, 'g'),
    (_, span) => unread.push({ ...span, reason }),
  );
}

/** Roles, jobs, schools, employers and contacts of a person. */
function takePersonFacts(sentence: Sentence, subject: Subject, { pieces }: SentenceFacts): void {
  const add = (means: 'roles' | 'titles' | 'schools' | 'workedAt' | 'contact', span: Span, values: readonly string[]) =>
    pieces.push({ ...span, means, values });
  const typed = (lower: string, span: Span) => {
    const at = sentence.read(span).toLowerCase().indexOf(lower);
    return sentence.read(span).slice(at, at + lower.length);
  };
  for (const pattern of studies)
    sentence.take(pattern, ([, name = ''], span) => {
      const names = typed(name, span).split(/,? (?:or|and) |, (?!berkeley|los)|\//i);
      return add(
        'schools',
        span,
        names.map((one) => schoolNames.get(one.toLowerCase()) ?? one),
      );
    });
  for (const pattern of careers)
    sentence.take(pattern, ([, names = ''], span) => {
      const list = names.split(/ or | and |, | ?\/ ?/).map((name) => name.replace(/^ex-/, ''));
      return add('workedAt', span, list.map(toSlug));
    });
  sentence.take(
    new RegExp(
      String.raw`\b(?:people|those|founders|ceos) from ((?:[A-Z][\w.&-]+)(?:(?: or | and |, )[A-Z][\w.&-]+)*)`,
      'gi',
    ),
    (match, span) => {
      const names = typed(match[1] ?? '', span);
      if (!/^[A-Z]/.test(names) || !/who|that/.test(sentence.rest.slice(span.end, span.end + 5))) return false;
      return add('workedAt', span, names.split(/ or | and |, /).map(toSlug));
    },
  );
  for (const [kind, name] of Object.entries(contacts))
    sentence.take(
      new RegExp(
        String.raw`\b(?:(?:with|have|has|having) )?(?:an? |known |public |listed )*${name}(?: contacts?| profiles?| accounts?| details)?\b`,
        'g',
      ),
      (_, span) => add('contact', span, [kind]),
    );
  if (subject === 'angels') return;
  sentence.take(new RegExp(String.raw`\b(?:${jobTitle})\b`, 'g'), ([title], span) =>
    add('titles', span, [toSlug(title.replace(/s(?=$| of)/, ''))]),
  );
  sentence.take(new RegExp(String.raw`\b(${shortTitles})s?\b`, 'g'), ([, title = ''], span) =>
    add('titles', span, [title]),
  );
  sentence.take(
    new RegExp(
      String.raw`\b(vps?|heads?|directors?)(?: of)? (${titleWord}(?: (?:success|learning|science|development|relations|resources|engineering|marketing))?)`,
      'g',
    ),
    ([, rank = '', field = ''], span) =>
      add('titles', span, [toSlug(`${rank.replace(/s$/, '')}${rank.startsWith('vp') ? '' : ' of'} ${field}`)]),
  );
  sentence.take(/\bchief (?!executive)[a-z]+ officers?\b/g, ([title], span) =>
    add('titles', span, [toSlug(title.replace(/s$/, ''))]),
  );
  sentence.take(
    /\b(?:(?:co-?)?founders?(?: and ceos?|\/ceos?)?|entrepreneurs|(?:who |that )?(?:have |are now |now )?(?:co-?)?(?:founded|founding|started|starting|founders?))\b/g,
    ([words], span) => add('roles', span, words.includes('ceo') ? ['founder', 'ceo'] : ['founder']),
  );
  sentence.take(/\bceos?\b|\bchief executives?(?: officers?)?\b/g, (_, span) => add('roles', span, ['ceo']));
  sentence.take(
    /\b(?:key people|key persons?|executives?|execs|c-level|c-suite|leadership|board members?|leaders)\b/g,
    (_, span) => add('roles', span, ['key_person']),
  );
}

const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

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
    unread.push({ ...span, reason: `There is no round ${sentence.read(span)}.` }),
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
