/** An error response of the service that was asked, which the caller gets as it came. */
export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;
  /** The body as it came. */
  readonly body: unknown;
  readonly retryAfter: number | null;

  constructor(given: { status: number; code: string; message: string; body: unknown; retryAfter: number | null }) {
    super(given.message);
    this.status = given.status;
    this.code = given.code;
    this.body = given.body;
    this.retryAfter = given.retryAfter;
  }
}
