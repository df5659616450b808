import { readGazetteer } from '../../lookups/gazetteer.ts';

/** A code of a state as a source writes it; undefined for any other text. */
export const formatState = (value: string): string | undefined => (/^\p{Lu}{2,3}$/u.test(value) ? value : undefined);

let codes: { states: Map<string, Set<string>>; countries: Set<string> } | undefined;

/** The countries in which each code is a state, and the codes of countries. */
function readCodes() {
  if (codes) return codes;
  const states = new Map<string, Set<string>>();
  const countries = new Set<string>();
  for (const place of readGazetteer()) {
    if (place.type === 'COUNTRY' && place.code) countries.add(place.code);
    if (place.type !== 'STATE' || !place.code) continue;
    const [country = '', code = ''] = place.code.split('-');
    states.set(code, (states.get(code) ?? new Set()).add(country));
  }
  return (codes = { states, countries });
}

/** Whether a text is the code of a state of any country. */
export function openStateCodes(): (value: string) => boolean {
  const { states } = readCodes();
  return (value) => states.has(value);
}

/** Where many rows have codes, few of which are not of the chosen country. */
const enough = 0.9;
/** Codes of these countries are usual in tables without a country; those of others need a column for it. */
const usual = ['US', 'CA', 'CH', 'DE', 'AU', 'BR', 'IT', 'ES', 'MX', 'IN'];

/**
 * The country of which the codes in a column are states: "CA" is California next to "NY" and "TX", and Canada next to
 * "DE" and "FR". Undefined if they are codes of countries, or no codes.
 */
export function findCodeCountry(values: readonly string[], isStateColumn: boolean): string | undefined {
  const { states, countries } = readCodes();
  const found = [...new Set(values.map(formatState).filter((code) => code !== undefined))];
  if (found.length === 0 || values.filter((value) => formatState(value)).length < values.length * 0.5) return undefined;
  const countOf = (is: (code: string) => boolean) => found.filter(is).length / found.length;
  const shares = usual.map((country) => ({
    country,
    share: countOf((code) => states.get(code)?.has(country) ?? false),
  }));
  const [best] = shares.toSorted((a, b) => b.share - a.share);
  if (!best || best.share < enough) return undefined;
  return isStateColumn || best.share > countOf((code) => countries.has(code)) ? best.country : undefined;
}
