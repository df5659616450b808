import { describe, expect, test } from 'vitest';
import { parseInvestorPhrase } from './investor-phrases.ts';

const read = (text: string) =>
  parseInvestorPhrase(text, [',', ';']).map(
    ({ name, lead, partner }) => `${lead ? '*' : ''}${name}${partner ? ` / ${partner}` : ''}`,
  );

describe('parseInvestorPhrase', () => {
  test.each([
    ['Alder Capital, Birch Ventures & Cedar Partners', ['Alder Capital', 'Birch Ventures', 'Cedar Partners']],
    ['Alder Capital (lead), Birch Ventures', ['*Alder Capital', 'Birch Ventures']],
    ['Alder Capital (Lead Investor); Birch', ['*Alder Capital', 'Birch']],
    ['*Alder Capital, Birch', ['*Alder Capital', 'Birch']],
    [
      'Led by Alder Capital with participation from Birch, Cedar Fund and Ada Lovelace',
      ['*Alder Capital', 'Birch', 'Cedar Fund', 'Ada Lovelace'],
    ],
    ['Led by Alder Capital and Birch Ventures', ['*Alder Capital', '*Birch Ventures']],
    ['led by Alder Capital, with participation from existing investors', ['*Alder Capital']],
    ['Alder Capital with participation of Birch Fund', ['Alder Capital', 'Birch Fund']],
    ['Lead: Alder Capital; Others: Birch, Cedar', ['*Alder Capital', 'Birch', 'Cedar']],
    ['Undisclosed', []],
    ['Undisclosed investors', []],
    ['Existing investors', []],
    ['A group of angel investors', []],
    ['others', []],
    ['23 high net worth individuals (HNIs)', []],
    ['Group 11, Lead Angels, Founders', ['Group 11', 'Lead Angels', 'Founders']],
    ['New Brunswick Innovation Foundation', ['New Brunswick Innovation Foundation']],
    ['Birch Ventures and others', ['Birch Ventures']],
    ['Birch Ventures, existing investors', ['Birch Ventures']],
    ['Birch Ventures et al.', ['Birch Ventures']],
    ['Birch Ventures + 3 others', ['Birch Ventures']],
    ['Birch Ventures, Alder Capital (undisclosed)', ['Birch Ventures', 'Alder Capital']],
    ['Birch und weitere', ['Birch']],
    ['Rive Capital et Pont Invest', ['Rive Capital', 'Pont Invest']],
    ['Procter & Gamble, Birch Ventures', ['Procter & Gamble', 'Birch Ventures']],
    ['Ford & Sons', ['Ford & Sons']],
    ['Alder Capital and Incubator, Birch', ['Alder Capital and Incubator', 'Birch']],
    ['Northern Fund for Investment and Innovation', ['Northern Fund for Investment and Innovation']],
    ['Alder Capital and Innovation Partners', ['Alder Capital', 'Innovation Partners']],
    ['#Angels, angels', ['#Angels']],
    ['Reiten & Co, Birch', ['Reiten & Co', 'Birch']],
    ['Centre for Drug Research and Development', ['Centre for Drug Research and Development']],
    ['Caisse de dépôt et placement du Québec', ['Caisse de dépôt et placement du Québec']],
    ['Industrial and Financial Investments Company', ['Industrial and Financial Investments Company']],
    ['Ada Lovelace and Grace Hopper', ['Ada Lovelace', 'Grace Hopper']],
    ['Birch Ventures and Accel', ['Birch Ventures', 'Accel']],
    ['Y Combinator, Birch', ['Y Combinator', 'Birch']],
    ['Alder, Birch, and Cedar', ['Alder', 'Birch', 'Cedar']],
    ['Alder Fund • Birch Fund', ['Alder Fund', 'Birch Fund']],
    ['Alder Fund, LLC, Birch', ['Alder Fund, LLC', 'Birch']],
    ['1,000 Angels, Birch', ['1,000 Angels', 'Birch']],
    ['Alder Capital(Ada Lovelace), Birch', ['Alder Capital / Ada Lovelace', 'Birch']],
    ['Alder Capital(Lead Ada Lovelace)', ['*Alder Capital / Ada Lovelace']],
    ['Alder (Fund II), Galata Angels (GBA)', ['Alder (Fund II)', 'Galata Angels (GBA)']],
    ['Ada Lovelace (Angel Investor)', ['Ada Lovelace']],
    ['', []],
  ])('reads %j', (text, names) => {
    expect(read(text)).toEqual(names);
  });
});
