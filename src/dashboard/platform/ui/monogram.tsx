const sizes = {
  small: 'size-5 rounded-[5px] text-[0.59375rem]',
  medium: 'size-8 rounded-[7px] text-12',
  large: 'size-11 rounded-[9px] text-16',
} as const;

export type MarkSize = keyof typeof sizes;
/** The size and corners of a mark. */
export const markClass = (size: MarkSize): string => `shrink-0 ${sizes[size]}`;

/** In a route, we and whom it leads to stand out. */
const tones = {
  plain: 'border-line-2 bg-ground text-ink-2',
  person: 'border-transparent bg-mute text-ink-2',
  us: 'border-transparent bg-accent text-on-accent',
  target: 'border-transparent bg-ink text-ground',
} as const;

type MonogramProps = {
  readonly name: string;
  readonly size?: MarkSize;
  /** People have a round one. */
  readonly isPerson?: boolean;
  readonly tone?: 'us' | 'target' | undefined;
};

/** Initials instead of a logo, so that the page loads nothing from other sites: on an outlined tile, or in a circle. */
export const Monogram = ({ name, size = 'small', isPerson = false, tone }: MonogramProps) => (
  <span
    aria-hidden
    className={`grid shrink-0 place-items-center border font-semibold ${sizes[size]} ${isPerson ? 'rounded-full' : ''} ${
      tones[tone ?? (isPerson ? 'person' : 'plain')]
    }`}
  >
    {getInitials(name)}
  </span>
);

/** The first letters of the first and last word of a name; "?" for a name without letters. */
function getInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return ends.map((word) => /^./u.exec(word ?? '')?.[0].toUpperCase() ?? '').join('') || '?';
}
