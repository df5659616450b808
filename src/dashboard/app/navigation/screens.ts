import {
  Banknote,
  Bell,
  Bookmark,
  Building2,
  ChartNoAxesCombined,
  House,
  Landmark,
  List,
  ListChecks,
  type LucideIcon,
  ReceiptText,
  Route,
  Scale,
  Settings2,
  UsersRound,
} from 'lucide-react';

/** A screen as the navigation and the command palette name it. */
export type Screen = {
  readonly to:
    | '/'
    | '/market'
    | '/deals'
    | '/companies'
    | '/investors'
    | '/people'
    | '/alerts'
    | '/shortlist'
    | '/lists'
    | '/routes'
    | '/compare'
    | '/saved'
    | '/usage'
    | '/settings';
  readonly name: string;
  readonly Icon: LucideIcon;
};

export const homeScreen: Screen = { to: '/', name: 'Home', Icon: House };
export const marketScreen: Screen = { to: '/market', name: 'Market', Icon: ChartNoAxesCombined };
/** The screens of the navigation, in groups. */
export const searchNavigation: readonly Screen[] = [
  { to: '/deals', name: 'Deals', Icon: Banknote },
  { to: '/companies', name: 'Companies', Icon: Building2 },
  { to: '/investors', name: 'Investors', Icon: Landmark },
  { to: '/people', name: 'People', Icon: UsersRound },
];
export const reviewNavigation: readonly Screen[] = [
  { to: '/alerts', name: 'Alerts', Icon: Bell },
  { to: '/shortlist', name: 'Shortlist', Icon: ListChecks },
  { to: '/lists', name: 'Lists', Icon: List },
  { to: '/routes', name: 'Routes', Icon: Route },
  { to: '/compare', name: 'Compare', Icon: Scale },
];
export const savedScreen: Screen = { to: '/saved', name: 'Saved and history', Icon: Bookmark };
export const usageScreen: Screen = { to: '/usage', name: 'Usage', Icon: ReceiptText };
export const settingsScreen: Screen = { to: '/settings', name: 'Settings', Icon: Settings2 };

/** Every screen that has an address of its own. */
export const allScreens: readonly Screen[] = [
  homeScreen,
  marketScreen,
  ...searchNavigation,
  ...reviewNavigation,
  savedScreen,
  usageScreen,
  settingsScreen,
];
