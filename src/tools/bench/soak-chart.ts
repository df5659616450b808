import type { SoakSample } from './soak.ts';

const [width, panelHeight, left, top] = [760, 110, 56, 24];
const figures = [
  { name: 'memoryMb', label: 'Resident memory, MB', color: '#1d4ed8' },
  { name: 'collectedMb', label: 'Resident memory after a collection, MB', color: '#1d4ed8' },
  { name: 'heapMb', label: 'JavaScript heap after a collection, MB', color: '#7c3aed' },
  { name: 'externalMb', label: 'Buffers outside the heap, MB', color: '#be185d' },
  { name: 'fileHandles', label: 'File handles', color: '#0f766e' },
  { name: 'connections', label: 'Database connections', color: '#b45309' },
] as const;

/** Draws the samples as an SVG: one panel per figure, each from 0 to its highest value. */
export function drawSoakChart(samples: readonly SoakSample[]): string {
  const lastSecond = samples.at(-1)?.atSeconds ?? 1;
  const height = figures.length * panelHeight + top;
  const panels = figures.map(({ name, label, color }, at) => {
    const values = samples.map((sample) => sample[name]);
    const highest = Math.max(1, ...values);
    const base = top + (at + 1) * panelHeight - 30;
    const points = samples.map(({ atSeconds, [name]: value }) => {
      const x = left + (atSeconds / Math.max(1, lastSecond)) * (width - left - 16);
      return `${x.toFixed(1)},${(base - (value / highest) * (panelHeight - 50)).toFixed(1)}`;
    });
    return `<text x="${left}" y="${base - panelHeight + 42}">${label}</text>
<text x="${left - 6}" y="${base - panelHeight + 54}" text-anchor="end">${highest}</text>
<text x="${left - 6}" y="${base}" text-anchor="end">0</text>
<line x1="${left}" y1="${base}" x2="${width - 16}" y2="${base}" stroke="#94a3b8"/>
<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${points.join(' ')}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#334155">
<rect width="${width}" height="${height}" fill="#ffffff"/>
${panels.join('\n')}
<text x="${width - 16}" y="${height - 6}" text-anchor="end">${Math.round(lastSecond / 60)} minutes</text>
</svg>
`;
}
