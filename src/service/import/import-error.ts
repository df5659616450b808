/** Why an import failed, for the user at the terminal: what happened, and what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly remedy: string;
  /** Whether the same import can succeed later, because the file is not to blame. */
  readonly isTransient: boolean;

  constructor(message: string, remedy: string, { isTransient = false, ...options }: ImportErrorOptions = {}) {
    super(message, options);
    this.remedy = remedy;
    this.isTransient = isTransient;
  }
}

type ImportErrorOptions = ErrorOptions & { readonly isTransient?: boolean };
