import { useQuery } from '@tanstack/react-query';
import type { Config } from '#contract/config.ts';
import { CheckBox } from '../../platform/form/check-box.tsx';
import { formatShortDay } from '../../platform/format.ts';
import { connection, useIsMetered, useOwnCredits } from '../../platform/http/connection.ts';
import { useIsViewer } from '../../platform/http/membership.ts';
import { useHasKey } from '../../platform/http/key.ts';
import { allowSingleKeys, chooseTheme, themes, useSingleKeys, useTheme } from '../../platform/storage/preferences.ts';
import { showSiteIcons, useSiteIcons } from '../../platform/storage/site-icons.ts';
import { useHasWorkspace } from '../../platform/http/workspace.ts';
import { DataSection } from './data-section.tsx';
import { ImportLog } from './import-log.tsx';
import { ImportSection } from './import-section.tsx';
import { KeyForm } from './key-form.tsx';
import { Block } from '../../platform/ui/block.tsx';
import { useId } from 'react';
import { SafeLink } from '../../platform/ui/safe-link.tsx';
import { MeteringChoice } from '../../spending/metering-choice.tsx';
import { OwnCredits } from '../../spending/own-credits.tsx';
import { BudgetForm } from '../../spending/budget-form.tsx';
import { storeCreditPrice, useCreditPrice } from '../../spending/price.ts';
import { DeliveriesSection } from './deliveries-section.tsx';
import { MembersSection } from './members-section.tsx';
import { SheetsSection } from './sheets-section.tsx';
import { UsSection } from './us-section.tsx';

const themeNames = { system: 'System', light: 'Light', dark: 'Dark' };

export function SettingsPage() {
  const { data } = useQuery(connection);
  const canAddCredits = useOwnCredits();
  const isMetered = useIsMetered();
  const hasKey = useHasKey();
  const hasWorkspace = useHasWorkspace();
  const isViewer = useIsViewer();
  return (
    <div className="min-h-0 grow scroll-y">
      <title>Settings, Fundscope</title>
      <div className="grid w-full max-w-2xl grid-cols-1 gap-4 px-4.5 py-4 wide:px-6">
        <h1 className="text-15 font-semibold">Settings</h1>
        <ThemeChoice />
        <KeysChoice />
        <IconsChoice />
        {canAddCredits && isMetered && (
          <Block title="Add credits">
            <OwnCredits />
          </Block>
        )}
        {isMetered ? (
          <SpendingSection />
        ) : (
          canAddCredits && (
            <Block title="Spending">
              <MeteringChoice />
            </Block>
          )
        )}
        {hasWorkspace && <UsSection />}
        <DataSection />
        {canAddCredits && <ImportSection />}
        {canAddCredits && <ImportLog />}
        {/* These come once the account is open, below what is in view by then. */}
        {hasWorkspace && <MembersSection />}
        {data?.deliveries && !isViewer && <DeliveriesSection />}
        {hasWorkspace && !isViewer && <SheetsSection />}
        {(data?.key === 'browser' || hasKey) && <KeyForm />}
        {data && <SourcesSection sources={data.sources} />}
        {data && (
          <Block title="Connection">
            <p className="text-ink-2">
              {describeService(data)}{' '}
              {data.key === 'gateway' ? 'The gateway adds the key.' : 'Each browser uses its own key.'}
            </p>
            <p className="text-ink-3">Fundscope {data.version}</p>
          </Block>
        )}
      </div>
    </div>
  );
}

function describeService({ service, host }: Config): string {
  return service === 'own' ? 'Connected to the local server.' : `Connected to ${host} through the gateway.`;
}

function ThemeChoice() {
  const chosen = useTheme();
  return (
    <Block title="Theme">
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
    </Block>
  );
}

function KeysChoice() {
  const allowed = useSingleKeys();
  return (
    <Block title="Keyboard">
      <CheckBox checked={allowed} onChange={({ target }) => allowSingleKeys(target.checked)}>
        Single-key shortcuts, such as ? for the list of shortcuts
      </CheckBox>
    </Block>
  );
}

function IconsChoice() {
  const shown = useSiteIcons();
  return (
    <Block title="Icons of companies">
      <CheckBox checked={shown} onChange={({ target }) => showSiteIcons(target.checked)}>
        Show the icons of companies’ own sites
      </CheckBox>
      <p className="text-12 text-ink-3">
        This browser then asks each company’s server for its icon, which tells that server that somebody here looks at
        the company.
      </p>
    </Block>
  );
}

/** The data sources with their licences, which most of these licences require. */
function SourcesSection({ sources }: { readonly sources: Config['sources'] }) {
  if (sources.length === 0) return null;
  return (
    <Block title="Data">
      <ul className="grid gap-1">
        {sources.map(({ title, licence, address, imported_at }) => (
          <li key={title} className="text-ink-2">
            <SafeLink to={address}>{title}</SafeLink>, {licence}, imported {formatShortDay(imported_at.slice(0, 10))}
          </li>
        ))}
      </ul>
    </Block>
  );
}

/** The session budget, and the price of a credit. */
function SpendingSection() {
  const id = useId();
  const price = useCreditPrice();
  return (
    <Block title="Spending">
      <BudgetForm />
      <MeteringChoice />
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
    </Block>
  );
}
