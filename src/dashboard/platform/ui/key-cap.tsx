/** A key as it is printed on the keyboard. */
export function KeyCap({ children }: { readonly children: string }) {
  return (
    <kbd className="rounded border border-edge bg-panel px-1.5 py-0.5 font-mono text-[11px] leading-none text-ink-3">
      {children}
    </kbd>
  );
}
