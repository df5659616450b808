import { useMutation, useQuery } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import type { ImportCorrection, ImportPreview } from '#contract/imports.ts';
import { FileInput } from '../../platform/form/file-input.tsx';
import { queryClient } from '../../platform/http/query-client.ts';
import { Block } from '../../platform/ui/block.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportSummary } from './import-summary.tsx';
import { checkAgain, checkFile, importState, startImportOf, undoLastImport } from './imports.ts';

const accept = '.csv,.tsv,.xlsx,.json,.jsonl,.ndjson,.gz,.zip';
const noCorrection: ImportCorrection = { columns: {} };

/** A file as records: what it would bring, its columns to correct, and the import. Nothing is written before its button. */
export function ImportSection() {
  const [preview, setPreview] = useState<ImportPreview>();
  const [correction, setCorrection] = useState(noCorrection);
  const { data: state } = useQuery(importState);
  const checking = useMutation({ mutationFn: (file: File) => checkFile(file), onSuccess: setPreview });
  const correcting = useMutation({
    mutationFn: ({ file, next }: { file: string; next: ImportCorrection }) => checkAgain(file, next),
    onSuccess: setPreview,
  });
  const starting = useMutation({ mutationFn: startImportOf, onSuccess: () => setPreview(undefined) });
  const undoing = useMutation({ mutationFn: undoLastImport, onSuccess: () => queryClient.invalidateQueries() });
  const isRunning = state?.state === 'running';
  const failure = checking.error ?? correcting.error ?? starting.error ?? undoing.error;
  const choose = (file: File) => {
    setCorrection(noCorrection);
    setPreview(undefined);
    checking.mutate(file);
  };
  const correct = (next: ImportCorrection) => {
    setCorrection(next);
    if (preview) correcting.mutate({ file: preview.file, next });
  };
  return (
    <Block title="Import your data" basis="Rounds, companies or investors in a table: CSV, XLSX or JSON, also packed.">
      {!preview && !isRunning && <DropZone isBusy={checking.isPending} onFile={choose} />}
      {failure && (
        <Notice variant="bad" urgent title="Nothing was imported">
          {failure.message}
        </Notice>
      )}
      {preview && !isRunning && (
        <>
          <ImportSummary preview={preview} />
          <ImportColumns preview={preview} correction={correction} onCorrect={correct} />
          <div className="flex flex-wrap items-center gap-2">
            <Button
              variant="primary"
              aria-disabled={starting.isPending || correcting.isPending}
              onClick={() => starting.isPending || correcting.isPending || starting.mutate(preview.file)}
            >
              Import
            </Button>
            <Button variant="ghost" onClick={() => setPreview(undefined)}>
              Cancel
            </Button>
            <output className="text-ink-3 empty:hidden">{correcting.isPending && 'Reading the file again'}</output>
          </div>
        </>
      )}
      {isRunning && <Progress step={state.step ?? ''} share={state.share} />}
      {state?.state === 'failed' && !preview && (
        <Notice variant="bad" title="Nothing was imported">
          {state.message}
        </Notice>
      )}
      {!isRunning && state && state.state !== 'failed' && state.message && (
        <output className="text-ink-2">{state.message}</output>
      )}
      {!isRunning && state?.undo && (
        <Button
          className="justify-self-start"
          aria-busy={undoing.isPending}
          onClick={() => undoing.isPending || undoing.mutate()}
        >
          Undo the import
        </Button>
      )}
    </Block>
  );
}

type DropZoneProps = { readonly isBusy: boolean; readonly onFile: (file: File) => void };

/** Takes a file that is dropped or chosen. */
function DropZone({ isBusy, onFile }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onFile(file);
  };
  return (
    <div
      className={`grid justify-items-start gap-2 rounded-[9px] border border-dashed p-4 ${isOver ? 'border-accent bg-sunken' : 'border-line-2'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className="text-ink-2">Drop a file here. You see what would come in before anything is written.</p>
      <Button aria-busy={isBusy} onClick={() => isBusy || input.current?.click()}>
        {isBusy ? 'Reading the file' : 'Choose a file'}
      </Button>
      <FileInput ref={input} label="File to import" accept={accept} onFile={onFile} />
    </div>
  );
}

const Progress = ({ step, share }: { readonly step: string; readonly share: number }) => (
  <div className="flex flex-wrap items-center gap-2">
    <progress aria-label="Import" value={share} className="w-40" />
    <output className="text-ink-2">{step}</output>
  </div>
);
