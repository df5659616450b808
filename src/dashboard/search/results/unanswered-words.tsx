import { Notice } from '../../platform/ui/notice.tsx';

/** A link was opened whose answer this device does not hold. */
export function UnansweredWords() {
  return (
    <Notice title="This query is not answered on this device">
      The filters of the link are set, and nothing was spent. Press the button under the filters to load the answer; its
      highest price stands beside it.
    </Notice>
  );
}
