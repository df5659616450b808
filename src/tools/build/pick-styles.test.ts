import { expect, test } from 'vitest';
import { pickStyles } from './pick-styles.ts';

const sheet = `
@font-face { font-family: Inter; src: url(./inter-latin-wght-normal-0a1b.woff2); }
@font-face { font-family: Inter; src: url(./inter-greek-wght-normal-0a1b.woff2); }
body { color: red; }
.p-1 { padding: 1px; }
.p-2 { padding: 2px; }
@media (width >= 641px) { .tablet\\:p-1 { padding: 3px; } .tablet\\:p-2 { padding: 4px; } }
.\\[\\&\\>a\\]\\:p-1 > a { padding: 5px; }`;

test('a page gets the rules of its own classes and elements, and one font', () => {
  const html = '<p class="p-1 tablet:p-2"></p><p class="[&amp;&gt;a]:p-1"></p>';
  const picked = pickStyles(Buffer.from(sheet), html);
  expect(picked.match(/\w+:(red|\dpx)/g)).toEqual(['color:red', 'padding:1px', 'padding:4px', 'padding:5px']);
  expect(picked.match(/url\(.*?\)/g)).toEqual(['url(./assets/inter-latin-wght-normal-0a1b.woff2)']);
});
