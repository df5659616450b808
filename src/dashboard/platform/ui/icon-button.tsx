import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';

type IconButtonProps = {
  readonly Icon: LucideIcon;
  readonly label: string;
  readonly onPress: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A button that is its sign; its label is the tooltip, too. */
export function IconButton({ Icon, label, onPress, ref }: IconButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      title={label}
      className="grid size-7 place-items-center rounded-[7px] text-ink-2 hover:bg-sunken hover:text-ink wide:size-8"
      onClick={onPress}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
