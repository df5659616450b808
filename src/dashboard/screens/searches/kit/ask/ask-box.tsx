import { Search } from 'lucide-react';
import { type ComponentProps, lazy, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isComposing } from '../../../../platform/form/composing.ts';
import { KeyCap } from '../../../../platform/ui/button.tsx';
import { useSingleKey } from '../../../../platform/ui/single-key.ts';
import type { AskControls, AskScreen, FillSearch } from './ask-controls.ts';
import { LazyPart } from '../../../../platform/ui/missing-part.tsx';

// The reader of sentences knows every filter of every screen.
const AskReading = lazy(async () => ({ default: (await import('./ask-reading.tsx')).AskReading }));

const LazyReading = (props: ComponentProps<typeof AskReading>) => (
  <LazyPart>
    <AskReading {...props} />
  </LazyPart>
);

type AskBoxProps = {
  /** The box of the home screen: larger, with examples. */
  readonly isLarge?: boolean;
  readonly placeholder?: string;
  /** A sentence to read at once, such as from the command palette. */
  readonly initial?: string | undefined;
  /** Takes the search of a sentence; without it, or where it says false, the screen of the search opens. */
  readonly onFill?: FillSearch;
  /** The search screen that the box is on. */
  readonly screen?: AskScreen;
  readonly onReading?: (isRead: boolean) => void;
};

/** Reads a sentence as filters, for free. It fills the form, or searches the screen that it is on, at a shown price. */
export function AskBox({
  isLarge = false,
  placeholder = 'Describe deals, companies or investors',
  initial = '',
  onFill,
  screen,
  onReading,
}: AskBoxProps) {
  const [text, setText] = useState(initial);
  const [isOpen, setOpen] = useState(initial !== '');
  const [isWanted, setWanted] = useState(false);
  // Where there are rows, the key searches them instead.
  const controls = useAskControls(initial !== '', screen === undefined);
  const { input, choice, search } = controls;
  const box = useRef<HTMLFormElement>(null);
  useDismissal(box, input, isOpen, () => setOpen(false));
  const ask = (sentence: string) => {
    setText(sentence);
    setWanted(false);
    setOpen(true);
  };
  const finish = (isFilled: boolean) => {
    setWanted(false);
    if (!isFilled) return;
    setOpen(false);
    setText('');
  };
  const isRead = isOpen && text.trim() !== '';
  const reportReading = useEffectEvent((is: boolean) => onReading?.(is));
  useEffect(() => reportReading(isRead), [isRead]);
  // Wide, it grows over what is next to it, so that nothing moves.
  const width = isRead ? 'w-170 wide:-mr-90 wide:short:-mr-130' : 'w-80 tablet:short:w-40!';
  return (
    <div className={isLarge ? 'space-y-2' : `max-w-full transition-[width,margin] max-wide:w-full ${width}`}>
      <form
        ref={box}
        aria-label="Ask"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          if (choice.current) choice.current.focus();
          else if (search.current) search.current.click();
          else setWanted(text.trim() !== '');
        }}
      >
        <AskField
          {...{ input, isLarge, placeholder, text }}
          onOpen={() => setOpen(true)}
          onAsk={ask}
          onDown={() => {
            const first = (inside: string) => box.current?.querySelector<HTMLElement>(`section ${inside} button`);
            (first('[data-templates]') ?? first(''))?.focus();
          }}
        />
        {isRead && (
          <LazyReading
            key={text.trim()}
            text={text.trim()}
            {...{ isWanted, onFill, screen, controls }}
            onDone={finish}
          />
        )}
      </form>
      {isLarge && (
        <Examples
          onPick={(sentence) => {
            ask(sentence);
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}

type AskFieldProps = {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly isLarge: boolean;
  readonly placeholder: string;
  readonly text: string;
  readonly onOpen: () => void;
  readonly onAsk: (text: string) => void;
  /** Moves the focus below the field. */
  readonly onDown: () => void;
};

const AskField = ({ input, isLarge, placeholder, text, onOpen, onAsk, onDown }: AskFieldProps) => (
  <label
    className={`field-box flex items-center gap-2.5 ${isLarge ? 'h-10.5 px-3.5 text-14' : 'h-7.5 px-2.5 max-tablet:h-10'}`}
  >
    <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
    <input
      ref={input}
      aria-label="Describe deals, companies, investors or people"
      placeholder={placeholder}
      value={text}
      maxLength={500}
      autoComplete="off"
      spellCheck={false}
      className="h-full min-w-0 grow bg-transparent outline-none"
      onFocus={onOpen}
      onChange={({ target }) => onAsk(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || isComposing(event)) return;
        event.preventDefault();
        onDown();
      }}
    />
    {isLarge && text === '' && <KeyCap isHint>/</KeyCap>}
  </label>
);

const examples = [
  'Series A fintech in the Nordics, last 12 months',
  'Investors that led 3 seed deals in climate since 2023',
  'Seed rounds under $5M this month',
] as const;

const Examples = ({ onPick }: { readonly onPick: (sentence: string) => void }) => (
  <ul aria-label="Examples" className="flex gap-1.5 max-tablet:chip-line tablet:flex-wrap">
    {examples.map((example) => (
      <li key={example} className="max-tablet:shrink-0">
        <button
          type="button"
          className="min-h-6 rounded-md bg-sunken px-2 py-0.5 text-left text-12 text-ink-2 hover:bg-hover hover:text-ink max-tablet:min-h-10"
          onClick={() => onPick(example)}
        >
          {example}
        </button>
      </li>
    ))}
  </ul>
);

/** The controls of a box, whose input is focused at once or with the key /. */
function useAskControls(isFocused: boolean, hasKey: boolean): AskControls {
  const input = useRef<HTMLInputElement>(null);
  useSingleKey('/', () => input.current?.focus(), hasKey);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  return { input, choice: useRef<HTMLButtonElement>(null), search: useRef<HTMLButtonElement>(null) };
}

/** Escape, and a press or focus elsewhere, close the reading. */
function useDismissal(
  box: RefObject<HTMLElement | null>,
  input: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: () => void,
): void {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = ({ target }: Event) => {
      // The confirmation of a purchase is a separate dialog.
      if (target instanceof Element && !box.current?.contains(target) && !target.closest('[role="dialog"]')) dismiss();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !box.current?.contains(event.target as Node)) return;
      event.stopPropagation();
      input.current?.focus();
      dismiss();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', escape, true);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', escape, true);
    };
  }, [box, input, isOpen]);
}
