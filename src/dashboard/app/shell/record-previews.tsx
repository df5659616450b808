import { useEffect, useRef, useState } from 'react';
import { siteBase } from '../../platform/http/connection.ts';
import { PreviewCard } from '../../screens/searches/kit/record/preview-card.tsx';
import type { ProfileKind } from '../../screens/searches/kit/record/profile-link.tsx';

/** How long the pointer rests before a card appears, and how long it may be on its way to the card. */
const [restMs, leaveMs] = [300, 200];

/** A record that a link leads to, and where the link is. */
type Shown = { readonly kind: ProfileKind; readonly id: string; readonly link: HTMLAnchorElement };

const kinds = { companies: 'company', investors: 'investor', people: 'person' } as const;
const profilePath = /^\/(companies|investors|people)\/([\da-f-]{36})$/;

/** The record that a link around an element leads to, or one inside it; a cell of a table has the focus of its link. */
function findRecord(target: EventTarget | null, isInside: boolean): Shown | undefined {
  if (!(target instanceof Element)) return undefined;
  const inside = isInside ? target.querySelectorAll<HTMLAnchorElement>('a[href]') : [];
  for (const link of [target.closest<HTMLAnchorElement>('a[href]'), ...inside]) {
    const [, screen, id] = (link && profilePath.exec(link.pathname.slice(siteBase.length))) ?? [];
    if (link && id !== undefined) return { kind: kinds[screen as keyof typeof kinds], id, link };
  }
  return undefined;
}

const width = 324;
/** Room for the highest card. */
const room = 260;

/** Below the link, or above it where there is no room; always inside the window. */
function place({ link }: Shown) {
  const { left, top, bottom } = link.getBoundingClientRect();
  const isBelow = window.innerHeight - bottom > room || bottom < room;
  return {
    width,
    left: Math.max(8, Math.min(left, window.innerWidth - width - 8)),
    ...(isBelow ? { top: bottom + 6 } : { bottom: window.innerHeight - top + 6 }),
  };
}

/**
 * The card of the company, investor or person that a link on any screen leads to: while the pointer rests on the link or
 * the card, or with Shift+F10. Escape hides it. It shows what is stored, so it is free.
 */
export function RecordPreviews() {
  const [shown, setShown] = useState<Shown>();
  const card = useRef<HTMLDivElement>(null);
  const isShown = shown !== undefined;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A card that a key has shown stays while the focus does, wherever the pointer goes.
    let isByKey = false;
    const soon = (next: Shown | undefined, ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setShown(next?.link.isConnected === false ? undefined : next), ms);
    };
    const hide = () => {
      isByKey = false;
      soon(undefined, 0);
    };
    const onOver = ({ target, pointerType, buttons }: PointerEvent) => {
      if (pointerType !== 'mouse' || buttons !== 0 || isByKey) return;
      if (card.current?.contains(target as Node)) return clearTimeout(timer);
      const next = findRecord(target, false);
      if (next) soon(next, restMs);
      else soon(undefined, leaveMs);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && card.current) {
        // It closes the card alone.
        event.stopPropagation();
        return hide();
      }
      if (event.key !== 'F10' || !event.shiftKey) return undefined;
      const next = findRecord(event.target, true);
      if (!next) return undefined;
      event.preventDefault();
      isByKey = true;
      return soon(next, 0);
    };
    const options = { capture: true, passive: true };
    document.addEventListener('pointerover', onOver);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('focusout', hide);
    document.addEventListener('scroll', hide, options);
    window.addEventListener('keydown', onKey, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('scroll', hide, options);
      window.removeEventListener('keydown', onKey, true);
    };
  }, []);
  return (
    <output aria-label="Preview" className={isShown ? '' : 'sr-only'}>
      {shown && (
        <div
          ref={card}
          className="fixed z-30 rounded-[10px] border border-edge bg-panel p-3.5 text-13 shadow-popup print:hidden"
          style={place(shown)}
        >
          <PreviewCard kind={shown.kind} id={shown.id} />
        </div>
      )}
    </output>
  );
}
