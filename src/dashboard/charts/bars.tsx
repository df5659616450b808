import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { Bar as Entry } from './bar-figure.tsx';

type BarsProps = { readonly bars: readonly Entry[]; readonly height: number };

const text = { fontSize: 12, fill: 'var(--color-ink-2)' };
const letterWidth = 6.4;
const widestNames = 170;

/** Bars that lie, each with its words at its end; no grid and no axis but the one they begin at. */
export function Bars({ bars, height }: BarsProps) {
  const longest = Math.max(...bars.map(({ name }) => name.length), 4);
  const labelWidth = Math.max(...bars.map(({ label }) => label.length), 4) * letterWidth + 10;
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart
        data={bars.map(({ name, value, label, colour }) => ({
          name,
          label,
          length: value ?? 0,
          fill: colour ?? 'var(--color-stage-3)',
        }))}
        layout="vertical"
        margin={{ top: 2, right: labelWidth, bottom: 2, left: 0 }}
        barCategoryGap={3}
        accessibilityLayer={false}
      >
        <XAxis type="number" hide domain={[0, 'dataMax']} />
        <YAxis
          type="category"
          dataKey="name"
          width={Math.min(widestNames, longest * letterWidth + 12)}
          axisLine={{ stroke: 'var(--color-edge)' }}
          tickLine={false}
          interval={0}
          tick={text}
          tickFormatter={toShort}
        />
        <Bar dataKey="length" isAnimationActive={false} radius={[0, 3, 3, 0]}>
          <LabelList dataKey="label" position="right" style={{ ...text, fill: 'var(--color-ink)' }} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

const mostLetters = Math.floor((widestNames - 12) / letterWidth);
const toShort = (name: string): string => (name.length > mostLetters ? `${name.slice(0, mostLetters - 1)}…` : name);
