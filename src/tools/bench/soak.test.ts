import { expect, test } from 'vitest';
import { calculateGrowth } from './soak.ts';
import { drawSoakChart } from './soak-chart.ts';

test('growth compares the last quarter with the second, so that warming up and a single peak do not count', () => {
  expect(calculateGrowth([1, 5, 100, 100, 100, 100, 900, 100, 100, 100, 100, 100])).toBe(1);
  expect(calculateGrowth([100, 100, 100, 100, 150, 150, 200, 200])).toBe(2);
  expect(calculateGrowth([])).toBe(1);
});

test('the chart has a point of every figure for every sample, within its frame', () => {
  const samples = [0, 10, 20].map((atSeconds) => ({
    atSeconds,
    memoryMb: 300,
    collectedMb: 200,
    heapMb: 100,
    externalMb: 10,
    fileHandles: 40,
    connections: 9,
  }));
  const chart = drawSoakChart(samples);
  const lines = [...chart.matchAll(/points="([^"]*)"/g)].map(([, points = '']) => points.split(' '));
  expect(lines.map((points) => points.length)).toEqual([3, 3, 3, 3, 3, 3]);
  const numbers = lines.flat().flatMap((point) => point.split(',').map(Number));
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThanOrEqual(760);
});
