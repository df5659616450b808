import { useQuery } from '@tanstack/react-query';
import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { cutText } from '../../platform/format.ts';
import { connection } from '../../platform/http/connection.ts';
import { Button } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { emptyAlertDraft } from './alert-draft.ts';

const AlertEditor = lazyPart(() => import('./alert-editor.tsx').then((module) => module.AlertEditor));

type AlertMeProps = { readonly kind: 'company' | 'investor'; readonly id: string; readonly name: string };

/** The button that saves an alert on the deals of a company or an investor; hidden where the service is read-only. */
export function AlertMeButton({ kind, id, name }: AlertMeProps) {
  const { data } = useQuery(connection);
  const [state, setState] = useState<'closed' | 'open' | 'saved'>('closed');
  if (data?.account !== true) return null;
  return (
    <>
      <Button onClick={() => setState('open')}>
        <BellPlus aria-hidden className="size-3.5" />
        Alert me
      </Button>
      <output className="sr-only">{state === 'saved' ? 'Alert saved.' : ''}</output>
      {state === 'open' && (
        <LazySheet title={`Alert me on deals of ${name}`} edge="right" onClose={() => setState('closed')}>
          <AlertEditor
            draft={{ ...emptyAlertDraft, name: cutText(`Deals of ${name}`, 200), [kind]: [{ id, name }] }}
            onSaved={() => setState('saved')}
          />
        </LazySheet>
      )}
    </>
  );
}
