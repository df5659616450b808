import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import {
  addStage,
  deleteStage,
  moveStage,
  renameStage,
  type ShortlistStage,
  useStages,
} from '../../library/status/stages.ts';
import { useKeptState } from '../../platform/form/kept-draft.ts';
import { Button, IconButton } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { UndoNotice } from '../../platform/ui/notice.tsx';
import { StageGlyph } from './stage-glyph.tsx';

/** Adds, renames, orders and deletes the user's own stages. */
export function StagesSheet({ onClose }: { readonly onClose: () => void }) {
  const stages = useStages();
  const [problem, setProblem] = useState('');
  const [deleted, setDeleted] = useState<ShortlistStage>();
  const [name, setName] = useKeptState('new stage', '');
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!addStage(name)) return setProblem('Enter a name that no other stage has.');
    setName('');
    setProblem('');
  };
  return (
    <LazySheet title="Stages" onClose={onClose}>
      <div className="grid gap-3 p-4">
        <ul aria-label="Stages" className="grid gap-1.5">
          {stages.map((stage) => (
            <li key={stage.id} className="flex min-h-8 items-center gap-2">
              <StageGlyph stage={stage.id} />
              {stage.isOwn ? (
                <OwnStage
                  stage={stage}
                  onProblem={setProblem}
                  onDelete={() => {
                    deleteStage(stage.id);
                    setDeleted(stage);
                  }}
                />
              ) : (
                stage.name
              )}
            </li>
          ))}
        </ul>
        {deleted && (
          <UndoNotice
            title={`“${deleted.name}” is deleted`}
            onUndo={() => {
              renameStage(deleted.id, deleted.name);
              setDeleted(undefined);
            }}
            onDismiss={() => setDeleted(undefined)}
          >
            Its records are shortlisted.
          </UndoNotice>
        )}
        <form className="flex gap-2" onSubmit={add}>
          <input
            value={name}
            aria-label="Name of a new stage"
            placeholder="Due diligence"
            maxLength={40}
            className="field-box h-8 min-w-0 grow px-2.5"
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit">Add stage</Button>
        </form>
        <output className="text-bad empty:hidden">{problem}</output>
      </div>
    </LazySheet>
  );
}

type OwnStageProps = {
  readonly stage: ShortlistStage;
  readonly onProblem: (problem: string) => void;
  readonly onDelete: () => void;
};

function OwnStage({ stage: { id, name }, onProblem, onDelete }: OwnStageProps) {
  /** What is typed and not stored yet. */
  const [typed, setTyped] = useState<string>();
  const rename = () => {
    setTyped(undefined);
    if (typed === undefined || typed === name) return;
    onProblem(renameStage(id, typed) ? '' : 'Enter a name that no other stage has.');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') rename();
    if (event.key !== 'Escape' || typed === undefined) return;
    // The stages stay open.
    event.stopPropagation();
    setTyped(undefined);
  };
  return (
    <>
      <input
        aria-label={`Name of ${name}`}
        value={typed ?? name}
        maxLength={40}
        className="field-box h-8 min-w-0 grow px-2"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={rename}
        onKeyDown={onKeyDown}
      />
      <IconButton Icon={ArrowUp} label={`Move ${name} left`} onPress={() => moveStage(id, -1)} />
      <IconButton Icon={ArrowDown} label={`Move ${name} right`} onPress={() => moveStage(id, 1)} />
      <IconButton Icon={Trash2} label={`Delete ${name}`} onPress={onDelete} />
    </>
  );
}
