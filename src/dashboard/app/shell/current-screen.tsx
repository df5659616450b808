import { Component, type FunctionComponent, type ReactNode, useEffect, useState } from 'react';
import { isDirect, readDirectService } from '../../platform/http/connection.ts';
import { navigate, type PageAddress, usePageAddress } from '../../platform/url/address.ts';
import { findScreen, type ScreenCode } from '../../platform/url/screen-code.ts';
import { useStoredScroll } from '../../platform/url/scroll-places.ts';
import { NotFound, PageFailed, PageLoading } from './page-states.tsx';

/** The screen at the address of the page. */
export function CurrentScreen() {
  const address = usePageAddress();
  const { path } = address;
  // What the screen was called before.
  if (/^\/ledger\/?$/.test(path)) return <Redirect to="/usage" search={address.search} />;
  if (path === '/' && isDirect && !readDirectService()) return <Redirect to="/settings" />;
  const found = findScreen(path);
  if (!found) return <NotFound />;
  return (
    <ScreenBoundary address={address}>
      <LoadedScreen key={found.path} code={found.code} />
    </ScreenBoundary>
  );
}

function Redirect({ to, search }: { readonly to: '/usage' | '/settings'; readonly search?: PageAddress['search'] }) {
  useEffect(() => navigate({ to, search, replace: true }), [to, search]);
  return null;
}

type CodeState = { readonly Shown?: FunctionComponent | undefined; readonly failure?: Error };

function LoadedScreen({ code }: { readonly code: ScreenCode }) {
  const [{ Shown, failure }, setState] = useState<CodeState>(() => ({ Shown: code.read() }));
  const isLoaded = Shown !== undefined;
  useEffect(() => {
    if (isLoaded) return undefined;
    let isGone = false;
    const set = (next: CodeState) => isGone || setState(next);
    code.load().then(
      (loaded) => set({ Shown: loaded }),
      (cause: Error) => set({ failure: cause }),
    );
    return () => {
      isGone = true;
    };
  }, [code, isLoaded]);
  useStoredScroll(isLoaded);
  if (failure) throw failure;
  return Shown ? <Shown /> : <PageLoading />;
}

type BoundaryProps = { readonly address: PageAddress; readonly children: ReactNode };
type BoundaryState = { readonly failure: Error | undefined; readonly address: PageAddress };

/** Shows why a screen failed; the next step to another address tries again. */
class ScreenBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined, address: this.props.address };

  static getDerivedStateFromError(failure: Error): Partial<BoundaryState> {
    return { failure };
  }

  static getDerivedStateFromProps({ address }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return address === state.address ? null : { failure: undefined, address };
  }

  override render() {
    const { failure } = this.state;
    return failure ? <PageFailed error={failure} /> : this.props.children;
  }
}
