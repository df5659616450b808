import { setBuiltWindow } from './built-window.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { CompaniesPage } from '../features/companies/page.tsx';
import { DealsPage } from '../features/deals/page.tsx';
import { InvestorsPage } from '../features/investors/page.tsx';
import { PeoplePage } from '../features/people/page.tsx';
import { SavedPage } from '../features/saved/page.tsx';
import { SettingsPage } from '../features/settings/page.tsx';
import { UsagePage } from '../features/usage/page.tsx';
import { IsBuilt } from '../platform/ui/is-built.ts';
import { watchBrowserHistory } from '../platform/url/address.ts';
import { OpenForm } from '../search/form/filters-form.tsx';
import { useSearchForm } from '../search/form/search-form.ts';
import { StartForm, type StartFormProps } from '../search/form/start-form.tsx';
import { AlertsScreen } from './alerts.tsx';
import { CompareScreen } from './compare.tsx';
import { HomeScreen } from './home/home.tsx';
import { ListsScreen } from './lists.tsx';
import { createQueryClient } from './query-client.ts';
import { Shell } from './shell/shell.tsx';
import { ShortlistScreen } from './shortlist.tsx';

/** A part of the page as HTML: the frame, or the content of a screen, for windows that match a media query. */
export type BuiltPart = { readonly screen: string; readonly media: string; readonly html: string };

const searches = [
  ['deals', DealsPage],
  ['companies', CompaniesPage],
  ['investors', InvestorsPage],
  ['people', PeoplePage],
] as const;

/** These look the same at every width until they have records. */
const screens = [
  ['', HomeScreen],
  ['alerts', AlertsScreen],
  ['shortlist', ShortlistScreen],
  ['lists', ListsScreen],
  ['compare', CompareScreen],
  ['saved', SavedPage],
  ['usage', UsagePage],
  ['settings', SettingsPage],
] as const;

/**
 * The frame and the screens as a first visit shows them. The build puts them into the document
 * (tools/build/built-page.ts), so that they are painted before any code of the dashboard runs, which then replaces
 * them.
 */
export function renderBuiltPage(): BuiltPart[] {
  const shell = <Shell>{null}</Shell>;
  return [
    { screen: 'frame', media: '(max-width: 40rem)', html: render(shell, 390, 'frame') },
    { screen: 'frame', media: '(min-width: 40.0625rem)', html: render(shell, 1440, 'frame') },
    ...screens.map(([screen, Screen]) => ({ screen, media: 'all', html: render(<Screen />, 1440, screen) })),
    ...searches.flatMap(([screen, Screen]) => [
      { screen, media: '(max-width: 56.1875rem)', html: render(<Screen />, 800, screen) },
      { screen, media: '(min-width: 56.25rem)', html: render(<Screen />, 1440, screen) },
    ]),
  ];
}

const BuiltForm = (props: StartFormProps) => (
  <OpenForm {...props} form={useSearchForm(props.search.resource, props.search.blank, null)} />
);

function render(content: ReactNode, width: number, screen: string): string {
  setBuiltWindow(width, `/${screen}`);
  watchBrowserHistory();
  const html = renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <IsBuilt value>
        <StartForm value={(props) => <BuiltForm {...props} />}>{content}</StartForm>
      </IsBuilt>
    </QueryClientProvider>,
  );
  return html.replace(/<title>.*?<\/title>/, '');
}
