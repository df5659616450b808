import { useQuery } from '@tanstack/react-query';
import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { cutText } from '../../platform/format.ts';
import { connection } from '../../platform/http/connection.ts';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { emptyAlertDraft } from './alert-draft.ts';
import { AlertEditor } from './alert-editor.tsx';

type AlertMeProps = { readonly kind: 'company' | 'investor'; readonly id: string; readonly name: string };

/** The button that saves an alert on the deals of a company or an investor; hidden where the service is read-only. */
export function AlertMeButton({ kind, id, name }: AlertMeProps) {
  const { data } = useQuery(connection);
  const [state, setState] = useState<'closed' | 'open' | 'saved'>('closed');
  if (data?.account !== true) return null;
  return (
    <>
      <ActionButton Icon={BellPlus} onPress={() => setState('open')}>
        Alert me
      </ActionButton>
      <output className="sr-only">{state === 'saved' ? 'Alert saved.' : ''}</output>
      {state === 'open' && (
        <Sheet title={`Alert me on deals of ${name}`} edge="right" onClose={() => setState('closed')}>
          <AlertEditor
            draft={{ ...emptyAlertDraft, name: cutText(`Deals of ${name}`, 200), [kind]: [{ id, name }] }}
            onSaved={() => setState('saved')}
          />
        </Sheet>
      )}
    </>
  );
}
