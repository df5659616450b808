import { useState } from 'react';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { copyText } from '../../platform/ui/copy-button.tsx';
import { Code } from './schema-tree.tsx';
import { formatCurl } from './trial.ts';
import type { Outcome } from './trial-form.tsx';

/** What the service answered: status, headers and body, as they came. */
export function TrialOutcome({ outcome }: { readonly outcome: Outcome }) {
  if ('failure' in outcome) return <FailureNotice failure={outcome.failure} />;
  const { status, headers, json } = outcome.reply;
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <div className="grid gap-1.5">
      <output className="font-semibold">
        Status {status}
        {status >= 200 && status < 300 ? '' : ', not charged'}
      </output>
      <details>
        <summary className="w-fit text-ink-2">Headers</summary>
        <Code text={lines} label="Headers" />
      </details>
      <Code text={json === undefined ? 'No JSON came.' : JSON.stringify(json, null, 2)} label="Body of the answer" />
    </div>
  );
}

type CurlLineProps = { readonly method: 'GET' | 'POST'; readonly url: string; readonly body: string };

/** The request for the shell; the key's place is left to whoever runs it. */
export function CurlLine({ method, url, body }: CurlLineProps) {
  const text = formatCurl(window.location.origin, method, url, body);
  const [outcome, setOutcome] = useState<'Copied' | 'The browser did not allow copying'>();
  return (
    <details>
      <summary className="w-fit text-ink-2">As cURL, without the key</summary>
      <Code text={text} label="cURL" />
      <div className="mt-1.5 flex items-center gap-2">
        <Button
          onClick={() =>
            void copyText(text).then((done) => setOutcome(done ? 'Copied' : 'The browser did not allow copying'))
          }
        >
          Copy as cURL
        </Button>
        <output className="text-ink-3">{outcome}</output>
      </div>
    </details>
  );
}
