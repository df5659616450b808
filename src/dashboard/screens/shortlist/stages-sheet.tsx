import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { zodResolver } from '@hookform/resolvers/zod';
import { type KeyboardEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { isComposing } from '../../platform/form/composing.ts';
import {
  addStage,
  deleteStage,
  moveStage,
  renameStage,
  type ShortlistStage,
  useStages,
} from '../../records/status/stages.ts';
import { useKeptForm } from '../../platform/form/kept-form.tsx';
import { Button, IconButton } from '../../platform/ui/button.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { type Deleted, DeletedNotice } from '../../platform/ui/notice.tsx';
import { StageGlyph } from './stage-glyph.tsx';

const problem = 'Enter a name that no other stage has.';
const stageForm = z.object({ name: z.string().trim().min(1, problem) });

/** Adds, renames, orders and deletes the user's own stages. */
export function StagesSheet({ onClose }: { readonly onClose: () => void }) {
  const stages = useStages();
  /** Whether a rename was rejected. */
  const [isRejected, setRejected] = useState(false);
  const [deleted, setDeleted] = useState<Deleted>();
  const { form, forget } = useKeptForm('new stage', {
    resolver: zodResolver(stageForm),
    defaultValues: { name: '' },
  });
  const add = form.handleSubmit(({ name }) => {
    if (!addStage(name)) return form.setError('name', { message: problem });
    form.reset();
    forget();
    setRejected(false);
  });
  return (
    <Sheet title="Stages" onClose={onClose}>
      <div className="grid gap-3 p-4">
        <ul aria-label="Stages" className="grid gap-1.5">
          {stages.map((stage) => (
            <li key={stage.id} className="flex min-h-8 items-center gap-2">
              <StageGlyph stage={stage.id} />
              {stage.isOwn ? (
                <OwnStage
                  stage={stage}
                  onRejected={setRejected}
                  onDelete={() => setDeleted({ name: stage.name, undo: deleteStage(stage) })}
                />
              ) : (
                stage.name
              )}
            </li>
          ))}
        </ul>
        {deleted && (
          <DeletedNotice deleted={deleted} onClose={() => setDeleted(undefined)}>
            Its records are shortlisted.
          </DeletedNotice>
        )}
        <form className="flex gap-2" onSubmit={(event) => void add(event)}>
          <input
            aria-label="Name of a new stage"
            placeholder="Due diligence"
            maxLength={40}
            className="field-box h-8 min-w-0 grow px-2.5"
            {...form.register('name')}
          />
          <Button type="submit">Add stage</Button>
        </form>
        <output className="text-bad empty:hidden">
          {form.formState.errors.name?.message ?? (isRejected ? problem : '')}
        </output>
      </div>
    </Sheet>
  );
}

type OwnStageProps = {
  readonly stage: ShortlistStage;
  readonly onRejected: (isRejected: boolean) => void;
  readonly onDelete: () => void;
};

function OwnStage({ stage: { id, name }, onRejected, onDelete }: OwnStageProps) {
  const form = useForm({ resolver: zodResolver(stageForm), values: { name } });
  const { isDirty } = form.formState;
  const reject = (isRejected: boolean) => {
    if (isRejected) form.reset();
    onRejected(isRejected);
  };
  const rename = form.handleSubmit(
    (typed) => isDirty && reject(!renameStage(id, typed.name)),
    () => reject(true),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') void rename();
    if (event.key !== 'Escape' || !isDirty) return;
    // The stages stay open.
    event.stopPropagation();
    form.reset();
  };
  const field = form.register('name', { onBlur: () => void rename() });
  return (
    <>
      <input
        aria-label={`Name of ${name}`}
        maxLength={40}
        className="field-box h-8 min-w-0 grow px-2"
        onKeyDown={onKeyDown}
        {...field}
      />
      <IconButton Icon={ArrowUp} label={`Move ${name} left`} onPress={() => moveStage(id, -1)} />
      <IconButton Icon={ArrowDown} label={`Move ${name} right`} onPress={() => moveStage(id, 1)} />
      <IconButton Icon={Trash2} label={`Delete ${name}`} onPress={onDelete} />
    </>
  );
}
