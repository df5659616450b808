import { longestOf, phrases, precededBy, sequence, table, wordLike } from './phrases.ts';
import type { Subject } from './pieces.ts';
import type { PhraseReader, Sentence, TokenRange } from './sentence.ts';
import { wellKnownInvestors } from './vocabulary.ts';

/** "product managers", "marketing directors", by field and rank. */
export const jobTitle = phrases(
  `product/project/program/community/marketing/sales/account/operations/engineering/growth/country/finance/hr/design/data/partnership/partnerships
  manager/director/lead | chief/chiefs of staff`,
);

const words = table<Subject>([
  [
    `business/super? angel investor? | general/managing/venture/investing/vc/fund? partner | individual investor | scouts |
    gps at/of/in/from`,
    'angels',
  ],
  [
    `co? founder | cofounder | entrepreneurs | ceo/cto/cfo/cmo/coo/cio/chro/ciso/cpo/cro | employees at/of/from/who |
    people | person | executive/execs/leaders/operators/alumni/alum/graduate/grad/engineers/vp | head/director of |
    who founded/started | c level/suite | key people`,
    'people',
  ],
  [
    `investor | vc firm/fund? | venture capital/capitalist | venture capital? firm/fund/investor | fund/backer/lp |
    investment/seed/equity firm | private/growth equity firm | family offices | accelerators that |
    lead/leads investors? for`,
    'investors',
  ],
  [
    `company/companys/portfolio/cos | start/scale up | startup/scaleup/firm/business/ventures/teams/unicorn |
    marketplaces/platforms/makers/players/apps/vendors/neobanks`,
    'companies',
  ],
  [
    `deal | funding/financing/investment/mega? round | megaround | raises/financing/funding/bets/fundraise/fundraising |
    checks/cheques by/from/of | transaction | co? investment | capital raises | ico/safes/grants/exits |
    convertible notes`,
    'deals',
  ],
]);
const named =
  (subject: Subject, reader: PhraseReader<unknown>): PhraseReader<Subject> =>
  (view, at) => {
    const match = reader(view, at);
    return match && { to: match.to, value: subject };
  };
const thing = phrases('app/platform/tool/service/product/marketplace/device/robot');
const noun = longestOf(
  named('people', longestOf<unknown>(jobTitle, sequence(phrases('chief'), wordLike(/^[a-z]+$/), phrases('officer')))),
  words,
  named('companies', longestOf<unknown>(wordLike(/^[a-z]+techs$/), sequence(precededBy(phrases('a/an')), thing))),
);
const investorName = phrases([...wellKnownInvestors].join(' | '));
const backing = phrases('led/based/backed/focused');
/** Words that are no noun where they stand: "partners with", "total funding", "angel-backed", "Index Ventures". */
function isOther({ tokens, whole }: Sentence, from: number, to: number): boolean {
  const [before, token, after] = [tokens[from - 1], tokens[from], tokens[to]];
  if (token?.isJoined || (after?.isJoined && backing(whole, to))) return true;
  if (token?.text === 'partners' && after?.text === 'with') return true;
  if (token?.text.startsWith('funding') && before?.text === 'total') return true;
  return /^(?:ventures|partners)$/.test(token?.text ?? '') && token?.isCapital === true && before?.isCapital === true;
}

type Noun = TokenRange & { readonly subject: Subject };
function listNouns(sentence: Sentence): Noun[] {
  const found: Noun[] = [];
  for (let from = 0; from < sentence.tokens.length; from += 1) {
    // "partners" in "insight partners" is no subject.
    const name = investorName(sentence.unread, from);
    const match = name ?? noun(sentence.unread, from);
    if (!match || (!name && isOther(sentence, from, match.to))) continue;
    if (match.value !== true) found.push({ from, to: match.to, subject: match.value });
    from = match.to - 1;
  }
  return found;
}

/** The subject of the sentence: its first noun, or the last of adjacent nouns ("startup founders"). */
export function readSubject(sentence: Sentence): { readonly subject: Subject; readonly head: TokenRange | undefined } {
  if (isRaising(sentence)) return { subject: 'investors', head: undefined };
  const found = listNouns(sentence);
  let head = found[0];
  for (const next of found.slice(1)) {
    if (head?.to !== next.from) break;
    head = next;
  }
  const { firstWord } = sentence;
  const asked = question(sentence.whole, firstWord)?.value;
  if (asked && (!head || sentence.tokens[firstWord]?.text === 'who')) return { subject: asked, head: undefined };
  if (!head) {
    const isPerson = sentence.tokens.some(({ address }) => address?.of === 'person');
    return { subject: isPerson ? 'people' : readBare(sentence), head: undefined };
  }
  return { subject: refine(sentence, head), head };
}

const weRaise = phrases(
  `i/we/i'm/im/we're am/are? currently/now/looking/trying? to? raising/fundraising | i/we raise |
  i'm/im/we're looking/trying to raise`,
);
/** Whether founders write about their own round, for which they look for investors. */
export const isRaising = (sentence: Sentence): boolean =>
  /^(?:raising|fundraising)$/.test(sentence.tokens[0]?.text ?? '') || sentence.has(weRaise);

const who = phrases('who has/have/is/are/did? | which firms/funds has/have/is/are/did?');
/** "who led", "who founded" */
const question = longestOf(
  named('investors', sequence(who, wordLike(/^(?:led|leads?|invest\w*|back\w*|fund\w*|wrote|writes?)$/))),
  named('people', sequence(who, wordLike(/^(?:found\w*|start\w*|runs?|works?|built)$/))),
);

const ofCompanies = phrases('that/which/who/for/employees');
const ofDeals = longestOf<unknown>(
  phrases('raise/raised/raising/seed/preseed/$'),
  wordLike(/^(?:round|debt|stage)|^20\d\d$/),
  sequence(wordLike(/^\d/), phrases('m/mn/k/bn/million/billion')),
  sequence(phrases('series'), wordLike(/^[a-z]$/)),
  sequence(wordLike(/^[a-c]$/), phrases('+')),
  sequence(phrases('last/past/since/this'), wordLike(/./)),
);
/** Without a noun: a round, an amount or a period means deals, everything else companies. */
const readBare = (sentence: Sentence): Subject =>
  !sentence.has(ofCompanies, undefined, sentence.unread) && sentence.has(ofDeals, undefined, sentence.unread)
    ? 'deals'
    : 'companies';

const whoInvest = sequence(phrases('that/who have/has/also/actively?'), wordLike(/^(?:invest\w*|back\w*|led)$/));
const whence = phrases('from/who');

function refine(sentence: Sentence, { subject, from, to }: Noun): Subject {
  if (subject !== 'people') return subject;
  if (whoInvest(sentence.whole, to)) return 'angels';
  // "startups with 50 people": the number belongs to a company.
  const isCount = sentence.tokens[from]?.text === 'people' && /\d$/.test(sentence.tokens[from - 1]?.text ?? '');
  if (!isCount || whence(sentence.whole, to)) return subject;
  return sentence.has(wordLike(/^invest/), { from: to, to: sentence.tokens.length }) ? 'investors' : 'companies';
}
