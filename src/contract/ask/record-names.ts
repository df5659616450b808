import { type NameSearches, readIndustryName, readPlaceName } from './name-words.ts';
import type { NameChoice, RecordMention, SentenceFacts, Subject } from './pieces.ts';
import type { Sentence, Span } from './sentence.ts';
import {
  demonyms,
  fillers,
  investorName,
  placeNames,
  unfilterable,
  wellKnownAreas,
  wellKnownCities,
  wellKnownInvestors,
} from './vocabulary.ts';

type NameFacts = SentenceFacts & { readonly choices: NameChoice[]; readonly records: RecordMention[] };

/** What reading names needs. */
export type NameContext = {
  readonly sentence: Sentence;
  readonly subject: Subject;
  readonly searches: NameSearches;
  readonly facts: NameFacts;
};

const recordName = String.raw`((?:[^\s,;.?!\uE000"]|\.(?=\w))+(?: (?:(?:&|of|of the) )?[A-Z\d][\w.&'-]*)*(?: (?:ventures|capital|partners|fund|labs|management|growth|vc|combinator|horowitz|global|group|holdings|inc|technologies))*)`;
const properName = recordName.replace('(?:[^', '(?=[A-Z])(?:[^');
/** A name at the end of the sentence, where lower case leaves no doubt. */
const lastName = String.raw`([\w&][\w.&'-]*)(?=\W*$)`;
/** A name that starts with a capital letter, or has a digit: "a16z". */
const capitalName = recordName.replace('(?:[^', String.raw`(?=[A-Z]|[a-z]+\d)(?:[^`);
type RecordPattern<Kind> = readonly [Kind, RegExp];
const backedBy: RecordPattern<'investor'> = [
  'investor',
  new RegExp(
    String.raw`\b(?:(?:co-)?led|backed|funded|financed|invested in|supported)\s+by\s+(?:both\s+)?${recordName}`,
    'g',
  ),
];
const recordPatterns: Readonly<Record<Subject, readonly RecordPattern<'investor' | 'company'>[]>> = {
  deals: [
    ...readBackers(),
    [
      'company',
      new RegExp(
        String.raw`\b(?:raised by|(?:how much (?:money )?(?:has|have|did)|when(?:ever)?) (?=\S+ raise))\s*([\w&][\w.&'-]*)`,
        'g',
      ),
    ],
  ],
  companies: readBackers(),
  investors: [
    [
      'company',
      new RegExp(
        String.raw`^\W*(?:who|which \w+) (?:has |have |all )*(?:invested in|backed|funded|financed) ${lastName}`,
        'g',
      ),
    ],
    ['company', /\b([A-Z][\w&.-]*)(?='s \S*\s?(?:[Ss]eries|[Ss]eed|[Rr]ounds?|[Ff]unding|\uE000))/g],
    [
      'company',
      new RegExp(
        String.raw`\b(?:invested in|investing in|investors in|backers of|investors of|backed|funded|backing)\s+${properName}`,
        'g',
      ),
    ],
  ],
  people: [
    backedBy,
    [
      'company',
      new RegExp(
        String.raw`\b(?:(?:founders?|ceos?|c[tfo]os?|executives|people|employees) (?:of|at)|who (?:founded|started|runs?)) ${lastName}`,
        'g',
      ),
    ],
    [
      'company',
      new RegExp(
        String.raw`\b(?:founders?|ceos?|c[tfo]os?|[cC](?:EO|TO|FO|OO)s?|executives|people|employees|team)\s+(?:of|at|from)\s+${properName}`,
        'g',
      ),
    ],
    [
      'company',
      new RegExp(
        String.raw`\b(?:work(?:s|ing)? (?:at|for)|employed (?:at|by)|who founded|who started|who runs?)\s+${properName}`,
        'g',
      ),
    ],
  ],
  angels: [
    ['investor', new RegExp(String.raw`\b(?:partners?|people|investors?)\s+(?:of|at|from)\s+${recordName}`, 'g')],
  ],
};

function readBackers(): readonly RecordPattern<'investor'>[] {
  return [
    backedBy,
    ['investor', investorName],
    ['investor', new RegExp(String.raw`(?<![\w-])([\w.&]+)[ -]backed\b(?! by)`, 'g')],
    ['investor', new RegExp(String.raw`\bportfolio(?: companies)? of\s+${recordName}`, 'g')],
    ['investor', new RegExp(String.raw`\b${capitalName}\s+(?:has |have )?(?:backed|funded|invested in)\b(?! by)`, 'g')],
    ['investor', new RegExp(String.raw`\b(?:deals?|rounds?|investments?) (?:by|of|from)\s+${capitalName}`, 'g')],
    [
      'investor',
      new RegExp(String.raw`\b(?:in which|where)\s+${recordName}\s+(?:was|(?:co-)?led|invested|participated)\b`, 'g'),
    ],
    [
      'investor',
      new RegExp(
        String.raw`\b(?:did|does|has|have)\s+${recordName}\s+(?:invest(?:ed)?|back(?:ed)?|fund(?:ed)?|lead|led)\b`,
        'g',
      ),
    ],
    ['investor', new RegExp(String.raw`\bwith ${capitalName}`, 'g')],
    [
      'investor',
      new RegExp(
        String.raw`\b(?:investors? (?:including|include|like)|participation (?:of|from|by)|involving)\s+${recordName}`,
        'g',
      ),
    ],
    ['investor', new RegExp(String.raw`(?<![\w-])${recordName}(?:'s)? portfolio(?: companies)?\b`, 'g')],
  ];
}

/** "Sequoia, Accel and Index Ventures": the names after the first. */
function listFurther(text: string, from: number): Span[] {
  const further = /^(?:, (?:and |or )?| and | or )([A-Z][\w.&'-]*(?: [A-Z][\w.&'-]*)*|[a-z][\w.&'-]*(?=\W*$))/.exec(
    text.slice(from),
  );
  const name = further?.[1] ?? '';
  if (!further || isAmbiguousName(name.toLowerCase())) return [];
  const span = { start: from + further[0].length - name.length, end: from + further[0].length };
  return [span, ...listFurther(text, span.end)];
}

const isAmbiguousName = (name: string): boolean =>
  [fillers, unfilterable, demonyms, wellKnownAreas, wellKnownCities, placeNames].some((known) => known.has(name)) ||
  /^(?:ai|ml|saas|series|seed|angels?|vcs?|pe|private|family|university|corporates?|government|founders?)\b|^ex-/.test(
    name,
  );

/** Names of investors and companies, which only known names or a priced search can find. */
export async function takeRecords(
  { sentence, subject, searches, facts }: NameContext,
  wanted: 'investor' | 'company',
): Promise<void> {
  // Capital letters distinguish names from other words, except in the first word.
  const typedText = `${sentence.text.charAt(0).toLowerCase()}${sentence.text.slice(1)}`;
  for (const [kind, pattern] of recordPatterns[subject].filter(([one]) => one === wanted))
    for (const match of typedText.matchAll(pattern)) {
      const name = (match[1] ?? '').replace(/'s$/, '');
      const start = match.index + match[0].lastIndexOf(match[1] ?? '');
      const span = { start, end: start + name.length };
      const isFree = sentence.rest.slice(span.start, span.end) === name.toLowerCase();
      const kindless = name.toLowerCase().replace(/ (?:funds?|vcs?|firms?)$/, '');
      const isKnown = wellKnownInvestors.has(name.toLowerCase());
      if (!isFree || (!isKnown && isAmbiguousName(kindless))) continue;
      if (kind === 'company' || /^(?:with|deals?|rounds?|investments?) /.test(match[0])) {
        const industry = await readIndustryName(name, searches);
        const isProper = kind === 'company' && /[A-Z]/.test(name);
        if ((isProper ? industry?.isSure : industry) || (await readPlaceName(name, searches))) continue;
      }
      for (const one of [span, ...listFurther(sentence.text, span.end)]) {
        const own = sentence.read(one);
        facts.records.push({ ...one, kind, name: own, candidates: searches.findKnown?.(kind, own) ?? [] });
        sentence.mask(one);
      }
      const reason = 'A search finds the investors of a deal, not who led it.';
      if (subject === 'deals' || subject === 'companies')
        sentence.take(/\b(?:co-)?led(?= by[\s\uE000])/g, (_, led) => facts.unread.push({ ...led, reason }));
    }
}
