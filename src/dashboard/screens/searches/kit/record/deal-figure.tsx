import { PartCell } from './cells.tsx';

// Not in cells.tsx, which deals and companies load without it.

type DealFigureProps = { readonly matching: number | null; readonly total: number | null };

/** The deals of a record in a row without a head: "3 of 41 deals". */
export const DealFigure = ({ matching, total }: DealFigureProps) => (
  <span className="shrink-0">
    <PartCell part={matching} of={total} />
    {total !== null && <span className="text-ink-3"> {total === 1 ? 'deal' : 'deals'}</span>}
  </span>
);
