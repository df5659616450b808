import {
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { ShortlistStage } from '../../records/status/stages.ts';
import { formatGrouped } from '../../platform/format.ts';
import { readSingleKeys } from '../../platform/storage/storage.ts';
import { Button } from '../../platform/ui/button.tsx';
import { useSingleKey } from '../../platform/ui/single-key.ts';
import { useIsPhone } from '../../platform/ui/use-browser.ts';
import type { RowFinder } from '../searches/kit/table/data-grid.tsx';
import { type CardElements, ShortlistCard } from './card.tsx';
import type { ShortlistItem } from './items.ts';
import { StageGlyph } from './stage-glyph.tsx';

/**
 * Where a record moves: a stage, or off the shortlist, and its place among the shown ones there; by time without one.
 */
export type ShortlistMove = { readonly stage: string | null; readonly at?: number };

export type BoardProps = {
  /** Receives what finds a record on the screen. */
  readonly rows: RefObject<RowFinder | null>;
  readonly stages: readonly ShortlistStage[];
  /** In their order, filtered. */
  readonly items: readonly ShortlistItem[];
  readonly today: string;
  readonly openId: string | undefined;
  readonly onOpen: (item: ShortlistItem) => void;
  readonly onMove: (items: readonly ShortlistItem[], move: ShortlistMove) => void;
  /** Undoes the last move; undefined where there is none. */
  readonly onUndo: (() => void) | undefined;
};

/**
 * The shortlist as columns of cards. Cards are dragged; J and K move between them, and U undoes the last move. With a
 * focused card the digits move it to a stage, M lists the stages, Alt with arrows orders it or moves it to the next stage.
 */
export function ShortlistBoard(props: BoardProps) {
  const { rows, stages, items, openId, onMove, onUndo } = props;
  const cards = useRef<Map<string, CardElements>>(new Map());
  useImperativeHandle<RowFinder, RowFinder>(rows, () => (id) => cards.current.get(id ?? '')?.button, []);
  const focused = useRef<string>(undefined);
  const isPhone = useIsPhone();
  // A card that moved is another element. On a phone its stage may be far below, where nobody wants to scroll to.
  useLayoutEffect(() => {
    const moved = cards.current.get(focused.current ?? '');
    focused.current = undefined;
    moved?.button?.focus({ preventScroll: isPhone });
  });
  // The details take the place of the last stages.
  useLayoutEffect(() => {
    cards.current.get(openId ?? '')?.card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [openId]);
  const listCards = () =>
    stages.flatMap(({ id: stage }) =>
      items.flatMap((item) => (item.stage === stage ? [{ id: item.id, ...cards.current.get(item.id) }] : [])),
    );
  const hasFocus = ({ card }: Partial<CardElements>) => card?.contains(document.activeElement) === true;
  const step = (by: 1 | -1) => {
    const all = listCards().filter(({ card }) => card !== undefined);
    all[all.findIndex(hasFocus) + by]?.button?.focus();
  };
  useSingleKey('j', () => step(1));
  useSingleKey('k', () => step(-1));
  useSingleKey('u', () => {
    focused.current = listCards().find(hasFocus)?.id;
    onUndo?.();
  });
  const move = (moved: readonly ShortlistItem[], next: ShortlistMove) => {
    focused.current = moved[0]?.id;
    onMove(moved, next);
  };
  const drop = (event: DragEvent, stage: string, at: number) => {
    event.preventDefault();
    const id = event.dataTransfer.getData('text/plain');
    const item = items.find((one) => one.id === id);
    if (item) onMove([item], { stage, at });
  };
  return (
    <div className="grid min-h-0 grow auto-cols-[minmax(16.5rem,1fr)] grid-flow-col gap-3 overflow-auto bg-side max-tablet:content-start max-tablet:auto-cols-auto max-tablet:grid-flow-row max-tablet:grid-cols-1 max-tablet:gap-5 px-4 py-3 tablet:px-6">
      {stages.map((stage) => (
        <BoardColumn
          key={stage.id}
          {...props}
          stage={stage}
          items={items.filter((item) => item.stage === stage.id)}
          cards={cards}
          onMove={move}
          onDrop={(event, at) => drop(event, stage.id, at)}
        />
      ))}
    </div>
  );
}

type BoardColumnProps = BoardProps & {
  readonly stage: ShortlistStage;
  /** What is on the screen, by the id of its record. */
  readonly cards: RefObject<Map<string, CardElements>>;
  readonly onDrop: (event: DragEvent, at: number) => void;
};

/** The most cards that a column draws before it is asked for all. */
const maxCards = 50;

function BoardColumn(props: BoardColumnProps) {
  const { stages, stage, items, today, openId, cards, onOpen, onMove, onDrop } = props;
  const [isWhole, setWhole] = useState(false);
  const [isOver, setOver] = useState(false);
  const shown = isWhole ? items : items.slice(0, maxCards);
  return (
    <section aria-label={stage.name} className="grid min-w-0">
      <div
        role="presentation"
        className={`flex min-w-0 flex-col gap-2 rounded-lg tablet:min-h-40 ${isOver ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)}
        onDrop={(event) => {
          setOver(false);
          onDrop(event, findDropPlace(event, shown, cards.current));
        }}
      >
        <h2 className="flex items-center gap-2 px-0.5 font-semibold">
          <StageGlyph stage={stage.id} />
          {stage.name}
          <span className="font-normal text-ink-3 tabular-nums">{formatGrouped(items.length)}</span>
        </h2>
        <ul aria-label={stage.name} className="grid grid-cols-1 gap-2 empty:hidden">
          {shown.map((item, at) => (
            <ShortlistCard
              key={item.id}
              {...{ item, stages, today }}
              isOpen={item.id === openId}
              refer={(elements) => {
                cards.current.set(item.id, elements);
                return () => void cards.current.delete(item.id);
              }}
              onOpen={() => onOpen(item)}
              onStage={(next) => onMove([item], { stage: next })}
              onKey={(event, onMenu) => pressCardKey(event, { item, at, stages, onMove, onMenu })}
              onDrag={(event) => {
                event.dataTransfer.setData('text/plain', item.id);
                Object.assign(event.dataTransfer, { effectAllowed: 'move' });
              }}
            />
          ))}
        </ul>
        {items.length > shown.length && (
          <Button variant="ghost" className="self-start" onClick={() => setWhole(true)}>
            {formatGrouped(items.length - shown.length)} more
          </Button>
        )}
        {items.length === 0 && (
          <p className="rounded-lg border border-dashed border-line-2 p-3 text-ink-3">Nothing here</p>
        )}
      </div>
    </section>
  );
}

/** The place among the cards of a column where the pointer is. */
function findDropPlace(
  { clientY, dataTransfer }: DragEvent,
  shown: readonly ShortlistItem[],
  cards: Map<string, CardElements>,
): number {
  const moved = dataTransfer.getData('text/plain');
  const others = shown.filter(({ id }) => id !== moved);
  const at = others.findIndex(({ id }) => {
    const { top = 0, height = 0 } = cards.get(id)?.card.getBoundingClientRect() ?? {};
    return clientY < top + height / 2;
  });
  return at < 0 ? others.length : at;
}

type CardPlace = Pick<BoardProps, 'stages' | 'onMove'> & {
  readonly item: ShortlistItem;
  readonly at: number;
  readonly onMenu: () => void;
};

function pressCardKey(event: KeyboardEvent<HTMLElement>, { item, at, stages, onMove, onMenu }: CardPlace): void {
  if (event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  const place = stages.findIndex(({ id }) => id === item.stage);
  const press = (move: ShortlistMove) => {
    event.preventDefault();
    onMove([item], move);
  };
  if (event.altKey) {
    const [by, side] = [{ ArrowUp: -1, ArrowDown: 1 }[event.key], { ArrowLeft: -1, ArrowRight: 1 }[event.key]];
    if (by !== undefined) press({ stage: item.stage, at: Math.max(0, at + by) });
    const next = side === undefined ? undefined : stages[place + side];
    if (next) press({ stage: next.id });
    return;
  }
  if (!readSingleKeys()) return;
  const chosen = /^[1-9]$/.test(event.key) ? stages[Number(event.key) - 1] : undefined;
  if (chosen) press({ stage: chosen.id });
  if (event.key.toLowerCase() === 'm') onMenu();
}
