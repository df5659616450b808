import { Notice } from '../../platform/ui/notice.tsx';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import type { NextSearch } from './next-search.ts';

/** An unknown place or industry is never dropped silently: without it a search may return far more. */
export function UnverifiedValues({ unverified, blocked, withoutTenths, onSearchWithout }: NextSearch) {
  const failure = blocked?.checkFailure;
  if (failure) return <FailureNotice key={failure.message} failure={failure} />;
  return (
    <Notice
      variant="warn"
      urgent
      title="Nothing was sent"
      actions={
        <PricedButton upTo tenths={withoutTenths} onConfirm={onSearchWithout}>
          Search without {unverified.length === 1 ? 'it' : 'them'}
        </PricedButton>
      }
    >
      The service does not know {unverified.map(({ name }) => `“${name}”`).join(', ')}. Choose a suggestion under the
      field, or remove {unverified.length === 1 ? 'it' : 'them'}.
    </Notice>
  );
}
