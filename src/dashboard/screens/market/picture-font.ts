import { readOwnFile } from '../../platform/http/download.ts';

/** The rule of the page's font for Latin letters. */
function findFontRule(): CSSFontFaceRule | undefined {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  return rules.find(
    (rule): rule is CSSFontFaceRule =>
      rule instanceof CSSFontFaceRule &&
      rule.style.getPropertyValue('font-family').includes('Inter Variable') &&
      rule.style.getPropertyValue('unicode-range').includes('U+0-FF'),
  );
}

/** The style that carries the page's font, because a picture has none of the page's; blank where it cannot be read. */
export async function readPictureFont(): Promise<string> {
  const rule = findFontRule();
  const path = /url\("?([^")]+)"?\)/.exec(rule?.style.getPropertyValue('src') ?? '')?.[1];
  if (!rule || path === undefined) return '';
  const bytes = await readOwnFile(new URL(path, rule.parentStyleSheet?.href ?? document.baseURI));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${btoa(text)})}`;
}
