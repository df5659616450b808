import { CircleAlert, TriangleAlert, X } from 'lucide-react';

/** A problem of a chosen value. The chip shows it as an icon with text, never by color alone. */
export type ChipIcon = { readonly variant: 'warning' | 'error'; readonly text: string };

type ChipProps = {
  readonly name: string;
  /** The kind of value: "city", "super category". */
  readonly remark?: string | undefined;
  readonly icon?: ChipIcon | undefined;
  readonly title?: string | undefined;
  readonly onRemove: () => void;
};

const variants = {
  warning: { box: 'bg-warn-soft text-warn', Icon: TriangleAlert },
  error: { box: 'bg-panel text-bad ring-1 ring-bad ring-inset', Icon: CircleAlert },
};

/** A chosen value with a remove button. */
export function Chip({ name, remark, icon, title, onRemove }: ChipProps) {
  const { box, Icon } = icon ? variants[icon.variant] : { box: 'bg-accent-soft text-accent-ink' };
  return (
    <li title={title} className={`inline-flex max-w-full items-center rounded-[5px] pl-1.5 text-12 font-medium ${box}`}>
      {Icon && <Icon aria-hidden className="mr-1 size-3 shrink-0" />}
      <span className="truncate py-0.5">
        {name}
        <span className="ml-1 text-10.5 font-normal">{icon?.text ?? remark}</span>
      </span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        className="ml-0.5 grid size-6 shrink-0 place-items-center rounded-[5px] hover:bg-panel"
        onClick={onRemove}
      >
        <X aria-hidden className="size-3" />
      </button>
    </li>
  );
}
