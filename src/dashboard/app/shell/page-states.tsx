import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { MissingPart } from '../../platform/ui/missing-part.tsx';

export function NotFound() {
  return (
    <div className="p-6">
      <h1 className="mb-3 text-15 font-semibold">Page not found</h1>
      <Link to="/deals" className="text-accent-ink underline">
        Go to Deals
      </Link>
    </div>
  );
}

/** The code of a screen could not be loaded. */
export class MissingPageError extends Error {}

/** Shown when a screen fails to load or render. */
export function PageFailed({ error }: ErrorComponentProps) {
  return (
    <div className="p-6">
      <h1 className="sr-only">This page could not load</h1>
      {error instanceof MissingPageError ? (
        <MissingPart />
      ) : (
        <Notice
          variant="bad"
          urgent
          title="This page could not load"
          actions={<Button onClick={() => window.location.reload()}>Reload</Button>}
        >
          {error instanceof Error ? error.message : String(error)}
        </Notice>
      )}
    </div>
  );
}
