import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { memberColor } from '#contract/workspace/members.ts';

type Color = readonly [lightness: number, chroma: number, hue: number];

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

function readToken(token: string, theme: 'light' | 'dark'): Color {
  const pair = new RegExp(`--color-${token}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\)`).exec(tokens);
  const [lightness, chroma, hue] = (theme === 'light' ? pair![1]! : pair![2]!).split(' ').map(Number);
  return [lightness!, chroma!, hue!];
}

function measureLuminance([lightness, chroma, hue]: Color): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  const clip = (part: number) => Math.min(1, Math.max(0, part));
  return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue);
}

const toPoint = ([lightness, chroma, hue]: Color): Color => [
  lightness,
  chroma * Math.cos((hue * Math.PI) / 180),
  chroma * Math.sin((hue * Math.PI) / 180),
];

const measureDistance = (one: Color, other: Color): number =>
  Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)));

function measureContrast(one: Color, other: Color): number {
  const [dark, light] = [measureLuminance(one), measureLuminance(other)].toSorted((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

const grounds = ['ground', 'panel', 'sunken', 'accent-soft'];
const members = memberColor.options.map((color) => `member-${color}`);
const stages = ['stage-1', 'stage-2', 'stage-3', 'stage-4', 'stage-5', 'stage-6'];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const contrastOf = (front: string, back: string) => measureContrast(readToken(front, theme), readToken(back, theme));

  test.each(grounds.flatMap((ground) => ['ink', 'ink-2', 'ink-3', 'accent-ink'].map((ink) => [ink, ground] as const)))(
    'shows %s on %s at 4.5:1 or more',
    (ink, ground) => expect(contrastOf(ink, ground)).toBeGreaterThanOrEqual(4.5),
  );

  test.each([
    ['on-accent', 'accent'],
    ['warn', 'warn-soft'],
    ['bad', 'panel'],
    ['warn', 'panel'],
    ['ink-2', 'mute'],
  ])('shows %s on %s at 4.5:1 or more', (ink, ground) => expect(contrastOf(ink, ground)).toBeGreaterThanOrEqual(4.5));

  test.each(
    grounds.flatMap((ground) => ['edge', 'accent', 'stage-0', ...members].map((mark) => [mark, ground] as const)),
  )('shows the mark %s on %s at 3:1 or more', (mark, ground) =>
    expect(contrastOf(mark, ground)).toBeGreaterThanOrEqual(3),
  );

  test.each(['ground', 'panel'].flatMap((ground) => ['bar', 'fail', ...stages].map((mark) => [mark, ground] as const)))(
    'shows the mark %s on %s at 3:1 or more',
    (mark, ground) => expect(contrastOf(mark, ground)).toBeGreaterThanOrEqual(3),
  );

  test('keeps any two stages far apart', () => {
    const points = stages.map((stage) => toPoint(readToken(stage, theme)));
    const distances = points.flatMap((one, at) => points.slice(at + 1).map((other) => measureDistance(one, other)));
    expect(Math.min(...distances)).toBeGreaterThan(0.13);
  });
});

const styles = readFileSync(new URL('styles.css', import.meta.url), 'utf8');

/** The ground and the ink of a mark. */
function readMark(tint: number, theme: 'light' | 'dark'): Color[] {
  const [, rules = ''] = new RegExp(`@utility monogram-${tint} \\{([^}]*)\\}`).exec(styles) ?? [];
  return [...rules.matchAll(/light-dark\(oklch\(([^)]*)\), oklch\(([^)]*)\)\)/g)].map(([, light = '', dark = '']) => {
    const [lightness, chroma, hue] = (theme === 'light' ? light : dark).split(' ').map(Number);
    return [lightness!, chroma!, hue!];
  });
}

test.each(['light', 'dark'] as const)(
  '%s marks differ from their tile by 4.5:1, from both canvases by 3:1',
  (theme) => {
    for (const tint of [1, 2, 3, 4, 5, 6]) {
      const [tile, ink] = readMark(tint, theme);
      expect(measureContrast(ink!, tile!)).toBeGreaterThanOrEqual(4.5);
      for (const canvas of ['ground', 'panel']) {
        expect(measureContrast(ink!, readToken(canvas, theme))).toBeGreaterThanOrEqual(3);
      }
    }
  },
);

const dashboard = resolve(import.meta.dirname, '..');
const findFiles = (pattern: RegExp) =>
  readdirSync(dashboard, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .filter((name) => pattern.test(readFileSync(join(dashboard, name), 'utf8')));

// Chromium then computes the styles of the whole page whenever something is added, removed or focused anywhere.
test('no class depends on what else is inside an element around it', () => {
  expect(findFiles(/[ "'`](group|peer|in)-has-/)).toEqual([]);
});

// Otherwise texts for screen readers inside it make the whole page scroll.
test('what scrolls up and down is a box for what it contains', () => {
  expect(findFiles(/overflow-y-(auto|scroll)/)).toEqual([]);
});
