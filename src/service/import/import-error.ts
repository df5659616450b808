/** Why an import failed, for the user at the terminal: what happened, and what to do. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}
