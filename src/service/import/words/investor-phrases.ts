import { buildNameKey } from '../../db/name-key.ts';
import { type ListedName, splitList, splitMarkedList } from './lists.ts';
import { isPersonName } from './names.ts';

/** Words that say that nobody is named: a part of a list with one of them, and otherwise only the words below, is left out. */
const nobody = new Set(
  `others other undisclosed unnamed unknown unspecified anonymous confidential investor investors angel angels backer backers
  participant participants shareholder shareholders individuals hni hnis uhni uhnis existing more disclosed na tbd tba
  weitere andere investoren privatinvestoren bestandsinvestoren unbekannt autres investisseurs actionnaires communique
  otros inversores inversionistas outros investidores anjos altri investitori overige investeerders diger yatirimcilar
  その他 他 非公開 既存投資家 未披露 未公开 其他 等`
    .trim()
    .split(/\s+/),
);
const fillers = new Set(
  `a an the and of by from with in to al et etc some several various many multiple few most another further additional old new
  previous current earlier prior former present follow on private individual institutional strategic financial corporate local
  foreign international domestic prominent notable well known investment leading group consortium syndicate set bunch number
  family offices office high net worth founders executives operators entrepreneurs not available early stage business including
  included among amongst plus co
  bestehende mehrere und existants historiques prives prive divers non plusieurs existentes actuales privados varios y
  atuais e esistenti bestaande en mevcut melek ve`
    .trim()
    .split(/\s+/),
);

/** What ends a list without naming anybody: "et al.", "and others", "+ 3 more". */
const ending =
  /[\s,;]*(?:\b(?:et al|etc|u\.\s?a)\b\.?|(?:\+|&|\band\b|\bund\b|\bet\b|\by\b|\be\b|\ben\b|\bve\b)\s*(?:\d+\s+)?(?:(?:many|several|some|few|other|more|existing|weitere|autres|otros|outros|altri|diger|additional|angel)\s+)*(?:others?|more|weitere|autres|otros|outros|altri|andere|diğerleri|(?:existing |other |angel |more )*(?:investors|angels|backers))|\bamong(?:st)? others|(?:等|他|ほか))[\s.]*$/iu;

/** What is in brackets behind a name and says who it is, not how it is called. */
const role =
  /^(?:(?:private|angel|individual|existing|new|undisclosed|returning|follow[- ]?on|strategic|seed|anchor|participating|participant)\s*)*(?:investors?|angels?|backers?)?$/i;
const leadMark = /^(?:co-?\s?)?lead(?:s|ing|er)?(?:\s+(?:investors?|partner))?$|^led$|^l$|^领投$|^リード$/iu;

const joiner = /\s+(?:&|and|und|et|y|e|ve|en|及|和)\s+/gu;
/** In lower case: "Y Combinator" begins with a name. */
const leadingJoiner = /^(?:&|\+|and|und|et|y|ve|en|plus|with|mit|avec|con|com)\s+/;

/** Names in which a word for "and" joins nothing. */
const wholeNames = new Set(
  `procter and gamble, johnson and johnson, marsh and mclennan, kleiner perkins caufield and byers, hellman and friedman, brown and
  brown, smith and nephew, simon and schuster, bed bath and beyond, warburg and co, rho and co, kohlberg kravis roberts and co, allen
  and company, fidelity management and research company, fidelity management and research, mckinsey and company, bain and company,
  rand and co, d e shaw and co, jp morgan chase and co, goldman sachs and co, bill and melinda gates foundation, ernst and young,
  thomas h lee and co, drive by draper and co, first round and co`
    .split(',')
    .map((name) => name.replace(/\s+/g, ' ').trim()),
);

/** A longer text is a list, not a sentence. */
const longestPhrase = 5_000;

/**
 * Reads the investors of a cell as people write them: "Led by A, with participation from B & C", "A (lead), B and
 * others", "A, B et al.". Words that name nobody are left out and passed to `onNobody`; `separators` are those of the column.
 */
export function parseInvestorPhrase(
  text: string,
  separators: readonly string[],
  onNobody: (words: string) => void = () => undefined,
): ListedName[] {
  if (text.length > longestPhrase) return splitMarkedList(text, separators, []);
  return cutAtPhrases(text).flatMap(({ part, lead }) =>
    splitList(part.replace(ending, ''), [...separators, '•', '·', '、', '；', '，', '\n'])
      .flatMap((each) => (wholeNames.has(buildNameKey(each)) ? [each] : splitAtJoiners(each)))
      .flatMap((name) => readName(name, lead, onNobody) ?? []),
  );
}

/** The parts of a text that name the leads and the others; one part if it is a plain list. */
function cutAtPhrases(text: string): { part: string; lead: boolean }[] {
  const plain = text.replace(/^\s*(?:investors?|backers?|participants?|investoren|investisseurs)\s*:\s*/i, '');
  const pieces = plain.split(
    /((?:\bco-?)?\bled by\b|\blead(?:s| investors?)?\s*:|\bangeführt von\b|\bmené[e]? par\b|\bliderad[ao] p[eo]r\b|,?\s*(?:\band |\bund )?\b(?:with |also )?(?:the )?(?:participation|support|backing|follow-on) (?:also )?(?:of|from|by)\b|\bjoined by\b|\balongside\b|\balong with\b|\btogether with\b|\bothers?\s*:|\bparticipants?\s*:|\bfollowers?\s*:|\bmit beteiligung von\b|\bavec (?:la participation de )?)/iu,
  );
  const parts: { part: string; lead: boolean }[] = [];
  let lead = false;
  const isLed = pieces.length > 1;
  for (const [place, piece] of pieces.entries()) {
    if (place % 2 === 1) {
      lead = /led by|lead|angeführt|mené|liderad/i.test(piece);
      continue;
    }
    // "Led by A with B" has no other word before those that take part.
    const [leads = '', ...others] = lead ? piece.split(/,?\s+(?:and\s+)?with\s+(?=\p{Lu})/u) : [piece];
    if (leads.trim()) parts.push({ part: leads, lead: isLed && lead });
    for (const other of others) parts.push({ part: other, lead: false });
  }
  return parts;
}

/**
 * Splits at "and" and "&" where whole names are on both sides: "Alder Capital & Birch Fund" are two, "Procter & Gamble" and
 * "Drug Research and Development" are one.
 */
function splitAtJoiners(text: string): string[] {
  const parts = text.split(joiner).map((part) => part.trim());
  const [first = '', ...others] = parts;
  const last = others.at(-1);
  if (last === undefined || parts.some((part) => !/^[\p{Lu}\p{N}]/u.test(part) && !isFiller(part))) return [text];
  if (companyEnding.test(last)) return [text];
  const areNames = parts.every((part) => part.split(/\s+/).length > 1);
  const sure = endsLikeFund(first) || (areNames && (parts.some(endsLikeFund) || parts.every(isPersonName)));
  return sure || others.every(isFiller) ? parts : [text];
}

/** What follows "and" within one name: "Reiten & Co", "Alder Capital and Incubator". */
const companyEnding =
  /^(?:co|co\.|company|companies|sons|partners|associates|brothers|management|development|research|securities|bros|family|wellness)\b\.?|^(?:incubator|innovation|growth|technology)$/i;

const fundEnding = /\b(?:capital|ventures?|partners|fund|funds|angels|invest|investments?|vc|kapital|accelerator)$/i;
const endsLikeFund = (name: string) => name.includes(' ') && fundEnding.test(name);

const isFiller = (name: string): boolean => {
  const words = buildNameKey(name).split(' ');
  return (
    words.some((word) => nobody.has(word)) &&
    words.every((word) => nobody.has(word) || fillers.has(word) || /^\d{1,2}$/.test(word))
  );
};

function readName(given: string, led: boolean, onNobody: (words: string) => void): ListedName | undefined {
  let name = given.replace(leadingJoiner, '').replace(/^[\s*•·"'“”-]+(?=\S)|[\s;,"“”]+$/gu, '');
  let lead = led || /^\s*\*|\*\s*$/.test(given);
  let partner: string | undefined;
  name = name.replace(/\*+$/, '').trim();
  for (let found = /^(.*?)(\s*)[([]([^()[\]]*)[)\]]$/su.exec(name); found;) {
    const [, before = '', space = '', inside = ''] = found;
    const word = inside.trim();
    const person = space === '' && before !== '' ? word.replace(/^lead\s+(?=\p{Lu})/iu, '') : undefined;
    if (leadMark.test(word)) lead = true;
    else if (person && /^\p{Lu}\S*(?: \S+){1,3}$/u.test(person) && !/^(?:fund|series)\b/i.test(person)) {
      partner = person;
      lead ||= person !== word;
    } else if (!role.test(word) && !isFiller(word)) break;
    name = before.trim();
    found = /^(.*?)(\s*)[([]([^()[\]]*)[)\]]$/su.exec(name);
  }
  const marked = /^(?:lead|led by|lead investor)\s*[:-]\s*(.+)$|^(.+?)\s+[-–]\s+(?:co-?)?lead(?: investor)?$/iu.exec(
    name,
  );
  if (marked) [lead, name] = [true, (marked[1] ?? marked[2] ?? '').trim()];
  name = name.replace(/^(?:existing|new|undisclosed) investors?\s*[:-]?\s+(?=\p{Lu})/iu, '').trim();
  // "#Angels" is a name.
  if (isFiller(name) && !name.startsWith('#')) {
    onNobody(name);
    return undefined;
  }
  if (!/[\p{L}\p{N}]/u.test(name)) return undefined;
  return { name, lead, ...(partner ? { partner } : {}) };
}
