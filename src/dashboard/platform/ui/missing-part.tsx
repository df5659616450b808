import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { forgetPreloads } from '../http/forget-preloads.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type PartProps = { readonly children: ReactNode };

/** Around a component of React's `lazy`: nothing until its code is loaded, or that it could not be; the rest stays. */
export class LazyPart extends Component<PartProps, { readonly isMissing: boolean }> {
  override state = { isMissing: false };

  static getDerivedStateFromError() {
    return { isMissing: true };
  }

  override render() {
    return this.state.isMissing ? <MissingPart /> : <Suspense>{this.props.children}</Suspense>;
  }
}

/** Shown if a chunk could not be loaded: an upgrade removed it, or there is no connection. */
export function MissingPart() {
  useEffect(forgetPreloads, []);
  return (
    <Notice
      variant="warn"
      urgent
      title="This part could not load"
      actions={<Button onClick={() => window.location.reload()}>Reload</Button>}
    >
      Check your connection, then reload. What you typed stays until then.
    </Notice>
  );
}
