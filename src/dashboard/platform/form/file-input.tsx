import type { RefObject } from 'react';

type FileInputProps = {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** The types of files, as the browser takes them. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
};

/** The browser's choice of a file, which a button opens. */
export const FileInput = ({ ref, label, accept, onFile }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    accept={accept}
    aria-label={label}
    className="hidden"
    onChange={({ target }) => {
      const file = target.files?.[0];
      if (file) onFile(file);
      // The same file can be chosen again.
      target.value = '';
    }}
  />
);
