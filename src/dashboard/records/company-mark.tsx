import { type MarkSize, Monogram, markClass } from '../platform/ui/monogram.tsx';
import { drawMark, hashMark } from '../platform/ui/mark-shape.ts';
import { unlockedCompanies } from './records.ts';

const tints = 6;

/**
 * The mark of a company, made from its id in the color of its industry; without an industry, in one of its own. The page
 * loads nothing from other sites.
 */
function CompanyMark({ id, size = 'small' }: { readonly id: string; readonly size?: MarkSize }) {
  const industry = unlockedCompanies.read(id)?.industries?.[0]?.name;
  const tint = (hashMark(industry ?? id) % tints) + 1;
  return (
    <svg aria-hidden viewBox="0 0 28 28" className={`monogram-${tint} ${markClass(size)}`}>
      <path d={drawMark(id)} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}

type RecordMarkProps = {
  readonly kind: 'company' | 'investor' | 'person';
  /** Without an id a company has initials. */
  readonly id: string | null | undefined;
  readonly name: string;
  readonly size?: MarkSize;
};

/** A mark for a company, a tile with initials for an investor, a circle for a person. */
export const RecordMark = ({ kind, id, name, size = 'small' }: RecordMarkProps) =>
  kind === 'company' && id ? (
    <CompanyMark id={id} size={size} />
  ) : (
    <Monogram name={name} size={size} isPerson={kind === 'person'} />
  );
