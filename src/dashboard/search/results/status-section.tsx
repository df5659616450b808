import { MarkEditor } from '../../library/status/mark-editor.tsx';
import { blankMark, setMark, useMarks } from '../../library/status/marks.ts';
import { verdictNames } from '../../library/status/standing.ts';
import { VerdictChoice } from '../../library/status/verdict-choice.tsx';
import { useStanding } from './status-filter.tsx';
import type { AnyResource } from '../resource/resource.ts';

type MarkSectionProps = { readonly resource: AnyResource; readonly id: string };

/** The person's own marks on the record that is open. */
export function MarkSection({ resource, id }: MarkSectionProps) {
  const { marked } = resource;
  const mark = useMarks(marked).get(id) ?? blankMark;
  const { isOfCompany, verdict } = useStanding(resource, id);
  const count = mark.tags.length + Number(mark.note !== '');
  return (
    <section aria-label="Your marks" className="grid gap-2 border-b border-line px-4 pt-2 pb-3">
      <div className="flex flex-wrap items-center gap-1.5">
        <VerdictChoice
          verdict={mark.verdict}
          onVerdict={(next) => setMark(marked, id, { verdict: mark.verdict === next ? null : next })}
        />
        {isOfCompany && verdict && (
          <span className="text-[12px] text-ink-3">{verdictNames[verdict]} with its company.</span>
        )}
      </div>
      <details>
        <summary className="min-h-6 text-[12px] text-ink-2">Tags and note{count > 0 ? `, ${count}` : ''}</summary>
        <div className="pt-1.5">
          <MarkEditor kind={marked} id={id} />
        </div>
      </details>
    </section>
  );
}
