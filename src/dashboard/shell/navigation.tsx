import { Link } from '@tanstack/react-router';
import {
  Banknote,
  Bell,
  Bookmark,
  Building2,
  Landmark,
  ReceiptText,
  Settings2,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';

type Place = {
  readonly to: '/deals' | '/companies' | '/investors' | '/people' | '/alerts' | '/saved' | '/ledger' | '/settings';
  readonly name: string;
  readonly Icon: LucideIcon;
};

/** The screens that exist, in the order of the navigation. */
const places: readonly Place[] = [
  { to: '/deals', name: 'Deals', Icon: Banknote },
  { to: '/companies', name: 'Companies', Icon: Building2 },
  { to: '/investors', name: 'Investors', Icon: Landmark },
  { to: '/people', name: 'People', Icon: UsersRound },
  { to: '/alerts', name: 'Alerts', Icon: Bell },
  { to: '/saved', name: 'Saved and history', Icon: Bookmark },
  { to: '/ledger', name: 'Ledger', Icon: ReceiptText },
  { to: '/settings', name: 'Settings', Icon: Settings2 },
];

export function Navigation() {
  return (
    <nav
      aria-label="Screens"
      className="flex min-w-0 items-center gap-1.5 overflow-x-auto wide:overflow-visible wide:flex-col wide:items-stretch wide:gap-3"
    >
      <Brand />
      <ul className="flex gap-0.5 wide:flex-col">
        {places.map(({ to, name, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-8 items-center gap-2.5 rounded-[7px] px-1 font-medium wide:px-2 text-ink-2 hover:text-ink aria-[current=page]:bg-panel aria-[current=page]:text-ink aria-[current=page]:shadow-[0_0_0_1px_var(--color-line)]"
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

/** The name and sign of the product. */
function Brand() {
  return (
    <div className="flex items-center gap-2.5 px-2 text-[14px] max-wide:hidden font-[650] tracking-[-0.01em]">
      <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" className="size-[18px]" />
      <span className="max-wide:sr-only">Fundscope</span>
    </div>
  );
}
