import type { EmployeeRange } from '#contract/enums.ts';
import {
  familyNames,
  investorNumbers,
  investorPairs,
  investorThings,
  investorWords,
  type Name,
  type NameParts,
} from './names.ts';
import type { Random } from './random.ts';
import { parseTemplate, type TextTemplate } from './template.ts';

type NameSlot = 'word' | 'pair' | 'family' | 'city' | 'number' | 'things';

/** Weights of a kind of investor at the stages pre-seed, seed, series A, B, C and later; below 1 for exceptions. */
type StageWeights = readonly [number, number, number, number, number, number];

export type InvestorKind = {
  /** Of 100 investors. */
  share: number;
  weights: StageWeights;
  /** The rounds without a usual investor that this kind joins. */
  special?: 'debt' | 'grant' | 'program' | 'tokens';
  leads: boolean;
  /** Invests in its own country only. */
  isLocal: boolean;
  /** How much more the best-known investors of a kind invest than the others; 1 means all alike. */
  skew: number;
  /** Sectors by name; the default is all. */
  sectors?: readonly string[];
  stages: readonly string[];
  employees: readonly [EmployeeRange, ...EmployeeRange[]];
  /** The largest number of partners. */
  partners: number;
  titles: readonly [string, ...string[]];
  names: readonly [TextTemplate<NameSlot>, ...TextTemplate<NameSlot>[]];
  /** Descriptions that begin with what it does: `$name backs ...`. */
  texts: readonly [TextTemplate<'name' | 'city'>, ...TextTemplate<'name' | 'city'>[]];
};

const list = (text: string) => text.split('|').map((part) => part.trim());
const buildKind = ({
  names,
  texts,
  stages,
  titles,
  ...kind
}: Omit<InvestorKind, 'names' | 'texts' | 'stages' | 'titles'> & {
  names: string;
  texts: string;
  stages: string;
  titles: string;
}): InvestorKind => ({
  ...kind,
  stages: list(stages),
  titles: list(titles) as [string, ...string[]],
  names: list(names).map((text) => parseTemplate<NameSlot>(text)) as [
    TextTemplate<NameSlot>,
    ...TextTemplate<NameSlot>[],
  ],
  texts: list(texts).map((text) => parseTemplate<'name' | 'city'>(text)) as [TextTemplate<'name' | 'city'>],
});

const fundTitles = 'Partner|General partner|Managing partner|Principal|Venture partner';

/** Multi-stage firms come first: the first two of every 100 investors are a firm and its second fund. */
export const investorKinds: readonly InvestorKind[] = [
  buildKind({
    share: 5,
    weights: [1, 7, 20, 26, 24, 18],
    leads: true,
    isLocal: false,
    skew: 1.5,
    stages: 'Early Stage Venture|Late Stage Venture|Seed',
    employees: ['51-100', '101-250', '101-250', '251-500'],
    partners: 6,
    titles: fundTitles,
    names:
      '$word Capital|$word Ventures|$word Partners|$family & $family|$pair Partners|$word Venture Partners|$word & Company|$family Capital Partners|$number $things Capital|$word Global|$family Venture Partners|$pair Capital',
    texts:
      '$name backs companies from the seed round to the stock exchange, with offices in $city and abroad.|$name is a venture firm in $city that invests at every stage and often leads.|$name has invested through several funds since its start in $city, from first rounds to growth.',
  }),
  buildKind({
    share: 13,
    weights: [30, 15, 0, 0, 0, 0],
    leads: true,
    isLocal: false,
    skew: 1.25,
    stages: 'Seed',
    employees: ['1-10'],
    partners: 2,
    titles: 'Founding partner|General partner|Partner',
    names:
      '$word First|$pair Ventures|$pair Fund|First $word|$word Pre-Seed|$word Founders|$pair Collective|Day One $word|$word Zero|$number $things Ventures|$pair Seed|Before $word|$word Microfund|$family Ventures',
    texts:
      '$name writes first cheques of up to half a million dollars from $city.|$name is a pre-seed fund run by former founders in $city.|$name invests before there is a product and spends the first months with the team.',
  }),
  buildKind({
    share: 15,
    weights: [18, 30, 6, 0.5, 0, 0],
    leads: true,
    isLocal: false,
    skew: 1.3,
    stages: 'Seed|Early Stage Venture',
    employees: ['1-10', '1-10', '11-50'],
    partners: 3,
    titles: fundTitles,
    names:
      '$word Seed|$word Seed Partners|$pair Ventures|$word Ventures|$pair Seed Fund|$family Seed Capital|$word Early|$number $things Seed|$word Seed Fund|$pair Capital|$family & $family Ventures|$word Beginnings|$word Ignition|$pair Partners',
    texts:
      '$name leads seed rounds and takes no more than ten companies a year.|$name is a seed fund in $city for software and science companies.|$name backs small teams with a first product, mostly within a train ride of $city.|$name invests at the seed stage and keeps half of each fund for later rounds.',
  }),
  buildKind({
    share: 14,
    weights: [2, 14, 34, 18, 0.9, 0],
    leads: true,
    isLocal: false,
    skew: 1.35,
    stages: 'Early Stage Venture|Venture',
    employees: ['11-50', '11-50', '51-100'],
    partners: 4,
    titles: fundTitles,
    names:
      '$word Ventures|$word Capital|$pair Ventures|$word Venture Capital|$family Ventures|$word VC|$number $things Partners|$word Partners|$family & $family Capital|$pair Venture Partners|$word Early Stage|$pair Capital|$family Venture Capital|$word Ridge Partners',
    texts:
      '$name leads series A rounds and takes a seat on the board.|$name is an early-stage firm from $city that invests in companies with their first paying customers.|$name backs founders who sell to businesses, and helps them with the first sales team.|$name invests in early rounds across the region around $city.',
  }),
  buildKind({
    share: 6,
    weights: [0, 0, 2, 16, 26, 28],
    leads: true,
    isLocal: false,
    skew: 1.4,
    stages: 'Late Stage Venture',
    employees: ['51-100', '101-250'],
    partners: 4,
    titles: 'Managing director|Partner|Principal|Vice president',
    names:
      '$word Growth|$word Growth Partners|$family Growth Equity|$pair Growth|$word Expansion Capital|$word Equity Partners|$family & $family Growth|$number $things Growth|$word Scale|$word Growth Capital|$pair Equity',
    texts:
      '$name invests in companies with sales above ten million dollars.|$name is a growth investor in $city that buys minority stakes and helps with expansion abroad.|$name joins from series B on and stays until a sale or listing.',
  }),
  buildKind({
    share: 3,
    weights: [0, 0, 0, 3, 12, 24],
    leads: true,
    isLocal: false,
    skew: 1.5,
    stages: 'Late Stage Venture|Post-Ipo',
    employees: ['251-500', '501-1000', '1001-5000'],
    partners: 3,
    titles: 'Managing director|Portfolio manager|Partner',
    names:
      '$word Asset Management|$family Investment Management|$word Global Management|$word Crossover|$pair Asset Management|$word Public & Private|$family & $family Investments|$word Investment Partners|$word Hedge Partners',
    texts:
      '$name holds shares of listed and private companies and is managed from $city.|$name is an asset manager that joins the last rounds before a listing.',
  }),
  buildKind({
    share: 3,
    weights: [0, 0, 0, 2, 7, 12],
    leads: true,
    isLocal: false,
    skew: 1.3,
    stages: 'Private Equity|Late Stage Venture',
    employees: ['101-250', '251-500'],
    partners: 3,
    titles: 'Managing director|Partner|Operating partner',
    names:
      '$word Private Equity|$family Equity Partners|$word Holdings|$family & $family Equity|$word Buyout Partners|$word Industrial Partners|$pair Holdings|$word Equity',
    texts:
      '$name buys majority and minority stakes in established companies.|$name is a private equity firm in $city with operating partners from industry.',
  }),
  buildKind({
    share: 9,
    weights: [14, 8, 0, 0, 0, 0],
    leads: false,
    isLocal: true,
    skew: 1.25,
    stages: 'Seed',
    employees: ['1-10'],
    partners: 2,
    titles: 'Chair|Member|Managing director',
    names:
      '$city Angels|$city Angel Network|$city Business Angels|$word Angels|$word Angel Syndicate|$city Founders Circle|$city Alumni Angels|$pair Syndicate|Angels of $city|$city Operators Syndicate|$word Angel Group|$city Tech Angels|$pair Angels|$family Angel Circle',
    texts:
      '$name is a group of private investors who meet in $city every month.|$name pools small sums of members around $city and invests beside funds.|$name is run by former founders from $city who invest their own money.',
  }),
  buildKind({
    share: 4,
    weights: [14, 4, 0, 0, 0, 0],
    special: 'program',
    leads: false,
    isLocal: false,
    skew: 1.4,
    stages: 'Non Equity Assistance|Seed',
    employees: ['11-50', '11-50', '51-100'],
    partners: 2,
    titles: 'Programme director|Managing director|Partner',
    names:
      '$word Accelerator|$city Launch Lab|$word Launchpad|$city Startup Studio|$word Incubator|$pair Foundry|$city Startup School|$word Studio|$pair Camp|$word Batch|Runway $city|$number Months $city|$word Startup House',
    texts:
      '$name takes two groups of companies a year through a three-month programme in $city.|$name is an accelerator that invests a small fixed sum in each team.|$name builds companies with founders in $city and invests in the first round.',
  }),
  buildKind({
    share: 6,
    weights: [1, 3, 8, 11, 9, 6],
    leads: false,
    isLocal: false,
    skew: 1.3,
    stages: 'Early Stage Venture|Late Stage Venture|Venture',
    employees: ['11-50', '51-100'],
    partners: 2,
    titles: 'Investment director|Managing director|Principal',
    names:
      '$family Group Ventures|$word Telecom Ventures|$word Bank Ventures|$family Industries Ventures|$word Motors Ventures|$word Insurance Innovation Fund|$word Foods Ventures|$word Utilities Ventures|$family Materials Ventures|$word Media Ventures|$word Retail Ventures|$word Hospitals Ventures',
    texts:
      '$name invests for an industrial group based in $city, mostly beside other funds.|$name is the venture arm of a large company and opens doors to its business units.',
  }),
  buildKind({
    share: 3,
    weights: [7, 5, 1, 0, 0, 0],
    leads: false,
    isLocal: true,
    skew: 1.2,
    sectors: ['Biotechnology', 'Health care', 'Hardware and space', 'Artificial intelligence', 'Energy and climate'],
    stages: 'Seed|Early Stage Venture',
    employees: ['1-10', '11-50'],
    partners: 2,
    titles: 'Investment manager|Director|Partner',
    names:
      '$word University Fund|University of $word Ventures|$city Science Fund|$word College Innovation|$city Spinout Partners|$word Institute Ventures|$city Research Ventures|$word Campus Capital|$family Science Partners',
    texts:
      '$name backs companies that grow out of research in $city.|$name licenses university inventions and invests in the founders who use them.',
  }),
  buildKind({
    share: 4,
    weights: [3, 3, 2, 0.5, 0, 0],
    special: 'grant',
    leads: false,
    isLocal: true,
    skew: 1.2,
    stages: 'Grant|Seed',
    employees: ['11-50', '51-100', '101-250'],
    partners: 1,
    titles: 'Programme manager|Director',
    names:
      '$city Innovation Agency|$city Development Bank|$city Enterprise Fund|$word Regional Fund|$city Growth Office|$city Science Foundation|$word Foundation|$city Investment Agency|$word Public Innovation Fund|$city Future Fund',
    texts:
      '$name supports young companies in the region around $city with grants and small investments.|$name is a public fund that invests on the same terms as private investors.',
  }),
  buildKind({
    share: 5,
    weights: [2, 3, 3, 3, 3, 3],
    leads: false,
    isLocal: false,
    skew: 1.2,
    stages: 'Early Stage Venture|Late Stage Venture|Private Equity',
    employees: ['1-10', '1-10', '11-50'],
    partners: 1,
    titles: 'Managing director|Principal',
    names:
      '$family Family Office|$family Holdings|$family & Sons|$family Family Capital|$family Private Capital|$family Trust|House of $family|$family & Daughters|$family Estate Capital|$word Family Office|$family Brothers Capital|$word Heritage Capital|$word Private Holdings',
    texts:
      '$name invests the money of one family in $city and is in no hurry to sell.|$name is a family office that joins rounds led by others.',
  }),
  buildKind({
    share: 2,
    weights: [0, 0, 0, 0, 0, 0],
    special: 'debt',
    leads: true,
    isLocal: false,
    skew: 1.4,
    stages: 'Debt|Late Stage Venture',
    employees: ['51-100', '101-250', '1001-5000'],
    partners: 2,
    titles: 'Managing director|Director|Credit officer',
    names:
      '$word Credit Partners|$word Venture Lending|$family Growth Credit|$word Innovation Bank|$word Technology Lending|$family & $family Credit|$word Structured Capital|$word Venture Debt',
    texts:
      '$name lends to growing companies, secured on recurring revenue or equipment.|$name is a lender in $city for companies that want to grow without selling shares.',
  }),
  buildKind({
    share: 3,
    weights: [6, 16, 26, 22, 16, 12],
    leads: true,
    isLocal: false,
    skew: 1.3,
    sectors: ['Biotechnology', 'Health care'],
    stages: 'Early Stage Venture|Late Stage Venture|Seed',
    employees: ['11-50', '51-100'],
    partners: 4,
    titles: 'Partner|Managing partner|Venture partner|Entrepreneur in residence',
    names:
      '$word Life Sciences|$word Bio Partners|$word Health Ventures|$family Life Science Ventures|$word Medical Ventures|$pair Health|$word Therapeutics Fund|$word Bio Capital|$family Healthcare Partners|$word Life Science Partners|$pair Bio',
    texts:
      '$name invests in medicines, devices and digital health.|$name is a life science investor in $city whose partners were doctors and chemists.|$name builds biotechnology companies around single discoveries and funds them through trials.',
  }),
  buildKind({
    share: 3,
    weights: [6, 16, 22, 18, 12, 10],
    leads: true,
    isLocal: false,
    skew: 1.3,
    sectors: ['Energy and climate', 'Food and agriculture', 'Real estate and construction'],
    stages: 'Early Stage Venture|Seed|Venture',
    employees: ['1-10', '11-50'],
    partners: 3,
    titles: fundTitles,
    names:
      '$word Climate|$word Climate Partners|$word Energy Ventures|$pair Climate Fund|$word Carbon Capital|$word Planet Fund|$word Green Capital|$family Energy Partners|$word Impact|$word Earth Ventures|$word Transition Capital',
    texts:
      '$name backs companies that cut emissions at scale.|$name invests in energy, food and buildings from $city and measures tons of carbon saved.|$name is a climate fund that finances first factories as well as laboratories.',
  }),
  buildKind({
    share: 2,
    weights: [5, 14, 18, 14, 8, 6],
    special: 'tokens',
    leads: true,
    isLocal: false,
    skew: 1.4,
    sectors: ['Blockchain and crypto', 'Financial services'],
    stages: 'Early Stage Venture|Initial Coin Offering|Seed',
    employees: ['1-10', '11-50'],
    partners: 3,
    titles: fundTitles,
    names:
      '$word Fintech Partners|$word Digital Assets|$word Crypto|$word Protocol Capital|$word Ledger Ventures|$pair Digital|$word Financial Ventures|$word Onchain|$family Digital Capital|$word Token Fund',
    texts:
      '$name invests in financial infrastructure, both in shares and in tokens.|$name is a fund in $city for payments, lending and digital assets.',
  }),
];

const parts: Record<Exclude<NameSlot, 'city'>, NameParts> = {
  word: investorWords,
  pair: investorPairs,
  family: familyNames,
  number: investorNumbers,
  things: investorThings,
};

/** Draws a name of this kind for an investor in a city. */
export function drawKindName({ names }: InvestorKind, city: Name, random: Random): Name {
  const { parts: texts, slots } = random.pick(names);
  let name = texts[0] ?? '';
  let slug = toLiteralSlug(name);
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[index]?.slot ?? 'word';
    const part = slot === 'city' ? city : random.pick(parts[slot]);
    const text = texts[index + 1] ?? '';
    name += part.name + text;
    slug += part.slug + toLiteralSlug(text);
  }
  return { name, slug };
}

/** The slugs of texts between slots, which are plain English. */
const literalSlugs = new Map(
  investorKinds
    .flatMap(({ names }) => names.flatMap(({ parts: texts }) => texts))
    .map((text) => [text, text.toLowerCase().replaceAll('&', 'and').replaceAll(' ', '-')]),
);
const toLiteralSlug = (text: string) => literalSlugs.get(text) ?? '';
