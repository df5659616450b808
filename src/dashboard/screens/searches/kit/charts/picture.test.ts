// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderPicture } from './picture.ts';

const parse = (text: string) => new DOMParser().parseFromString(text, 'image/svg+xml');

/** A drawing in the page, which has elements and attributes that mean nothing outside of it. */
function buildDrawing(): SVGSVGElement {
  document.body.innerHTML = `<svg width="440" height="100" class="recharts-surface" style="width:100%" tabindex="0" onload="alert(1)">
      <defs><pattern id="hatching"><path d="M0 0L5 5" stroke="var(--color-edge)"/></pattern></defs>
      <script>alert(1)</script><foreignObject><b>no</b></foreignObject>
      <rect x="1" y="2" width="3" height="4" fill="var(--color-stage-3)" aria-label="x" onclick="alert(1)"/>
      <text fill="var(--color-ink)">a &lt; b</text></svg>`;
  return document.querySelector('svg')!;
}

test('a picture is one well-formed SVG that says title, basis, legend and origin, whatever they hold', () => {
  const drawing = buildDrawing();
  fc.assert(
    fc.property(fc.string(), fc.string({ maxLength: 300 }), fc.string({ unit: 'binary' }), (title, basis, label) => {
      const legend = [{ label, color: undefined }];
      const text = renderPicture({ title, basis, legend, drawing }, () => '#008988');
      const read = parse(text);
      expect(read.querySelector('parsererror')).toBeNull();
      expect(read.documentElement.tagName).toBe('svg');
      expect(text).toMatch(/Fundscope, \d{4}-\d\d-\d\d/);
    }),
    { numRuns: 30 },
  );
});

test('a drawing is saved with colors that every program knows, and with nothing that acts or names the page', () => {
  const legend = [
    { label: 'Seed', color: 'var(--color-stage-2)' },
    { label: 'Not loaded', color: undefined },
  ];
  const snapshot = { title: 'Deals by month', basis: 'All 3 deals.', drawing: buildDrawing(), legend };
  const text = renderPicture(snapshot, (color) => (color === 'var(--color-stage-3)' ? '#007774' : '#000000'));
  expect(text).toContain('<rect x="1" y="2" width="3" height="4" fill="#007774"/>');
  expect(text).toContain('a &lt; b');
  expect(text).toContain('url(#hatching)');
  for (const said of ['Deals by month', 'All 3 deals.', 'Seed', 'Not loaded'])
    expect(text).toContain(`>${said}</text>`);
  expect(text).not.toMatch(/script|alert|foreignObject|var\(|class=|style=|aria-|>no</);
});
