import { dirname } from 'node:path';

/** Why Fundscope cannot start or continue, for the user at the terminal: what happened, and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}

/** The message of anything thrown. */
export const toErrorMessage = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Converts a failed file operation in `folder` to a StartError with a remedy; returns any other error unchanged. */
export function createStartError(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return createDiskFullError(folder, error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartError(
      `Fundscope may not write to ${folder}.`,
      'Give this user the right to write there, or name another folder with FUNDSCOPE_DATA.',
      { cause: error },
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    const { path = folder, syscall } = error as NodeJS.ErrnoException;
    // Reading a folder fails at the file itself, anything else at what would be in it.
    const isInside = code === 'ENOTDIR' && syscall !== 'scandir' && path !== folder;
    const file = isInside ? dirname(path) : path;
    return new StartError(
      `${file} cannot be a ${file === folder ? 'data folder' : 'folder'}, because there is a file of that name.`,
      'Move that file, or name another folder with FUNDSCOPE_DATA.',
      { cause: error },
    );
  }
  if (code === 'EISDIR' || code === 'ENOTEMPTY' || code === 'ELOOP') {
    const { path = folder, dest = path } = error as NodeJS.ErrnoException & { dest?: string };
    return new StartError(
      `${dest} is not an ordinary file.`,
      'Move it away and start again, or name another folder with FUNDSCOPE_DATA.',
      { cause: error },
    );
  }
  return error;
}

/** The disk is full; stored data is unchanged. */
export function createDiskFullError(folder: string, cause?: unknown): StartError {
  return new StartError(
    `The disk that holds ${folder} is full.`,
    'Free some space there (a new data folder needs about 100 MB), or name a folder on another disk with FUNDSCOPE_DATA. Nothing stored was changed.',
    { cause },
  );
}
