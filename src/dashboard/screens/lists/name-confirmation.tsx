import { useState } from 'react';
import type { CompanyList } from '#contract/workspace/lists.ts';
import { formatCount, formatGrouped } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { focusOnMount, Notice } from '../../platform/ui/notice.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { decodeNameKey } from '../../records/lists/identifier.ts';
import type { ListLine } from '../../records/lists/lists.ts';
import { changeCompanyList } from '../../records/lists/stored-lists.ts';
import { NameChoice, type NameOption } from '../searches/kit/lookups/name-choice.tsx';
import { describeCandidate, useCandidates } from './candidates.ts';

/** A name that several companies have, or one by a similar name. */
type OpenName = { readonly key: string; readonly name: string; readonly candidates: readonly string[] };

/** The names of a list whose company is still to be chosen, each once. */
const listOpenNames = (lines: readonly ListLine[]): OpenName[] => {
  const open = lines.flatMap(({ key = '', names: name, candidates, state }) =>
    state === 'ambiguous' && decodeNameKey(key) !== undefined ? [[key, { key, name, candidates }] as const] : [],
  );
  return [...new Map(open).values()];
};

/** The most names in one sheet. */
const maxShown = 50;

type NameConfirmationProps = { readonly list: CompanyList; readonly lines: readonly ListLine[] };

/** Asks which companies the names of a list mean, where that is not certain; nothing is unlocked before. */
export function NameConfirmation({ list, lines }: NameConfirmationProps) {
  const [isOpen, setOpen] = useState(false);
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const names = listOpenNames(lines);
  const undo = () => {
    changeCompanyList(list.id, { dropped_choices: [...confirmed] });
    setConfirmed([]);
  };
  return (
    <>
      {confirmed.length > 0 && (
        <Notice
          title={<output>{`${formatCount(confirmed.length, 'name')} confirmed`}</output>}
          actions={
            <>
              <Button ref={focusOnMount} onClick={undo}>
                Undo
              </Button>
              <Button variant="ghost" onClick={() => setConfirmed([])}>
                Dismiss
              </Button>
            </>
          }
        />
      )}
      {names.length > 0 && (
        <Notice
          title={`${formatCount(names.length, 'name is', 'names are')} not certain`}
          actions={<Button onClick={() => setOpen(true)}>Choose companies</Button>}
        >
          Several companies have the name, or only a similar one was found.
        </Notice>
      )}
      {isOpen && (
        <Sheet title="Choose companies" onClose={() => setOpen(false)}>
          <ConfirmForm
            names={names.slice(0, maxShown)}
            of={names.length}
            onConfirm={(choices) => {
              changeCompanyList(list.id, { choices });
              setConfirmed(Object.keys(choices));
              setOpen(false);
            }}
          />
        </Sheet>
      )}
    </>
  );
}

const none: NameOption = { key: 'none', name: 'None of them', remark: '' };

type ConfirmFormProps = {
  readonly names: readonly OpenName[];
  readonly of: number;
  readonly onConfirm: (choices: Record<string, string | null>) => void;
};

/** The candidates of each name; what is not decided is asked again. */
function ConfirmForm({ names, of, onConfirm }: ConfirmFormProps) {
  const [picked, setPicked] = useState<ReadonlyMap<string, NameOption>>(new Map());
  useCandidates(
    names.map(({ key }) => key),
    names.flatMap(({ candidates }) => candidates),
  );
  const pick = (key: string, option: NameOption | undefined) => {
    const next = new Map(picked);
    if (option) next.set(key, option);
    else next.delete(key);
    setPicked(next);
  };
  const confirm = () =>
    onConfirm(Object.fromEntries([...picked].map(([key, { key: id }]) => [key, id === none.key ? null : id])));
  return (
    <div className="grid min-h-0 gap-3 p-4">
      {of > names.length && (
        <p className="text-ink-2">
          The first {names.length} of {formatGrouped(of)} names.
        </p>
      )}
      <ul className="grid gap-2 text-ink-2">
        {names.map(({ key, name, candidates }) => (
          <NameChoice
            key={key}
            of={{ text: name, options: [...candidates.map(describeCandidate), none] }}
            without="not decided"
            picked={picked.get(key)}
            onPick={(_, option) => pick(key, option)}
          />
        ))}
      </ul>
      <div className="sticky bottom-0 -mb-4 bg-panel py-3">
        <Button variant="primary" aria-disabled={picked.size === 0} onClick={() => picked.size > 0 && confirm()}>
          Confirm {picked.size}
        </Button>
      </div>
    </div>
  );
}
