/** Stands where the address of a profile holds no id. */
export function NoProfile({ one }: { readonly one: string }) {
  return (
    <div className="grid gap-2 p-6">
      <h1 className="text-[19px] font-[640] tracking-[-0.02em]">This address names no {one}</h1>
      <p className="text-ink-2">
        The address of a profile ends in an id of 36 letters, digits and hyphens. Check that the link is whole.
      </p>
    </div>
  );
}
