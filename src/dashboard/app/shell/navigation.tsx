import { Link } from '@tanstack/react-router';
import {
  Banknote,
  Bell,
  Bookmark,
  Building2,
  Landmark,
  ListChecks,
  ReceiptText,
  Scale,
  Settings2,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { siteBase } from '../../platform/http/base.ts';
import { isDirect } from '../../platform/http/direct.ts';

type Screen = {
  readonly to:
    | '/deals'
    | '/companies'
    | '/investors'
    | '/people'
    | '/alerts'
    | '/lists'
    | '/compare'
    | '/saved'
    | '/ledger'
    | '/settings';
  readonly name: string;
  readonly Icon: LucideIcon;
};

/** The screens that exist, in the order of the navigation. */
const screens: readonly Screen[] = [
  { to: '/deals', name: 'Deals', Icon: Banknote },
  { to: '/companies', name: 'Companies', Icon: Building2 },
  { to: '/investors', name: 'Investors', Icon: Landmark },
  { to: '/people', name: 'People', Icon: UsersRound },
  { to: '/alerts', name: 'Alerts', Icon: Bell },
  { to: '/lists', name: 'My lists', Icon: ListChecks },
  { to: '/compare', name: 'Compare', Icon: Scale },
  { to: '/saved', name: 'Saved and history', Icon: Bookmark },
  { to: '/ledger', name: 'Ledger', Icon: ReceiptText },
  { to: '/settings', name: 'Settings', Icon: Settings2 },
];

/** Links to every screen; the brand is passed in on wide screens. */
export function Navigation({ children }: { readonly children?: ReactNode }) {
  return (
    <nav aria-label="Screens" className="grid gap-3">
      {children}
      <ul className="flex gap-0.5 max-wide:justify-between max-wide:pb-1 wide:flex-col">
        {screens.map(({ to, name, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-8 items-center gap-2.5 rounded-[7px] px-2 font-medium text-ink-2 hover:text-ink aria-[current=page]:bg-panel aria-[current=page]:text-ink aria-[current=page]:shadow-[0_0_0_1px_var(--color-line)]"
            >
              <Icon aria-hidden className="size-4" />
              <span className="max-wide:sr-only">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Absolute, because profile URLs are one level deeper. */
const logo = isDirect ? `${import.meta.env.BASE_URL}favicon.svg` : `${siteBase}/favicon.svg`;

/** The product's logo and name. */
export function Brand() {
  return (
    <div className="flex items-center gap-2.5 px-2 text-[14px] font-[650] tracking-[-0.01em]">
      <img src={logo} alt="" className="size-[18px]" />
      Fundscope
    </div>
  );
}
