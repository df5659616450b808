import type { ComponentProps, MouseEvent } from 'react';
import { buildHref, isAt, navigate, type Target, useFromAddress } from './address.ts';
import { preloadScreen } from './screen-code.ts';

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'id'> & Target & { readonly to: NonNullable<Target['to']> };

/** A link to a screen, marked as the current page while the page is there, unless it has its own `aria-current`. */
export function Link({ to, id, search, onClick, children, ...props }: LinkProps) {
  const target = { to, id, search };
  const isCurrent = useFromAddress((address) => isAt(target, address));
  const preload = () => preloadScreen(to);
  return (
    <a
      aria-current={isCurrent ? 'page' : undefined}
      {...props}
      href={buildHref(target)}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        onClick?.(event);
        followLink(event, target);
      }}
    >
      {children}
    </a>
  );
}

/** Follows a link in this page, unless the click asks for a new tab or window. */
export function followLink(event: MouseEvent, target: Target): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  navigate(target);
}
