const tints = 6;
const sizes = {
  small: 'size-5 rounded-[5px] text-10.5',
  medium: 'size-8 rounded-[7px] text-13',
  large: 'size-11 rounded-[9px] text-16',
} as const;

export type MarkSize = keyof typeof sizes;
/** The size and corners of a mark. */
export const markClass = (size: MarkSize): string => `shrink-0 ${sizes[size]}`;

type MonogramProps = {
  readonly name: string;
  readonly size?: MarkSize;
  /** People have a round one. */
  readonly isPerson?: boolean;
};

/** Initials instead of a logo, so that the page loads nothing from other sites; a name always has the same tint. */
export function Monogram({ name, size = 'small', isPerson = false }: MonogramProps) {
  const initials = isPerson ? getInitials(name) : getInitials(name).slice(0, 1);
  return (
    <span
      aria-hidden
      className={`monogram-${chooseTint(name)} grid shrink-0 place-items-center font-semibold ${sizes[size]} ${isPerson ? 'rounded-full' : ''}`}
    >
      {initials}
    </span>
  );
}

function chooseTint(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return (sum % tints) + 1;
}

/** The first letters of the first and last word of a name; "?" for a name without letters. */
function getInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return ends.map((word) => /^./u.exec(word ?? '')?.[0].toUpperCase() ?? '').join('') || '?';
}
