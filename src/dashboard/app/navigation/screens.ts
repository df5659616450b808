import {
  Banknote,
  Bell,
  Bookmark,
  Building2,
  ChartNoAxesCombined,
  FileUp,
  House,
  Landmark,
  ListChecks,
  type LucideIcon,
  ReceiptText,
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
  { to: '/compare', name: 'Compare', Icon: Scale },
  { to: '/saved', name: 'Saved and history', Icon: Bookmark },
];
export const usageScreen: Screen = { to: '/usage', name: 'Usage', Icon: ReceiptText };
export const settingsScreen: Screen = { to: '/settings', name: 'Settings', Icon: Settings2 };
/** Reached from the shortlist. */
const importLists: Screen = { to: '/lists', name: 'Import lists', Icon: FileUp };

/** Every screen that has an address of its own. */
export const allScreens: readonly Screen[] = [
  homeScreen,
  marketScreen,
  ...searchNavigation,
  ...reviewNavigation,
  importLists,
  usageScreen,
  settingsScreen,
];
