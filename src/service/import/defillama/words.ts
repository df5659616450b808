import { readRoundType, type RoundType } from '../words/round-types.ts';

/** What every company of the list is in. */
export const commonIndustry = 'blockchain';

/** Categories that mean something narrower here than anywhere else, and the industry that each one is. */
export const categories: Record<string, string | null> = {
  Analytics: 'crypto-analytics',
  'Digital Identity': 'decentralized-identity',
  Game: 'blockchain-gaming',
  Gaming: 'blockchain-gaming',
  Infrastructure: 'blockchain-infrastructure',
  Mining: 'crypto-mining',
  Payments: 'crypto-payments',
  'Social Platform': 'decentralized-social',
  Storage: 'decentralized-storage',
  Trading: 'crypto-trading',
};

/** What the list's word for a round means. */
export function readRound(word: string): RoundType | undefined {
  if (isTwoRounds(word)) return readRoundType('Series B');
  const round = readRoundType(word);
  if (!round) return undefined;
  // A later step of a round is its extension here: "Series A+", "A2", "A-4"; the first is the round itself: "B1".
  const later = round.intermediate !== 'NONE' && round.intermediate !== 'ONE';
  return { ...round, extension: round.extension || later };
}

/** Two rounds in one row, with one amount for both. */
export const isTwoRounds = (word: string) => /^series a & b$/i.test(word);
