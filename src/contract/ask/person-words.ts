import type { SentenceFacts, Subject } from './pieces.ts';
import type { Sentence, Span } from './sentence.ts';
import { jobTitle } from './subject-words.ts';
import { schoolNames } from './vocabulary.ts';

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

/** Takes careers in searches whose filters do not know them. */
export function rejectCareers(sentence: Sentence, subject: Subject, { unread }: SentenceFacts): void {
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

/** Takes roles, jobs, schools, employers and contacts of a person. */
export function takePersonFacts(sentence: Sentence, subject: Subject, { pieces }: SentenceFacts): void {
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
