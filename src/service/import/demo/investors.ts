import { employeeRange } from '#contract/enums.ts';
import { toSlug } from '../../db/name-key.ts';
import type { ImportedInvestor, ImportedPerson } from '../records.ts';
import investorKinds from './data/investor-kinds.json';
import { investorKey, type DemoPlace, type DemoMarket, partnerKey } from './market.ts';
import { investorNameParts } from './names.ts';
import { generatePerson } from './people.ts';
import { openRandom, type Random } from './random.ts';
import { sectors } from './sectors.ts';
import { fillTemplate } from './template.ts';

/**
 * A kind of investor: `share` of 100 investors; `weights` at the stages pre-seed, seed, series A, B, C and later (below
 * 1 for exceptions); `special` rounds without a usual investor that it joins; `isLocal` if it stays in its country;
 * `skew` is how much more the best-known invest than the others, 1 if all are alike; `sectors` by name, all by default;
 * `partners` is the largest number. Multi-stage firms come first: the first two of every 100 investors are a firm and
 * its second fund.
 */
type InvestorKind = (typeof investorKinds)[number];

/** Kinds repeat after this many investors, so that the kind of each follows from its number. */
const turn = 100;
/** In each turn the second investor is a further fund of the first, with its domain. */
const isSecondFund = (index: number) => index % turn === 1;

/** The kinds of one turn, spread evenly; the first kind has the first two places. */
const kindNumbers = [0, 0].concat(
  investorKinds
    .flatMap(({ share }, number) =>
      Array.from({ length: share }, (_, place) => ({ number, at: ((place + 0.5) * turn) / share })),
    )
    .slice(2)
    .toSorted((a, b) => a.at - b.at)
    .map(({ number }) => number),
);
const kindNumberOf = (index: number) => kindNumbers[index % turn] ?? 0;
const kindOf = (index: number) => investorKinds[kindNumberOf(index)] as InvestorKind;

type Members = { all: number[]; byCountry: Map<string, number[]> };
type Choice = { members: Members; kind: InvestorKind; upTo: number };

/** What deals need to know about all investors. */
type Investors = {
  names: string[];
  /** By kind, the best-known first. */
  members: Members[];
  /** Kinds with cumulative weights, by `choiceOf`. */
  choices: Choice[][];
};

export type MarketWithInvestors = DemoMarket & { investors: Investors };

const lastStage = 5;
const choiceOf = (sector: number, stage: number, leads: boolean) =>
  (sector * (lastStage + 1) + Math.min(stage, lastStage)) * 2 + Number(leads);

export function openInvestors({ seed, investorCount, drawHome }: DemoMarket): Investors {
  const names: string[] = [];
  const members = investorKinds.map((): Members => ({ all: [], byCountry: new Map() }));
  const taken = new Set<string>();
  for (let index = 0; index < investorCount; index += 1) {
    const random = openRandom(seed, 'firm', index);
    const home = drawHome(random);
    names.push(isSecondFund(index) ? `${names.at(-1)} Opportunities` : drawFreeName(index, home, random, taken));
    const own = members[kindNumberOf(index)];
    own?.all.push(index);
    const country = own?.byCountry.get(home.countryCode);
    if (country) country.push(index);
    else own?.byCountry.set(home.countryCode, [index]);
  }
  return { names, members, choices: buildChoices(members) };
}

/** Names that stay taken after this many draws get a number. */
const plainDraws = 10;
const maxDraws = 255;

/** Draws names of the investor's kind until no other investor has one. */
function drawFreeName(index: number, { city }: DemoPlace, random: Random, taken: Set<string>): string {
  for (let time = 1; ; time += 1) {
    const plain = fillTemplate(random.pick(kindOf(index).names), (slot) =>
      slot === 'city' ? city : random.pick(investorNameParts[slot] ?? []),
    );
    const name = time <= plainDraws ? plain : `${plain} ${time - plainDraws + 1}`;
    const slug = toSlug(name);
    if (taken.has(slug) && time < maxDraws) continue;
    taken.add(slug);
    return name;
  }
}

/** The kinds that invest in a sector at a stage, without those that have no member. */
function buildChoices(members: Members[]): Choice[][] {
  const choices: Choice[][] = [];
  for (const [sector, { name }] of sectors.entries()) {
    for (let stage = 0; stage <= lastStage; stage += 1) {
      for (const leads of [false, true]) {
        let upTo = 0;
        choices[choiceOf(sector, stage, leads)] = investorKinds.flatMap((kind, number) => {
          const weight = kind.weights[stage] ?? 0;
          const fits = weight > 0 && (kind.leads || !leads) && (kind.sectors?.includes(name) ?? true);
          const own = members[number];
          return fits && own && own.all.length > 0 ? [{ kind, members: own, upTo: (upTo += weight) }] : [];
        });
      }
    }
  }
  return choices;
}

/** A round as investors see it. */
export type Opening = { sector: number; stage: number; country: string; leads: boolean };

/** How often an investor stays in its own country. */
const homeShare = 0.5;

const drawMember = ({ all, byCountry }: Members, { skew, isLocal }: InvestorKind, country: string, random: Random) => {
  const near = byCountry.get(country);
  const from = isLocal || (near && random.chance(homeShare)) ? near : all;
  return from?.[random.skewed(from.length, skew)];
};

/** Picks an investor that usually invests at this stage and in this sector; in a tiny market it can be any. */
export function pickInvestor(
  { investors, investorCount }: MarketWithInvestors,
  opening: Opening,
  random: Random,
): number {
  const choices = investors.choices[choiceOf(opening.sector, opening.stage, opening.leads)] ?? [];
  const total = choices.at(-1)?.upTo ?? 0;
  for (let time = 0; time < 3; time += 1) {
    const wanted = random.next() * total;
    const choice = choices.find(({ upTo }) => wanted < upTo);
    const found = choice && drawMember(choice.members, choice.kind, opening.country, random);
    if (found !== undefined) return found;
  }
  return random.skewed(investorCount, 1.2);
}

/** Picks an investor for a round without a usual lead: a lender, a foundation, an accelerator or a token fund. */
export function pickSpecial(
  { investors }: MarketWithInvestors,
  special: string,
  country: string,
  random: Random,
): number | undefined {
  const number = investorKinds.findIndex((kind) => kind.special === special);
  const [members, kind] = [investors.members[number], investorKinds[number]];
  return members && kind && drawMember(members, kind, country, random);
}

/** Whether an investor joins later rounds of its companies at this stage: up to one stage after its usual ones. */
export function followsAt(investor: number, stage: number): boolean {
  const { weights } = kindOf(investor);
  return [stage, stage - 1].some((place) => (weights[Math.min(place, lastStage)] ?? 0) >= 1);
}

/** The number of investors that a lead often invests with. */
const circleSize = 6;

/** Draws one of the investors that often invest with a lead; if it is the lead itself, the lead invests alone. */
export function drawCompanion(market: MarketWithInvestors, lead: number, opening: Opening, random: Random): number {
  const place = `${lead}/${opening.stage}/${random.whole(1, circleSize)}`;
  return pickInvestor(market, opening, openRandom(market.seed, 'circle', place));
}

/** The number of an investor's partners: larger kinds have more. */
export function countPartners({ seed }: DemoMarket, investor: number): number {
  return 1 + openRandom(seed, 'partners', investor).skewed(kindOf(investor).partners, 1.6);
}

/** Up to `max` of an investor's partners. */
export function drawPartners(market: DemoMarket, investor: number, max: number): string[] {
  return Array.from({ length: Math.min(max, countPartners(market, investor)) }, (_, index) =>
    partnerKey(investor, index),
  );
}

/** An investor and its partners. */
export function* generateInvestor(
  market: MarketWithInvestors,
  index: number,
): Generator<ImportedInvestor | ImportedPerson> {
  const { names } = market.investors;
  const home = market.drawHome(openRandom(market.seed, 'firm', index));
  const random = openRandom(market.seed, 'house', index);
  const kind = kindOf(index);
  const name = names[index] ?? '';
  const slug = toSlug(name);
  const domain = `${toSlug(names[isSecondFund(index) ? index - 1 : index] ?? '')}.example`;
  yield {
    kind: 'investor',
    key: investorKey(index),
    permalink: slug,
    name,
    legalName: random.chance(0.5) ? `${name} LLP` : null,
    description: fillTemplate(random.pick(kind.texts), (slot) => (slot === 'name' ? name : home.city)),
    domain,
    website: `https://${domain}`,
    linkedin: `https://www.linkedin.com/company/${slug}-example`,
    crunchbase: random.chance(0.8) ? `https://www.crunchbase.com/organization/${slug}-example` : null,
    numEmployees: employeeRange.parse(random.pick(kind.employees)),
    investmentStages: kind.stages,
    contactEmail: random.chance(0.6) ? `hello@${domain}` : null,
    place: home.place,
  };
  const year = new Date(market.today).getUTCFullYear();
  for (const key of drawPartners(market, index, Infinity)) {
    const title = random.pick(kind.titles);
    const known = { title, worksFor: [investorKey(index)], about: `${title} at ${name}.` };
    const begun = year - random.whole(1, 18);
    const startDate = `${begun}-0${random.whole(3, 9)}-01`;
    yield generatePerson(market, key, known, { begun, job: { companyName: name, title, startDate, isCurrent: true } });
  }
}
