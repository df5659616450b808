import { Banknote, Building2, Landmark, type LucideIcon, UserRound } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { StatusKind } from '#contract/workspace/statuses.ts';
import { RecordMark } from '../../records/company-mark.tsx';
import { unlockedDeals } from '../../records/records.ts';
import { Author } from '../../records/status/authors.tsx';
import { readAuthorship } from '../../records/status/authorship.ts';
import type { ShortlistStage } from '../../records/status/stages.ts';
import { formatCount, formatShortDay, formatUtcDay } from '../../platform/format.ts';
import { useMembership } from '../../platform/http/membership.ts';
import { Button, KeyCap } from '../../platform/ui/button.tsx';
import { Overflow } from '../../platform/ui/overflow.tsx';
import { MoneyCell, RoundBadge } from '../searches/kit/record/cells.tsx';
import { UnnamedCell } from '../searches/kit/record/named-cell.tsx';
import { recordKindNames, type ShortlistItem } from './items.ts';
import { StageGlyph } from './stage-glyph.tsx';

export const kindIcons: Record<StatusKind, LucideIcon> = {
  deal: Banknote,
  company: Building2,
  investor: Landmark,
  person: UserRound,
};

/** The card of a record, and the button that opens the record. */
export type CardElements = { readonly card: HTMLElement; readonly button: HTMLElement | null };

type CardProps = {
  readonly item: ShortlistItem;
  readonly stages: readonly ShortlistStage[];
  readonly today: string;
  readonly isOpen: boolean;
  /** Takes what is on the screen; the result forgets it. */
  readonly refer: (elements: CardElements) => () => void;
  readonly onOpen: () => void;
  readonly onStage: (stage: string | null) => void;
  readonly onKey: (event: KeyboardEvent<HTMLElement>, openMenu: () => void) => void;
  readonly onDrag: (event: DragEvent) => void;
};

/** A record on the board. */
export function ShortlistCard(props: CardProps) {
  const { item, stages, today, isOpen, refer, onOpen, onStage, onKey, onDrag } = props;
  const { kind, id, name, about, status, round, usd, native, deals } = item;
  const [one] = recordKindNames[kind];
  const Icon = kindIcons[kind];
  const button = useRef<HTMLButtonElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <li data-card={id} ref={(card) => (card ? refer({ card, button: button.current }) : undefined)}>
      <div
        role="presentation"
        draggable
        className={`relative cursor-grab rounded-lg border bg-ground p-3 shadow-xs ${isOpen ? 'border-accent' : 'border-line-2 hover:border-edge'}`}
        onDragStart={onDrag}
        onKeyDown={(event) => onKey(event, () => setMenuOpen(true))}
      >
        <div className="flex items-center gap-2">
          {name !== undefined && <ItemMark {...{ kind, id, name }} />}
          <button
            ref={button}
            type="button"
            data-open
            aria-keyshortcuts="J K 1 2 3 4 M U Alt+ArrowUp Alt+ArrowDown"
            className="flex min-w-0 grow text-left font-[550] after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
            onClick={onOpen}
          >
            {name === undefined ? <UnnamedCell one={one} /> : <span className="truncate">{name}</span>}
          </button>
          <span className="flex shrink-0 items-center gap-1 text-12 text-ink-3">
            <Icon aria-hidden className="size-3.5" />
            {one}
          </span>
        </div>
        {about !== '' && <p className="mt-1 truncate text-ink-3">{about}</p>}
        {status.note !== '' && (
          <p className="mt-1.5 line-clamp-2 border-l-2 border-line-2 pl-2 text-ink-2">{status.note}</p>
        )}
        <FollowUp item={item} today={today} />
        <div className="mt-1.5 flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1">
          {round && <RoundBadge round={round} />}
          {usd !== undefined && (
            <span className="tabular-nums">
              <MoneyCell usd={usd} native={native} />
              {kind === 'company' && <span className="text-ink-3"> raised</span>}
            </span>
          )}
          {typeof deals === 'number' && <span className="font-[550] tabular-nums">{formatCount(deals, 'deal')}</span>}
          {status.tags.map((tag) => (
            <span key={tag} className="rounded-sm bg-sunken px-1.5 text-11 leading-4.5 text-ink-2">
              {tag}
            </span>
          ))}
          <span className="ml-auto flex items-center gap-1 text-12 text-ink-3 tabular-nums">
            <ChangedBy item={item} />
            <span className="relative z-[1] -my-1.5 -mr-2 max-tablet:-my-3">
              <Overflow label={`Move ${name ?? 'this record'}`} open={isMenuOpen} onOpen={setMenuOpen}>
                <StageMenu stages={stages} current={item.stage} onStage={onStage} />
              </Overflow>
            </span>
          </span>
        </div>
      </div>
    </li>
  );
}

type ItemMarkProps = Pick<ShortlistItem, 'kind' | 'id'> & { readonly name: string };

/** The mark of a record; a deal has that of its company. */
const ItemMark = ({ kind, id, name }: ItemMarkProps) =>
  kind === 'deal' ? (
    <RecordMark kind="company" id={unlockedDeals.read(id)?.company_id} name={name} />
  ) : (
    <RecordMark {...{ kind, id, name }} />
  );

/** Who set the status, and when; the day alone where nobody is known. */
export function ChangedBy({ item: { kind, id, at } }: { readonly item: ShortlistItem }) {
  const { members } = useMembership();
  const by = members.length > 1 ? readAuthorship(kind, id, 'status')?.by : undefined;
  if (members.some((member) => member.id === by)) return <Author kind={kind} id={id} part="status" />;
  return at > 0 && formatShortDay(formatUtcDay(at)).slice(0, -5);
}

/** Owner, next step and day of a record; nothing where there is none. */
function FollowUp({ item: { status }, today }: { readonly item: ShortlistItem; readonly today: string }) {
  const { owner, next, due } = status;
  if (owner === '' && next === '' && due === null) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 text-12 text-ink-2">
      {owner !== '' && <span className="font-medium">{owner}</span>}
      {next !== '' && <span className="truncate">{next}</span>}
      {due !== null && <DueDay due={due} today={today} />}
    </p>
  );
}

/** The day until when; past days stand out. */
export function DueDay({ due, today }: { readonly due: string; readonly today: string }) {
  return (
    <span className={`tabular-nums ${due < today ? 'text-warn' : 'text-ink-3'}`}>
      {due < today && 'Overdue since '}
      {formatShortDay(due)}
    </span>
  );
}

type StageMenuProps = {
  readonly stages: readonly ShortlistStage[];
  /** Undefined for records of several stages. */
  readonly current: string | undefined;
  readonly onStage: (stage: string | null) => void;
};

/** The stages to move to, and what takes records off the shortlist. */
export function StageMenu({ stages, current, onStage }: StageMenuProps) {
  return (
    <>
      {stages.map(({ id, name }, at) => (
        <Button
          key={id}
          variant="ghost"
          aria-pressed={id === current}
          className="w-full aria-pressed:bg-sunken"
          onClick={() => onStage(id)}
        >
          <StageGlyph stage={id} />
          <span className="mr-4 grow text-left">{name}</span>
          {at < 9 && <KeyCap isHint>{String(at + 1)}</KeyCap>}
        </Button>
      ))}
      <Button variant="ghost" className="w-full" onClick={() => onStage(null)}>
        Remove from shortlist
      </Button>
    </>
  );
}
