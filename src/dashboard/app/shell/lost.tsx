import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';

export function NotFound() {
  return (
    <div className="p-6">
      <h1 className="mb-3 text-[19px] font-[640] tracking-[-0.02em]">There is no such screen</h1>
      <Link to="/deals" className="text-accent-ink underline">
        Go to the deals
      </Link>
    </div>
  );
}

/** A screen whose code is on its way: said where that takes longer than a moment. */
export function PageLoading() {
  return <output className="appear-late p-6 text-ink-3">Loading the screen</output>;
}

/** A screen that broke; reloading asks for nothing that costs. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <div className="p-6">
      <h1 className="sr-only">This screen failed</h1>
      <Notice
        look="bad"
        urgent
        title="This screen failed"
        actions={<Button onClick={() => window.location.reload()}>Reload, free</Button>}
      >
        {toWords(error)}
      </Notice>
    </div>
  );
}

/** What a browser says of code that did not arrive names files, and nothing that a person could do. */
function toWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof TypeError && /module/i.test(error.message)
    ? 'Its code did not arrive. Check the connection, then reload.'
    : error.message;
}
