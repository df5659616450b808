import iconv from 'iconv-lite';

/** What was wrong with a text: characters of another encoding, or escapes that a program wrote out. */
export type RepairedText = { text: string; reason?: string };

/** The first byte of a UTF-8 letter and a further one, as Windows-1252 shows them. */
const mojibake = /[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;

/** Restores text that was decoded or escaped wrongly on its way; nearly all text comes back as it is. */
export function repairText(text: string): RepairedText {
  const unescaped = text.includes('\\') ? unescape(text) : text;
  const whole = mojibake.test(unescaped) ? repairMojibake(unescaped) : unescaped;
  if (whole !== unescaped) return { text: whole, reason: 'was UTF-8 read as Windows-1252' };
  return unescaped === text ? { text } : { text: unescaped, reason: 'had escapes written out, such as \\xe2 or \\n' };
}

/** Whether text still looks like UTF-8 read as Windows-1252, although that cannot be undone. */
export const isMojibake = (text: string): boolean => /[ÃÂâ][^\p{L}\s]/u.test(text);

/** Undoes one reading of UTF-8 as Windows-1252: "PanÃ¨ve" is "Panève". */
function repairMojibake(text: string): string {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const byte = code <= 0xff ? code : iconv.encode(character, 'windows-1252')[0];
    if (byte === undefined || (code > 0xff && byte === 0x3f)) return text;
    bytes.push(byte);
  }
  return decodeUtf8(Uint8Array.from(bytes)) ?? text;
}

/** `\xe2\x80\x99` and `\u2019` as characters, `\n` and `\t` as white space. */
function unescape(text: string): string {
  return text
    .replace(/(?:\\x[0-9a-f]{2})+/gi, (escapes) => {
      const bytes = Buffer.from(escapes.replaceAll('\\x', ''), 'hex');
      return decodeUtf8(bytes) ?? iconv.decode(bytes, 'windows-1252');
    })
    .replace(/\\u([0-9a-f]{4})/gi, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/(?:\\r)?\\n/g, '\n')
    .replace(/\u00a0/g, ' ');
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
