import type { QueryClient } from '@tanstack/react-query';
import { whenAccountOpen } from '../platform/http/account.ts';
import { createScreenCode, type ScreenCode, type ScreenCodes } from '../platform/url/screen-code.ts';
import { MissingPageError } from './shell/page-states.tsx';
import type { FunctionComponent } from 'react';

/** A screen that loads nothing but its code, so that neither a visit nor a preload can send a paid request. */
const screen = (load: () => Promise<FunctionComponent>): ScreenCode =>
  createScreenCode(() =>
    load().catch((cause: unknown) => {
      throw new MissingPageError('The code of this screen did not load.', { cause });
    }),
  );

/** Loads the stored records together with the code, so that the first paint shows them. */
const withAccount = (load: () => Promise<FunctionComponent>): ScreenCode =>
  screen(async () => {
    const [code] = await Promise.all([load(), whenAccountOpen()]);
    return code;
  });

/** Every screen by its path. */
export const createScreens = (client: QueryClient): ScreenCodes => ({
  '/': withAccount(async () => (await import('./home/home.tsx')).HomeScreen),
  '/deals': withAccount(async () => (await import('../features/deals/page.tsx')).DealsPage),
  '/companies': withAccount(async () => (await import('../features/companies/page.tsx')).CompaniesPage),
  '/investors': withAccount(async () => (await import('../features/investors/page.tsx')).InvestorsPage),
  '/people': withAccount(async () => (await import('../features/people/page.tsx')).PeoplePage),
  '/companies/$id': withAccount(async () => (await import('./company-profile.tsx')).CompanyProfileScreen),
  '/investors/$id': withAccount(async () => (await import('./investor-profile.tsx')).InvestorProfileScreen),
  '/people/$id': withAccount(async () => (await import('./person-profile.tsx')).PersonProfileScreen),
  '/companies/$id/brief': withAccount(
    async () => (await import('../features/profile/company-brief.tsx')).CompanyBriefPage,
  ),
  '/investors/$id/brief': withAccount(
    async () => (await import('../features/profile/investor-brief.tsx')).InvestorBriefPage,
  ),
  '/alerts': withAccount(async () => (await import('./alerts.tsx')).openAlertsScreen(client)),
  '/shortlist': withAccount(async () => (await import('./shortlist.tsx')).ShortlistScreen),
  '/lists': withAccount(async () => (await import('./lists.tsx')).ListsScreen),
  '/compare': withAccount(async () => (await import('./compare.tsx')).CompareScreen),
  '/saved': screen(async () => (await import('../features/saved/page.tsx')).SavedPage),
  '/usage': screen(async () => (await import('../features/usage/page.tsx')).UsagePage),
  '/settings': screen(async () => (await import('../features/settings/page.tsx')).SettingsPage),
  '/join': screen(async () => (await import('../features/join/page.tsx')).JoinPage),
});
