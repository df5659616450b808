import { Circle, CircleDashed, CircleDot, CircleSlash, Contrast, type LucideIcon } from 'lucide-react';

const glyphs: Readonly<Record<string, LucideIcon>> = {
  review: CircleDashed,
  shortlist: Contrast,
  contacted: Circle,
  pass: CircleSlash,
};

/** The sign of a stage, dashed, half, full or crossed; its name is next to it. */
export function StageGlyph({ stage }: { readonly stage: string }) {
  const Icon = glyphs[stage] ?? CircleDot;
  const ink = stage === 'review' || stage === 'pass' ? 'text-ink-3' : 'text-accent';
  return <Icon aria-hidden className={`size-3.5 shrink-0 ${ink} ${stage === 'contacted' ? 'fill-current' : ''}`} />;
}
