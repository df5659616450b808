import { Link } from '@tanstack/react-router';
import { allScreens } from '../navigation/screens.ts';

/** Links to every screen, for a phone. */
export function MoreScreens({ onGo }: { readonly onGo: () => void }) {
  return (
    <nav aria-label="Screens" className="grid gap-1 p-3">
      {allScreens.map(({ to, name, Icon }) => (
        <Link
          key={to}
          to={to}
          onClick={onGo}
          className="flex h-11 items-center gap-3 rounded-md px-2 text-14 font-medium aria-[current=page]:bg-sunken"
        >
          <Icon aria-hidden className="size-5 text-ink-2" />
          {name}
        </Link>
      ))}
    </nav>
  );
}
