import { formatRoundName } from '#contract/rounds.ts';
import type { ImportedCompany, ImportedDeal } from '../records.ts';
import { dayMs, type DemoPlace, formatDemoDay } from './market.ts';
import type { Random } from './random.ts';
import type { DemoRound } from './rounds.ts';
import { listChoices, type Niche, type Sector } from './sectors.ts';
import { fillTemplate } from './template.ts';

/** A company's description of itself: two of the same niche with different `variant` never have the same. */
type Pitch = { name: string; sector: Sector; niche: Niche; variant: number; home: DemoPlace };

const inSentence = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** One of the texts for companies of this age (young, growing, late), with plausible figures. */
function drawText(texts: readonly (readonly string[])[], stage: number, home: DemoPlace, random: Random): string {
  return fillTemplate(random.pick(texts[stage < 2 ? 0 : stage < 4 ? 1 : 2] ?? []), (slot) => {
    if (slot === 'few') return inSentence[random.whole(2, 9)] ?? 'ten';
    if (slot === 'some') return String(random.whole(12, 90));
    if (slot === 'many') return String(random.whole(120, 900));
    if (slot === 'thousands') return `${random.whole(1, 48)},${random.whole(0, 9)}00`;
    return slot === 'country' ? home.countryName : home.city;
  });
}

/** The one-line description of a company, and which of the niche's ways of working it names. */
function writeLine({ name, sector, niche, variant, home }: Pitch): { line: string; how: number } {
  let left = variant % niche.total;
  const place = niche.sizes.findIndex((size) => left < size || ((left -= size), false));
  let how = variant;
  const line = fillTemplate(sector.shapes[place] ?? '', (slot) => {
    const choices = listChoices(niche, slot, { name, city: home.city, country: home.countryName });
    const chosen = left % choices.length;
    left = Math.floor(left / choices.length);
    if (slot === 'how') how = chosen;
    return choices[chosen] ?? '';
  });
  return { line, how };
}

/** The short and the long description of a company. */
export function writeCompanyTexts(pitch: Pitch, founded: string, stage: number, random: Random) {
  const { sector, niche, home } = pitch;
  const { line: shortDescription, how } = writeLine(pitch);
  const also = niche.how[(how + 1) % niche.how.length] ?? '';
  const begun = `Founded in ${home.city} in ${founded.slice(0, 4)}, ${pitch.name} also ${also}.`;
  const longDescription = `${shortDescription} ${begun} ${drawText(sector.traction, stage, home, random)}`;
  return { shortDescription, longDescription };
}

type DealParts = {
  company: ImportedCompany;
  sector: Sector;
  home: DemoPlace;
  round: DemoRound;
  lead: string | undefined;
};

/** Phrases for round types without a series name. */
const ways: Partial<Record<DemoRound['type'], string>> = {
  SAFE: 'on a SAFE',
  CONVERTIBLE_NOTE: 'through a convertible note',
  EQUITY: 'in equity funding',
  PREFERRED: 'for preferred shares',
  SECONDARY_MARKET: 'in a sale of existing shares',
  DEBT_FINANCING: 'in debt financing',
  GRANT: 'as a grant',
  NON_EQUITY_ASSISTANCE: 'from an accelerator programme',
  CROWDFUNDING: 'in a crowdfunding campaign',
  INITIAL_COIN_OFFERING: 'in a sale of tokens',
  FUNDING_ROUND: 'in a new funding round',
};

/** The descriptions of a round. */
export function writeDealTexts({ company, sector, home, round, lead }: DealParts, random: Random) {
  const { name } = company;
  const amount = round.disclosed ? formatDealAmount(round.native, home.sign) : undefined;
  const way = ways[round.type];
  const named = formatRoundName(round);
  const led = lead === undefined ? '' : `, led by ${lead}`;
  const sum = amount ?? 'an undisclosed amount';
  const shortDescription = way
    ? random.pick([`${name} raised ${sum} ${way}${led}.`, `${home.city}-based ${name} secured ${sum} ${way}${led}.`])
    : random.pick([
        `${name} raised ${sum} in ${named} funding${led}.`,
        `${home.city}-based ${name} closed its ${named} round${amount ? ` at ${amount}` : ''}${led}.`,
        `${lead ?? 'A group of investors'} backed the ${named} round of ${name}${amount ? `, worth ${amount}` : ''}.`,
      ]);
  if (!random.chance(0.85)) return { shortDescription, longDescription: null };
  const plan = drawText(sector.plans, round.stage, home, random);
  return { shortDescription, longDescription: `${shortDescription} ${company.shortDescription ?? ''} ${plan}` };
}

const papers = ['news', 'ledger', 'courier'] as const;

/** Up to three articles about a round, of its day or the days after; the first is the primary one. */
export function writeArticles(
  { permalink, key }: ImportedCompany,
  moment: number,
  today: number,
  random: Random,
): NonNullable<ImportedDeal['articles']> {
  const count = random.chance(0.7) ? random.whole(1, papers.length) : 0;
  return papers.slice(0, count).map((paper, position) => {
    const date = formatDemoDay(Math.min(today, moment + position * dayMs));
    const link = `https://${paper}.example/${date.slice(0, 4)}/${date.slice(5, 7)}/${permalink}-${key}-${date.slice(8)}`;
    return { link, isPrimary: position === 0, date };
  });
}

function formatDealAmount(amount: number, sign: string): string {
  const [unit, letter] = amount >= 1e9 ? [1e9, 'B'] : amount >= 1e6 ? [1e6, 'M'] : [1e3, 'K'];
  return `${sign}${Number((amount / unit).toPrecision(3))}${letter}`;
}
