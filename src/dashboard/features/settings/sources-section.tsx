import type { Config } from '#contract/config.ts';
import { SettingsSection } from './section.tsx';

/** Where the records come from and under which licence, which most licences want to be said. */
export function SourcesSection({ sources }: { readonly sources: Config['sources'] }) {
  if (sources.length === 0) return null;
  return (
    <SettingsSection title="Data">
      <ul className="grid gap-1">
        {sources.map(({ title, licence, address, imported_at }) => (
          <li key={title} className="text-ink-2">
            {address ? (
              <a className="underline" href={address} target="_blank" rel="noreferrer">
                {title}
              </a>
            ) : (
              title
            )}
            , {licence}, imported {imported_at.slice(0, 10)}
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
