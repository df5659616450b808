import { useId, type ReactNode } from 'react';

/** A titled box of settings. */
export function SettingsSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2 rounded-[10px] border border-line bg-panel px-4 py-3.5">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
