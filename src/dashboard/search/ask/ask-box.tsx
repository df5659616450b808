import { Search } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import type { SearchScreen } from '#contract/filters.ts';
import { KeyCap } from '../../platform/ui/button.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import type { SearchQuery } from '../query/search-query.ts';

// The reader of sentences knows every filter of every screen.
const AskReading = lazyPart(() => import('./ask-reading.tsx').then((module) => ({ default: module.AskReading })));

type AskBoxProps = {
  /** The box of the home screen: larger, and `/` moves to it. */
  readonly isLarge?: boolean;
  /** A sentence to read at once, such as from the command palette. */
  readonly initial?: string | undefined;
  /** Takes the search of a sentence; without it, or where it says false, the screen of the search opens. */
  readonly onFill?: (screen: SearchScreen, query: SearchQuery) => boolean;
};

const examples = [
  'Series A fintech in the Nordics, last 12 months',
  'Investors that led 3 seed deals in climate since 2023',
  'Seed rounds under $5M this month',
] as const;

/** Reads a sentence as filters, for free. It fills the form; only the Search button there spends. */
export function AskBox({ isLarge = false, initial = '', onFill }: AskBoxProps) {
  const [text, setText] = useState(initial);
  const [isOpen, setOpen] = useState(initial !== '');
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLFormElement>(null);
  useSlashKey(input, isLarge);
  const close = () => {
    setOpen(false);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen && text !== '') {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      input.current?.focus();
    }
    if (event.key === 'ArrowDown' && event.target === input.current) {
      event.preventDefault();
      box.current?.querySelector<HTMLElement>('section button')?.focus();
    }
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) setOpen(false);
  };
  const isRead = isOpen && text.trim() !== '';
  return (
    <div className={isLarge ? 'grid gap-2' : 'min-w-0'}>
      {/* A press of Enter presses the submit button of the reading. */}
      <form
        ref={box}
        role="search"
        aria-label="Ask"
        className={`relative max-w-full ${isLarge ? '' : `transition-[width] duration-150 max-wide:w-full ${isRead ? 'w-[680px]' : 'w-[320px]'}`}`}
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        <label
          className={`field-box flex items-center gap-2.5 ${isLarge ? 'h-[42px] px-3.5 text-[14px]' : 'h-[30px] px-2.5 max-tablet:h-10'}`}
        >
          <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
          <input
            ref={input}
            autoFocus={initial !== ''}
            aria-label="Describe deals, companies, investors or people"
            placeholder="Describe deals, companies or investors"
            value={text}
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            className="h-full min-w-0 grow bg-transparent outline-none"
            onFocus={() => setOpen(true)}
            onChange={({ target }) => {
              setText(target.value);
              setOpen(true);
            }}
          />
          {isLarge && text === '' && <KeyCap>/</KeyCap>}
        </label>
        {isRead && (
          <Suspense>
            <AskReading key={text.trim()} text={text.trim()} onFill={onFill} onDone={close} />
          </Suspense>
        )}
      </form>
      {isLarge && (
        <ul aria-label="Examples" className="flex flex-wrap gap-1.5">
          {examples.map((example) => (
            <li key={example}>
              <button
                type="button"
                className="min-h-6 rounded-[6px] bg-sunken px-2 py-0.5 text-[12px] text-ink-2 hover:bg-hover hover:text-ink max-tablet:min-h-10"
                onClick={() => {
                  setText(example);
                  setOpen(true);
                  input.current?.focus();
                }}
              >
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** `/` moves to the box from anywhere but a field. */
function useSlashKey(input: RefObject<HTMLInputElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event: globalThis.KeyboardEvent) => {
      const isField =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isField) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [input, isOn]);
}
