// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PictureParts, serializeDrawing, renderPictureText } from './picture.ts';

const parse = (text: string) => new DOMParser().parseFromString(text, 'image/svg+xml');
const parts = (texts: Partial<PictureParts>): PictureParts => ({
  title: 'Deals by month',
  basis: 'All 3 deals.',
  origin: 'Fundscope, 2026-11-22',
  width: 440,
  height: 100,
  drawing: '<svg width="440" height="100"/>',
  textures: '<defs/>',
  legend: [{ label: 'Seed', fill: '#008988', edge: undefined }],
  colors: { ground: '#ffffff', ink: '#111111', quiet: '#666666' },
  ...texts,
});

test('a picture is one well-formed SVG that says title, basis, legend and origin, whatever they hold', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ maxLength: 300 }), fc.string({ unit: 'binary' }), (title, basis, label) => {
      const text = renderPictureText(parts({ title, basis, legend: [{ label, fill: '#008988', edge: '#888888' }] }));
      const read = parse(text);
      expect(read.querySelector('parsererror')).toBeNull();
      expect(read.documentElement.tagName).toBe('svg');
      expect(text).toContain('Fundscope, 2026-11-22');
    }),
    { numRuns: 30 },
  );
});

test('a drawing is saved with colors that every program knows, and with nothing that acts or names the page', () => {
  const drawing = parse(
    `<svg xmlns="http://www.w3.org/2000/svg" class="recharts-surface" style="width:100%" tabindex="0" onload="alert(1)">
      <title>hidden</title><script>alert(1)</script><foreignObject><b>no</b></foreignObject>
      <rect x="1" y="2" width="3" height="4" fill="var(--color-stage-3)" aria-label="x"/>
      <text fill="var(--color-ink)">a &lt; b</text></svg>`,
  ).documentElement;
  const text = serializeDrawing(drawing, (_, property) => (property === 'fill' ? '#007774' : 'none'));
  expect(text).toContain('<rect x="1" y="2" width="3" height="4" fill="#007774"></rect>');
  expect(text).toContain('a &lt; b');
  expect(text).not.toMatch(/script|alert|foreignObject|var\(|class=|style=|aria-|hidden/);
});
