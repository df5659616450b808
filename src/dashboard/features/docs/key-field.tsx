import { useId } from 'react';

/** Another key than the one that this page has; it stays in this page's memory and goes nowhere but to the service. */
export function KeyField({ onKey }: { readonly onKey: (key: string | undefined) => void }) {
  const id = useId();
  return (
    <details>
      <summary className="w-fit text-ink-2">Try with another key</summary>
      <div className="mt-2 grid gap-1.5">
        <label htmlFor={id} className="text-[12px] font-semibold">
          API key
        </label>
        <input
          id={id}
          type="password"
          autoComplete="off"
          spellCheck={false}
          className="field-box h-8 w-full max-w-md px-2.5 font-mono"
          aria-describedby={`${id}-help`}
          onChange={({ target }) => onKey(target.value.trim() === '' ? undefined : target.value.trim())}
        />
        <p id={`${id}-help`} className="text-[12px] text-ink-3">
          It pays for what is tried here, and is forgotten when you leave this screen.
        </p>
      </div>
    </details>
  );
}
