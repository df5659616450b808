import { hasCryptography } from '../../platform/http/direct-config.ts';
import { useNamedService } from '../../platform/http/direct.ts';
import { useHasKey } from '../../platform/http/key.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import type { Tested } from './connection-test.ts';
import { DirectFields } from './direct-fields.tsx';
import { SettingsSection } from './section.tsx';
import { useDirectService } from './use-direct-service.ts';

/** Where there is no gateway, the person names the service and brings the key; a free look-up tests both. */
export function DirectForm() {
  const service = useNamedService();
  const hasKey = useHasKey();
  const { tested, submit, forget } = useDirectService();
  return (
    <SettingsSection title="Service and key">
      <p className="text-ink-2">
        This page has no gateway behind it. It asks the service that you name, with your key, and sends both nowhere
        else.
      </p>
      {/* Another service makes the fields new, so that they show it. */}
      <form
        key={service?.address}
        className="grid justify-items-start gap-2.5"
        onSubmit={(event) => void submit(event)}
      >
        <DirectFields service={service} hasKey={hasKey} />
        <div className="flex gap-2">
          <Button type="submit" look="primary">
            Use and test, free
          </Button>
          {(hasKey || service) && <Button onClick={() => void forget()}>Forget both</Button>}
        </div>
      </form>
      <div aria-live="polite">{tested && <TestNotice tested={tested} />}</div>
      {!hasCryptography() && (
        <p className="text-ink-3">
          This page did not come over https, so the browser lends it no cryptography: what you buy is kept under a
          simpler fingerprint of address and key.
        </p>
      )}
    </SettingsSection>
  );
}

function TestNotice({ tested }: { readonly tested: Tested | 'testing' }) {
  if (tested === 'testing') return <p className="text-ink-2">Testing</p>;
  return (
    <Notice look={tested.works ? 'plain' : 'warn'} title={tested.title}>
      {tested.advice !== '' && <span className="wrap-anywhere">{tested.advice}</span>}
    </Notice>
  );
}
