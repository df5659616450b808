import { toCredits } from '../../purchase/price.ts';
import type { WatchedHistory } from './use-history.ts';

/** The block that completes the deals, which other blocks rest on. */
export const dealsPlace = 'profile-deals';

type DealsAnchorProps = { readonly history: WatchedHistory; readonly tenthsPerRow: number; readonly one?: string };

/** Says what completes a block that rests on deals, and leads to where they are bought; nothing where they are whole. */
export function DealsAnchor({ history: { whole, total, listed }, tenthsPerRow, one = 'deal' }: DealsAnchorProps) {
  if (whole || total === null || total <= listed) return null;
  const missing = total - listed;
  return (
    <button
      type="button"
      className="min-h-6 justify-self-start text-left text-[11.5px] text-accent-ink underline decoration-line underline-offset-2 hover:decoration-current"
      onClick={() => {
        const place = document.getElementById(dealsPlace);
        place?.scrollIntoView({ block: 'nearest' });
        place?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
      }}
    >
      {missing === 1 ? `One more ${one} completes it` : `${missing.toLocaleString('en-US')} more ${one}s complete it`},
      up to {toCredits(missing * tenthsPerRow)}
    </button>
  );
}
