import { createHash } from 'node:crypto';
import slugify from '@sindresorhus/slugify';

/** Letters that Unicode does not take apart, as people type them on a plain keyboard. */
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

/** What two spellings of one name have in common: the key of every comparison and sort of names; '' when no letter or digit is left. */
export function toNameKey(text: string): string {
  // Most names are plain words, and most of the time of a load went into folding them.
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/i.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      .toLowerCase()
      // Only the marks of Latin, Greek and Cyrillic letters: in Hindi or Thai a mark is a vowel.
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[ßæœøłđðþħıŋŧəς]/g, (letter) => plainLetters[letter] ?? letter)
      .replace(/['’‘ʻʼ`´ʹ′]/g, '')
      .replace(/&/g, ' and ')
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
      .trim()
      // Composed again, so that Hangul and kana do not take three times the room.
      .normalize('NFC')
  );
}

/** Kebab-case in ASCII letters and digits, other scripts spelled out; '' when nothing of the text can be written so. */
export function toSlug(text: string): string {
  // Folded first: slugify alone writes ö as German does, "malmoe".
  const folded = toNameKey(text);
  if (/^[a-z0-9 ]*$/.test(folded)) return folded.replaceAll(' ', '-');
  return slugify(folded, { decamelize: false }).replace(/[^a-z0-9-]/g, '');
}

/** The four hex digits that tell a permalink from an equal one, the same on every machine and in every order of import. */
export function permalinkSuffix(type: string, path: string): string {
  return createHash('sha256').update(`${type}|${path}`).digest('hex').slice(0, 4);
}
