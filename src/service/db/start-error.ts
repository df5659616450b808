/** A reason why Fundscope cannot start or go on, in words for the person at the terminal: what happened, and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}

/** Says of a failed file operation in `folder` what the person can do about it; any other error comes back as it is. */
export function toStartError(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFullError(folder, error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartError(
      `Fundscope may not write to ${folder}.`,
      'Give this user the right to write there, or name another folder with FUNDSCOPE_DATA.',
      { cause: error },
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartError(
      `${folder} cannot be a data folder, because a file stands in its way.`,
      'Move that file, or name another folder with FUNDSCOPE_DATA.',
      { cause: error },
    );
  }
  return error;
}

/** The message for a disk without room; what is already stored stays untouched. */
export function diskFullError(folder: string, cause?: unknown): StartError {
  return new StartError(
    `The disk that holds ${folder} is full.`,
    'Free some space there (a new data folder needs about 100 MB), or name a folder on another disk with FUNDSCOPE_DATA. Nothing stored was changed.',
    { cause },
  );
}
