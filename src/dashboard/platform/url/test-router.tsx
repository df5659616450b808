import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorRouteComponent,
  Outlet,
  type RouteComponent,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { formatSearchParams, parseRawSearch } from './raw-search.ts';

type TestedScreen = {
  readonly path: string;
  readonly component: RouteComponent;
  readonly errorComponent?: ErrorRouteComponent;
};

/** A router of these screens with a history of its own, which reads and writes addresses as the dashboard does. */
function createTestRouter(address: string, screens: readonly TestedScreen[], frame: RouteComponent = Outlet) {
  const root = createRootRoute({ component: frame });
  return createRouter({
    routeTree: root.addChildren(screens.map((screen) => createRoute({ getParentRoute: () => root, ...screen }))),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: parseRawSearch,
    stringifySearch: formatSearchParams,
    scrollRestoration: true,
  });
}

/** Renders the screen at an address. */
export async function renderScreens(...parts: Parameters<typeof createTestRouter>) {
  const router = createTestRouter(...parts);
  await router.load();
  render(<RouterProvider router={router} />);
  return router;
}

/** Provides a router to a part of a screen. */
export function InRouter({ children }: { readonly children: ReactNode }) {
  const [router] = useState(() => createTestRouter('/', []));
  return <RouterContextProvider router={router}>{children}</RouterContextProvider>;
}
