import { type MarkSize, Monogram, markClass } from '../platform/ui/monogram.tsx';
import { drawMark, hashMark } from '../platform/ui/mark-shape.ts';
import { useState } from 'react';
import { formatIconAddress, useSiteIcons } from '../platform/storage/site-icons.ts';
import { freeNames, unlockedCompanies } from './records.ts';

const tints = 6;

type CompanyMarkProps = { readonly id: string; readonly size?: MarkSize };

/** The mark of a company: the icon of its site where the user shows these, and it has one. */
function CompanyMark(props: CompanyMarkProps) {
  const hasIcons = useSiteIcons();
  const icon = hasIcons
    ? formatIconAddress(unlockedCompanies.read(props.id)?.domain ?? freeNames.read(props.id)?.remark)
    : undefined;
  return icon === undefined ? <DrawnMark {...props} /> : <SiteIcon key={icon} {...props} icon={icon} />;
}

/** The icon of a site; it is told only that somebody looks, not at what. */
function SiteIcon({ icon, ...props }: CompanyMarkProps & { readonly icon: string }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <DrawnMark {...props} />;
  return (
    <img
      src={icon}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      className={`bg-[white] object-contain ${markClass(props.size ?? 'small')}`}
      onError={() => setMissing(true)}
    />
  );
}

/** A mark made from an id in the color of the industry; without an industry, in one of its own. */
function DrawnMark({ id, size = 'small' }: CompanyMarkProps) {
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
