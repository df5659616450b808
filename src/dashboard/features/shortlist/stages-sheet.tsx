import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import {
  addStage,
  deleteStage,
  moveStage,
  renameStage,
  type ShortlistStage,
  useStages,
} from '../../library/status/stages.ts';
import { Button, IconButton } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { UndoNotice } from '../../platform/ui/notice.tsx';
import { StageGlyph } from './stage-glyph.tsx';

/** Adds, renames, orders and deletes the user's own stages. */
export function StagesSheet({ onClose }: { readonly onClose: () => void }) {
  const stages = useStages();
  const [problem, setProblem] = useState('');
  const [deleted, setDeleted] = useState<ShortlistStage>();
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const name = new FormData(form).get('name');
    if (!addStage(typeof name === 'string' ? name : '')) return setProblem('Enter a name that no other stage has.');
    form.reset();
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
            name="name"
            aria-label="Name of a new stage"
            placeholder="Due diligence"
            maxLength={40}
            className="field-box h-8 min-w-0 grow px-2.5"
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
  return (
    <>
      <input
        key={name}
        aria-label={`Name of ${name}`}
        defaultValue={name}
        maxLength={40}
        className="field-box h-8 min-w-0 grow px-2"
        onBlur={({ currentTarget }) => {
          if (currentTarget.value === name) return;
          const isDone = renameStage(id, currentTarget.value);
          onProblem(isDone ? '' : 'Enter a name that no other stage has.');
          if (!isDone) Object.assign(currentTarget, { value: name });
        }}
      />
      <IconButton Icon={ArrowUp} label={`Move ${name} left`} onPress={() => moveStage(id, -1)} />
      <IconButton Icon={ArrowDown} label={`Move ${name} right`} onPress={() => moveStage(id, 1)} />
      <IconButton Icon={Trash2} label={`Delete ${name}`} onPress={onDelete} />
    </>
  );
}
