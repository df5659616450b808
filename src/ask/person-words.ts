import {
  convert,
  endOfClause,
  followedBy,
  listMark,
  listOf,
  maybe,
  notFollowedBy,
  longestOf,
  phrases,
  sequence,
  table,
  typed,
  wordLike,
} from './phrases.ts';
import { add, type AskContext, reject } from './pieces.ts';
import type { PhraseReader } from './sentence.ts';
import { jobTitle } from './subject-words.ts';
import { fillers, schoolNames } from './vocabulary.ts';

const word = wordLike(/^[\p{L}\p{N}]/u);
const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

const shortSchool = table(schoolNames);
/** Names that are a school only with a word for studies. */
const ambiguousSchool = phrases('cambridge/oxford/columbia/berkeley/brown/penn/duke');
const schoolKind = longestOf<unknown>(
  phrases('university/college/polytechnic | business school'),
  sequence(phrases('institute of'), word),
);
const namePart = wordLike(/^(?!(?:from|at|of|in|the|who|and|to)$)\p{L}/u);
const longSchool = typed(
  longestOf<unknown>(
    sequence(phrases('university of | university of california ,?'), word),
    sequence(namePart, schoolKind),
    sequence(namePart, namePart, schoolKind),
    sequence(namePart, namePart, namePart, schoolKind),
  ),
);
const school = longestOf(shortSchool, longSchool);
const schools = listOf(school, listMark);
const studied = phrases(
  `studied/graduated/educated/went/degree/mba/phd/alumni/alum/graduate/grad at/from/to/of/in the? | went to school at`,
);
const clauseEnd = longestOf<unknown>(
  (view, at) => (view.at(at) ? undefined : { to: at, value: true }),
  endOfClause,
  phrases('who/that/in/with/and/now/working/building/running/founding'),
);
/** A school that is in no table: one or two words up to the end of the clause. */
const otherSchool = typed(
  longestOf<unknown>(sequence(word, followedBy(clauseEnd)), sequence(word, word, followedBy(clauseEnd))),
);
const readSchools = longestOf<readonly string[]>(
  convert(
    sequence(schools, phrases('educated/alumni/alumnus/alum/graduate/grad/degree/phd/mba/dropout/student')),
    ([names]) => names,
  ),
  convert(
    sequence(
      studied,
      longestOf(
        schools,
        convert(otherSchool, (name) => [name]),
      ),
    ),
    ([, names]) => names,
  ),
  convert(sequence(longSchool, notFollowedBy(phrases('hospital'))), ([name]) => [name]),
  convert(
    sequence(notFollowedBy(ambiguousSchool), shortSchool, followedBy(phrases('founder/entrepreneurs/ceo'), 2)),
    ([, name]) => [name],
  ),
);

const employer = typed((view, at) => {
  if (!word(view, at) || fillers.has(view.at(at)?.text ?? '')) return undefined;
  let to = at + 1;
  while (view.at(to)?.isJoined) to += 1;
  return { to, value: true };
});
const employers = listOf(employer, phrases(', and/or? ex? | / ex? | and/or/& ex?'));
const employee = phrases(
  `employee/engineer/executive/exec/staff/people/operator/manager/researcher/scientist/designer/developer/consultant |
  banker/analyst/partner/pm/leader/director/vp | team member`,
);
const workedAt = phrases(
  `who? have/has? previously/formerly/once/before/earlier? worked at/for both? | used to work at/for |
  previously/formerly at/with/of | came/come/coming from | alumni/alums/veterans of | left | spent? time at |
  experience at/with`,
);
const capital = typed((view, at) => (view.at(at)?.isCapital ? word(view, at) : undefined));
const readEmployers: PhraseReader<readonly string[]> = longestOf(
  convert(sequence(phrases('ex | former/previous | one time'), employers, maybe(employee)), ([, names]) => names),
  convert(sequence(workedAt, employers, maybe(phrases('before'))), ([, names]) => names),
  convert(
    sequence(listOf(employer, phrases('or/and')), phrases('alumni/alumnus/alum/veteran/mafia/expat')),
    ([names]) => names,
  ),
  convert(
    sequence(phrases('people/those/founder/ceo from'), listOf(capital, listMark), followedBy(phrases('who/that'))),
    ([, names]) => names,
  ),
);

const contact = convert(
  sequence(
    maybe(phrases('with/have/has/having? a/an? known/public/listed?')),
    table([
      ['e? mail address? | email address?', 'email'],
      ['phone/telephone number?', 'phone'],
      ['linkedin | linked in', 'linkedin'],
      ['twitter', 'twitter'],
    ]),
    maybe(phrases('contact/profile/account/details')),
  ),
  ([, kind]) => [[kind]],
);
const field = wordLike(/^(?!(?:at|in|of|and|or|with|from|who|that)$)[a-z]+$/);
const fieldNoun = phrases('success/learning/science/development/relations/resources/engineering/marketing');
const rank = table([
  ['vp of?', 'vp'],
  ['head of?', 'head of'],
  ['director of?', 'director of'],
]);
const title = convert(
  longestOf(
    convert(typed(jobTitle), (words) => words.replace(/s$|s(?= of)/, '')),
    convert(typed(phrases('cto/cfo/coo/cmo/cpo/cro/ciso/cio/cso/chro')), (words) => words.replace(/s$/, '')),
    convert(sequence(rank, typed(sequence(field, maybe(fieldNoun)))), (parts) => parts.join(' ')),
    convert(
      sequence(phrases('chief'), notFollowedBy(phrases('executive')), field, phrases('officer')),
      ([, , of]) => `chief ${of} officer`,
    ),
  ),
  (words) => [[toSlug(words)]],
);
const roles = table([
  [
    'co? founder/founded | cofounder/entrepreneurs | who/that? have? founded/founding/started/starting | are? now founder',
    [['founder']],
  ],
  ['founder and ceo | founder / ceo', [['founder', 'ceo']]],
  ['ceo | chief executive officer?', [['ceo']]],
  ['key people/person | executive/execs/leadership/leaders | c level/suite | board member', [['key_person']]],
]);

/** Takes roles, jobs, schools, employers and contacts of a person. */
export function takePersonFacts(context: AskContext): void {
  const { sentence, subject } = context;
  sentence.take(readSchools, (names, range) => {
    add(context, 'schools')([names.map((name) => schoolNames.get(name.toLowerCase()) ?? name)], range);
  });
  sentence.take(readEmployers, (names, range) => add(context, 'workedAt')([names.map(toSlug)], range));
  sentence.take(contact, add(context, 'contact'));
  if (subject === 'angels') return;
  sentence.take(title, add(context, 'jobTitles'));
  sentence.take(roles, add(context, 'roles'));
}

const figure = wordLike(/^\d{1,3}$/);
const counted = sequence(
  maybe(phrases('more/fewer/less than | at least | over/under')),
  figure,
  phrases('+? funding? round/investor/backer/raises | or more funding? round/investor/backer'),
);
const alumni = sequence(maybe(phrases('founded by')), school, phrases('alumni/alum/graduate/grad'));
const exEmployees = sequence(phrases('ex | founded by ex'), employers, maybe(longestOf(employee, phrases('founders'))));

/** Takes careers in searches whose filters do not know them. */
export function rejectCareers(context: AskContext): void {
  const { sentence, subject } = context;
  sentence.take(alumni, reject(context, 'Schools are known of people only: ask for founders.'));
  if (subject === 'companies') sentence.take(counted, reject(context, 'There is no filter for how many there are.'));
  sentence.take(exEmployees, reject(context, 'Past employers are known of people only: ask for founders.'));
}
