/** Code in a scrollable box that can be focused and selected by keyboard. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <textarea
      readOnly
      aria-label={label}
      value={text}
      rows={Math.min(14, text.split('\n').length)}
      spellCheck={false}
      wrap="off"
      className="w-full resize-y rounded-[7px] border border-line bg-sunken px-3 py-2 font-mono text-11.5 leading-relaxed"
    />
  );
}
