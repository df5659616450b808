import { Notice } from '../ui/notice.tsx';
import type { UnreadParameters } from './codec.ts';

/** Says which values of a link could not be read; nothing when all could. */
export function UnreadNotice({ unread }: { readonly unread: readonly UnreadParameters[] }) {
  if (unread.length === 0) return null;
  return (
    <Notice look="warn" title="Part of this link could not be read">
      Left out: {unread.map(({ key, text }) => `${key} “${text}”`).join(', ')}. The rest is set as the link says.
    </Notice>
  );
}
