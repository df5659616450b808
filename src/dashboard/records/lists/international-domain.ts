/** The parameters of RFC 3492. */
const [base, tMin, tMax, skew, damp] = [36, 1, 26, 38, 700];

/** A domain in its own letters, as the service compares domains: xn--mnchen-3ya.example is münchen.example. */
export function toUnicodeDomain(domain: string): string {
  if (domain.length > longestDomain) return domain;
  const labels = domain
    .split('.')
    .map((label) => (label.startsWith('xn--') ? decodeLabel(label.slice('xn--'.length)) : undefined) ?? label);
  return labels.join('.').normalize('NFC');
}

const longestDomain = 253;

/** A label of Punycode (RFC 3492, 6.2); undefined if it is none. */
function decodeLabel(label: string): string | undefined {
  const end = label.lastIndexOf('-');
  const letters = Array.from(label.slice(0, Math.max(0, end)), (letter) => letter.charCodeAt(0));
  let [code, at, bias, place] = [128, 0, 72, end + 1];
  while (place < label.length) {
    const before = at;
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = parseInt(label.charAt(place++), base);
      if (Number.isNaN(digit)) return undefined;
      // Digits are letters first: a is 0, and 0 is 26.
      at += (digit < 10 ? digit + 26 : digit - 10) * weight;
      const limit = Math.min(Math.max(k - bias, tMin), tMax);
      if ((digit < 10 ? digit + 26 : digit - 10) < limit) break;
      weight *= base - limit;
    }
    const length = letters.length + 1;
    bias = adapt(at - before, length, before === 0);
    code += Math.floor(at / length);
    at %= length;
    if (code > 0x10ffff) return undefined;
    letters.splice(at++, 0, code);
  }
  return letters.length > 0 ? String.fromCodePoint(...letters) : undefined;
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let left = isFirst ? Math.floor(delta / damp) : Math.floor(delta / 2);
  left += Math.floor(left / length);
  let k = 0;
  for (; left > ((base - tMin) * tMax) / 2; k += base) left = Math.floor(left / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * left) / (left + skew));
}
