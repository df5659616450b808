import { createContext, type FunctionComponent, type ReactNode, use, useEffect, useState } from 'react';
import { createState } from '../state.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Whether the gateway serves a newer build than the one of this tab. */
export const newVersion = createState(false);

export const newVersionTitle = 'A new version is ready';

/** Shown in place of a part until its code is loaded; nothing by default. */
export const Fallback = createContext<ReactNode>(null);

type WithFallbackProps = { readonly fallback: ReactNode; readonly children: ReactNode };

/** Shows a fallback in place of a part, even while there is no part yet. */
export const WithFallback = ({ fallback, children }: WithFallbackProps) => (
  <Fallback value={fallback}>{children ?? fallback}</Fallback>
);

type Part = FunctionComponent<object>;

/**
 * A component in a separate chunk. React's `lazy` would show it at least 300 ms after the previous one; this shows it
 * as soon as its code is loaded. If its chunk is missing it says so, and the rest stays. The code is loaded when the
 * part is first shown, or at once if it is known to be `needed`.
 */
export function lazyPart<T extends FunctionComponent<never>>(load: () => Promise<T>, needed = false): T {
  let found: Part | undefined;
  const start = () =>
    load().then(
      (part) => (found = part as unknown as Part),
      () => MissingPart,
    );
  if (needed) void start();
  function LazyPart(props: object) {
    const fallback = use(Fallback);
    const [{ Shown, pending }, setState] = useState(() => ({ Shown: found, pending: found ? undefined : start() }));
    useEffect(() => {
      let isGone = false;
      void pending?.then((next) => isGone || setState({ Shown: next, pending: undefined }));
      return () => {
        isGone = true;
      };
    }, [pending]);
    // Without null, a part inside the fallback would show the fallback inside itself, endlessly.
    if (!Shown) return <Fallback value={null}>{fallback}</Fallback>;
    return (
      <Fallback value={null}>
        <Shown {...props} />
      </Fallback>
    );
  }
  return LazyPart as unknown as T;
}

/** Shown if a chunk could not be loaded: an upgrade removed it, or there is no connection. */
export function MissingPart() {
  return (
    <Notice
      variant="warn"
      urgent
      title={navigator.onLine ? newVersionTitle : 'This part could not load'}
      actions={<Button onClick={() => window.location.reload()}>Reload</Button>}
    >
      {navigator.onLine ? 'This part opens after a reload. What you typed stays until then.' : 'Check your connection.'}
    </Notice>
  );
}
