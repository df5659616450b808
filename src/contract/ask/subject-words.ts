import { mask, type Sentence, type Span } from './sentence.ts';
import { investorName } from './vocabulary.ts';
import type { Subject } from './pieces.ts';

/** "product managers", "marketing directors", "growth leads", by field and rank. */
export const jobTitle = String.raw`(?:product|project|program|community|marketing|sales|account|operations|engineering|growth|country|finance|hr|design|data|partnerships?) (?:managers?|directors?|leads?)|chiefs? of staff`;
const nouns: readonly (readonly [Subject, string])[] = [
  [
    'angels',
    String.raw`(?:business |super )?angels?(?: investors?)?|(?:general |managing |venture |investing |vc |fund )?partners(?! with)|individual investors?|scouts|gps(?= (?:at|of|in|from)\b)`,
  ],
  [
    'people',
    String.raw`(?:co-?)?founders?|entrepreneurs|ceos?|c[tfmoi]os?|chros?|cisos?|cpos?|cros?|employees(?= (?:at|of|from))|people|persons?|executives?|execs|leaders|operators|alumni|alums?|graduates?|grads|employees who|engineers|vps?|heads? of|directors? of|who founded|who started|c-level|c-suite|key people|${jobTitle}|chief [a-z]+ officers?`,
  ],
  [
    'investors',
    String.raw`investors?|vcs?(?: firms?| funds?)?|venture (?:capital(?:ists?)?|firms?|funds?|investors?)(?: firms?| funds?)?|funds?|backers?|(?:investment|seed|vc) firms?|lps|family offices|accelerators that|leads?(?= (?:investors?\b )?for\b)`,
  ],
  [
    'companies',
    String.raw`compan(?:ies|y|ys)|portfolios?|cos|[a-z]+techs|start-?ups?|scale-?ups?|firms?|businesses|ventures|teams|unicorns?|marketplaces|platforms|makers|players|apps|vendors|neobanks|(?<=\ban? )(?:app|platform|tool|service|product|marketplace|device|robot)`,
  ],
  [
    'deals',
    String.raw`deals?|(?:funding |financing |investment |mega-?)?rounds?|raises|financings?|(?<!total )fundings?|bets|che(?:ck|que)s(?= (?:by|from|of)\b)|fundraises?|fundraisings?|transactions?|(?:co-)?investments?|capital raises|icos?|safes|grants|convertible notes|exits`,
  ],
];
const noun = new RegExp(
  `(?<![\\w'-])(?:${nouns.map(([, words]) => `(${words})`).join('|')})(?![\\w'])(?!-(?:led|based|backed|focused))`,
  'g',
);

/** The subject of the sentence: its first noun, or the last of adjacent nouns ("startup founders"). */
export function readSubject(sentence: Sentence): { readonly subject: Subject; readonly span: Span | undefined } {
  const text = sentence.rest;
  // "partners" in "insight partners" is no subject.
  const found = [...text.replaceAll(investorName, (name) => mask.repeat(name.length)).matchAll(noun)]
    .filter((match) => !isEndOfName(sentence, match.index))
    .map((match) => {
      const at = match.slice(1).findIndex((group) => group !== undefined);
      return {
        subject: nouns[at]?.[0] ?? 'companies',
        start: match.index,
        end: match.index + match[0].length,
        words: match[0],
      };
    });
  if (isRaising(text)) return { subject: 'investors', span: undefined };
  const asked = readQuestion(text);
  let head = found[0];
  for (const next of found.slice(1)) {
    if (!head || text.slice(head.end, next.start).trim() !== '') break;
    head = next;
  }
  if (asked && (!head || /^who\b/.test(text.trim()))) return { subject: asked, span: undefined };
  if (!head) return { subject: readBare(text), span: undefined };
  return { subject: refine(head.subject, head, text), span: head };
}

/** Whether founders write about their own round, for which they look for investors. */
export const isRaising = (text: string): boolean =>
  /^\W*(?:raising|fundraising)\b|\b(?:i|we)(?:'?m| am|'?re| are) (?:currently |now |looking to |trying to )?(?:rais(?:e|ing)|fundraising)\b/.test(
    text,
  );

/** Whether a word ends a name: "Index Ventures", "Ridge Partners". */
const isEndOfName = ({ text }: Sentence, at: number): boolean =>
  /^(?:Ventures|Partners)\b/.test(text.slice(at)) && /(?:^|\s)[A-Z][\w&.'-]* $/.test(text.slice(0, at));

/** "who led", "who founded". */
function readQuestion(text: string): Subject | undefined {
  if (
    /^\W*(?:who|which (?:firms|funds)) (?:has |have |is |are |did )?(?:led|leads?|invest\w*|back\w*|fund\w*|wrote|writes?)\b/.test(
      text,
    )
  )
    return 'investors';
  return /^\W*who (?:has |have )?(?:found|start|runs?\b|works?\b|built)/.test(text) ? 'people' : undefined;
}

/** Without a noun: a round, an amount or a period means deals, everything else companies. */
const readBare = (text: string): Subject =>
  !/\b(?:that|which|who|for)\b|\bemployees\b/.test(text) &&
  /\braised?\b|\braising\b|series[ -][a-z]\b|\b(?:pre)?seed\b|\bround|\$|\b\d+(?:\.\d+)?\s?(?:m|mn|k|bn|million|billion)\b|[a-c]\+|\b(?:last|past|since|this) |\b20\d\d\b|\bdebt|\bstage/.test(
    text,
  )
    ? 'deals'
    : 'companies';

function refine(subject: Subject, { words, end, start }: Span & { readonly words: string }, text: string): Subject {
  const rest = text.slice(end);
  if (subject === 'deals' && /^investments?$/.test(words) && /^\s*firms?/.test(rest)) return 'investors';
  if (
    subject === 'companies' &&
    /^firms?$/.test(words) &&
    /(?:venture|vc|investment|equity|capital)\W*$/.test(text.slice(0, start))
  )
    return 'investors';
  if (
    subject === 'people' &&
    words !== 'people' &&
    /^\s*(?:that|who)(?: have| has| also| actively)? (?:invest|back|led)/.test(rest)
  )
    return 'angels';
  if (words === 'people' && /^\s*(?:that|who)(?: have| has)? (?:invest|back|led)/.test(rest)) return 'angels';
  if (words === 'people' && !/^\s*(?:from|who)/.test(rest) && /\d\W*$/.test(text.slice(0, start)))
    return readNext(text, end);
  return subject;
}

/** "startups with 50 people": the number belongs to a company. */
const readNext = (text: string, end: number): Subject => (/\binvest/.test(text.slice(end)) ? 'investors' : 'companies');
