import { createHash } from 'node:crypto';
import slugify from '@sindresorhus/slugify';
import { maxValueLength } from '#contract/scalars.ts';

/** Letters without a Unicode decomposition, with their ASCII spelling. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ə: 'e',
  ς: 'σ',
};

/**
 * The key that names are compared and sorted by, equal for all spellings of a name; '' without letters or digits. Of a
 * text that is too long for a name, only the beginning counts.
 */
export function buildNameKey(whole: string): string {
  const text = whole.slice(0, maxValueLength);
  // Most names are plain ASCII; without this shortcut an import spends most of its time here.
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/i.test(text)) return text.toLowerCase();
  // A full place name also has commas.
  if (!/[^ -~]|['`&]/.test(text)) {
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  }
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      // Only combining marks of Latin, Greek and Cyrillic letters: in Hindi or Thai a combining mark is a vowel.
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[ßæœøłđðþħıŋŧəς]/g, (letter) => plainLetters[letter] ?? letter)
      .replace(/['’‘ʻʼ`´ʹ′]/g, '')
      .replace(/&/g, ' and ')
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
      .trim()
      // Composed again, because decomposed Hangul and kana take three times the space.
      .normalize('NFC')
  );
}

/** Kebab-case in ASCII letters and digits, other scripts transliterated; '' when nothing is left. */
export function toSlug(text: string): string {
  // Folded first, because slugify alone spells ö the German way, "malmoe".
  const folded = buildNameKey(text);
  if (/^[a-z0-9 ]*$/.test(folded)) return folded.replaceAll(' ', '-');
  return slugify(folded, { decamelize: false }).replace(/[^a-z0-9-]/g, '');
}

/** Four hex digits that make a clashing permalink unique, the same on every machine and in every order of import. */
export function permalinkSuffix(type: string, path: string): string {
  return createHash('sha256').update(`${type}|${path}`).digest('hex').slice(0, 4);
}
