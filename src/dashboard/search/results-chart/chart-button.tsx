import { ChartColumn } from 'lucide-react';
import { Button } from '../../platform/ui/button.tsx';
import type { ChartState } from '../query/chart-place.ts';
import type { AnyResource } from '../resource/resource.ts';

type ChartButtonProps = { readonly resource: AnyResource; readonly chart: ChartState };

/** Shows the loaded rows as a chart over the table, and takes it away again. */
export function ChartButton({ resource, chart: { place, onChange } }: ChartButtonProps) {
  const isOpen = place.chart !== undefined;
  const first = resource.chart.divisions[0]?.by ?? 'month';
  return (
    <Button
      aria-pressed={isOpen}
      className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
      onClick={() => onChange({ chart: isOpen ? undefined : first, pick_from: undefined, pick_to: undefined })}
    >
      <ChartColumn aria-hidden className="size-3.5" />
      Chart
    </Button>
  );
}
