import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { Notice } from '../../platform/ui/notice.tsx';
import { mostLines } from './read-file.ts';
import { takeFile } from './take-file.ts';

/** Takes a file by dropping or choosing it; the list that it becomes opens. */
export function DropZone({ onTaken }: { readonly onTaken: (id: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const taking = useMutation({
    mutationFn: takeFile,
    onSuccess: (taken) => 'id' in taken && onTaken(taken.id),
  });
  const take = (file: File | undefined) => file && taking.mutate(file);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const refused = taking.data && 'refused' in taking.data ? taking.data.refused : taking.error?.message;
  return (
    <div className="grid gap-2">
      <button
        type="button"
        aria-disabled={taking.isPending}
        className={`grid justify-items-center gap-2 rounded-[10px] border border-dashed px-4 py-6 hover:bg-sunken ${
          over ? 'border-accent bg-accent-soft' : 'border-edge bg-panel'
        }`}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp aria-hidden className="size-5 text-accent" />
        <span className="font-semibold">Choose a CSV of your companies, or drop it here</span>
        <span className="max-w-[64ch] text-ink-2">
          It needs a column of domains, LinkedIn or Crunchbase addresses, and holds up to{' '}
          {mostLines.toLocaleString('en-US')} lines. The file stays on this device; only these identifiers are asked
          for, after you saw the price.
        </span>
      </button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-label="File of companies"
        className="hidden"
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {refused !== undefined && (
        <Notice look="bad" urgent title="This file was not taken">
          {refused}
        </Notice>
      )}
    </div>
  );
}
