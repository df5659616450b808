import { lazy, Suspense } from 'react';
import type { MarkedKind } from '../../library/status/marks.ts';
import { Block } from './block.tsx';

// Below the facts, and not what a profile is opened for.
const MarkEditor = lazy(() =>
  import('../../library/status/mark-editor.tsx').then((module) => ({ default: module.MarkEditor })),
);

type OwnNotesProps = { readonly kind: MarkedKind; readonly id: string };

/** What the person says of the record, last on its profile. */
export function OwnNotes({ kind, id }: OwnNotesProps) {
  return (
    <Block title="Own notes" basis="Kept on this device, never sent.">
      <Suspense>
        <MarkEditor kind={kind} id={id} />
      </Suspense>
    </Block>
  );
}
