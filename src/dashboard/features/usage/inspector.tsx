import type { ReactNode } from 'react';
import { toCount } from '../../platform/format.ts';
import type { LoggedCall } from '../../purchase/logged-call.ts';
import { formatCredits } from '../../purchase/price.ts';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { OutcomeCell, toMoment } from './cells.tsx';
import { CopiesSection, CodeBlock } from './copies-section.tsx';
import { toKeptData } from './kept-rows.ts';
import { toCallSentence } from './questions.ts';

/** Rows of an answer that are written out. */
const mostShown = 20;

/** One call: what it was, request, answer as far as it is kept, and copies of the request. Nothing is asked. */
export function Inspector({ call }: { readonly call: LoggedCall }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      <p className="text-ink-2">{toCallSentence(call)}</p>
      <Facts call={call} />
      <section aria-label="Request" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <h3 className="font-semibold">Request</h3>
        <p className="font-mono text-[12px] break-all">
          {call.method} {call.path}
        </p>
        {call.body && <CodeBlock label="Body of the request" text={JSON.stringify(call.body, null, 2)} />}
      </section>
      <AnswerSection call={call} />
      {call.outcome !== 'free' && <CopiesSection call={call} />}
    </div>
  );
}

function Facts({ call }: { readonly call: LoggedCall }) {
  const { at, quotedTenths, billedTenths, rows, unlockedRows, outcome, reply } = call;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 tabular-nums">
      <Fact name="Time">{toMoment(at)}, UTC</Fact>
      <Fact name="Outcome">
        <OutcomeCell row={{ outcome, call }} />
      </Fact>
      <Fact name="Quoted">{formatCredits(quotedTenths)} at most</Fact>
      <Fact name="Billed">{formatCredits(billedTenths)}</Fact>
      {rows !== null && (
        <Fact name="Rows">
          {rows.toLocaleString('en-US')}
          {unlockedRows !== null && unlockedRows > 0 && `, ${unlockedRows.toLocaleString('en-US')} unlocked before`}
        </Fact>
      )}
      {reply && reply.status > 0 && <Fact name="Status">{`${reply.status}, after ${reply.ms} ms`}</Fact>}
      {reply?.requestId !== undefined && (
        <Fact name="Request id">
          <CopyButton text={reply.requestId} label="request id" />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function AnswerSection({ call }: { readonly call: LoggedCall }) {
  const { outcome, reply } = call;
  return (
    <section aria-label="Answer" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h3 className="font-semibold">Answer</h3>
      {outcome === 'unknown' && (
        <p className="text-warn">No answer came, so that it was perhaps charged. It stands beside the meter.</p>
      )}
      {outcome === 'rejected' && (
        <p className="text-ink-2">
          {reply?.code}
          {reply?.message !== undefined && `: ${reply.message}`} Nothing was charged.
        </p>
      )}
      {outcome === 'answered' && <KeptAnswer call={call} />}
      {outcome === 'free' && (
        <p className="text-ink-2">{toCount(call.calls, 'free look-up')}; their answers are not kept.</p>
      )}
    </section>
  );
}

function KeptAnswer({ call }: { readonly call: LoggedCall }) {
  const kept = toKeptData(call);
  const [member = '', value] = Object.entries(kept ?? {})[0] ?? [];
  const rows = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const cut = rows.length > mostShown ? { ...kept, [member]: rows.slice(0, mostShown) } : kept;
  const shown = { ...(cut ? { data: cut } : {}), ...(call.reply?.meta ? { meta: call.reply.meta } : {}) };
  return (
    <>
      <p className="text-[12px] text-ink-3">
        {call.rows === 0
          ? 'It brought no rows.'
          : kept === undefined
            ? 'Its rows are not kept on this device; what came with them is.'
            : `As this device keeps it${rows.length > mostShown ? `, the first ${mostShown} of ${rows.length} rows` : ''}.`}
      </p>
      <CodeBlock label="Answer as JSON" text={JSON.stringify(shown, null, 2)} />
    </>
  );
}
