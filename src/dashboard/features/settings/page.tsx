import { useQuery } from '@tanstack/react-query';
import type { Config } from '#contract/config.ts';
import { formatShortDay } from '../../platform/format.ts';
import { connection, isDirect, useOwnCredits, useSharesWorkspace } from '../../platform/http/connection.ts';
import { useHasKey } from '../../platform/http/key.ts';
import { allowSingleKeys, chooseTheme, themes, useSingleKeys, useTheme } from '../../platform/storage/preferences.ts';
import { DataSection } from './data-section.tsx';
import { DirectForm } from './direct-form.tsx';
import { KeyForm } from './key-form.tsx';
import { SettingsSection } from './section.tsx';
import { useId } from 'react';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { OwnCredits } from '../../purchase/own-credits.tsx';
import { BudgetForm } from '../../purchase/spending.tsx';
import { storeCreditPrice, useCreditPrice } from '../../purchase/price.ts';

const DeliveriesSection = lazyPart(() => import('./deliveries-section.tsx').then((module) => module.DeliveriesSection));

const MembersSection = lazyPart(() => import('./members-section.tsx').then((module) => module.MembersSection));

const themeNames = { system: 'System', light: 'Light', dark: 'Dark' };

export function SettingsPage() {
  const { data } = useQuery(connection);
  const canAddCredits = useOwnCredits();
  const hasKey = useHasKey();
  const isSharing = useSharesWorkspace();
  return (
    <div className="grid w-full max-w-2xl grid-cols-1 content-start gap-4 scroll-y px-4.5 wide:px-6 py-4">
      <title>Settings, Fundscope</title>
      <h1 className="text-15 font-semibold">Settings</h1>
      <div data-first-visit className="contents">
        {isDirect && <DirectForm />}
        <ThemeChoice />
        <KeysChoice />
        {canAddCredits && (
          <SettingsSection title="Add credits">
            <OwnCredits />
          </SettingsSection>
        )}
        <SpendingSection />
        <DataSection />
        {/* These come once the account is open, below what is in view by then. */}
        {isSharing && <MembersSection />}
        {data?.deliveries && <DeliveriesSection />}
        {!isDirect && (data?.key === 'browser' || hasKey) && <KeyForm />}
        {data && <SourcesSection sources={data.sources} />}
        {data && (
          <SettingsSection title="Connection">
            <p className="text-ink-2">
              {describeService(data)}{' '}
              {data.key === 'gateway' ? 'The gateway adds the key.' : 'Each browser uses its own key.'}
            </p>
            <p className="text-ink-3">Fundscope {data.version}</p>
          </SettingsSection>
        )}
      </div>
    </div>
  );
}

function describeService({ service, host }: Config): string {
  if (service === 'own') return 'Connected to the local server.';
  if (!isDirect) return `Connected to ${host} through the gateway.`;
  return host === null ? 'No service chosen yet.' : `Connected to ${host}.`;
}

function ThemeChoice() {
  const chosen = useTheme();
  return (
    <SettingsSection title="Theme">
      <div role="radiogroup" aria-label="Theme" className="flex flex-wrap gap-4">
        {themes.map((theme) => (
          <label key={theme} className="flex min-h-6 items-center gap-2">
            <input
              type="radio"
              name="theme"
              className="size-4 accent-accent"
              checked={theme === chosen}
              onChange={() => chooseTheme(theme)}
            />
            {themeNames[theme]}
          </label>
        ))}
      </div>
    </SettingsSection>
  );
}

function KeysChoice() {
  const allowed = useSingleKeys();
  return (
    <SettingsSection title="Keyboard">
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={allowed}
          onChange={(event) => allowSingleKeys(event.target.checked)}
        />
        Single-key shortcuts, such as ? for the list of shortcuts
      </label>
    </SettingsSection>
  );
}

/** The data sources with their licences, which most of these licences require. */
function SourcesSection({ sources }: { readonly sources: Config['sources'] }) {
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
            , {licence}, imported {formatShortDay(imported_at.slice(0, 10))}
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

/** The session budget, and the price of a credit. */
function SpendingSection() {
  const id = useId();
  const price = useCreditPrice();
  return (
    <SettingsSection title="Spending">
      <BudgetForm />
      <label htmlFor={id} className="mt-2 font-semibold">
        Price of a credit, in US dollars
      </label>
      <input
        id={id}
        inputMode="decimal"
        placeholder="not shown"
        aria-describedby={`${id}-about`}
        defaultValue={price ?? ''}
        onChange={(event) => storeCreditPrice(event.target.value)}
        className="field-box h-7.5 w-32 px-2.5 tabular-nums max-tablet:h-10"
      />
      <p id={`${id}-about`} className="text-12 text-ink-3">
        Shows the cost of the session in US dollars. Leave it empty to see credits only.
      </p>
    </SettingsSection>
  );
}
