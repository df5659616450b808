import type { Sql } from '../../db/sql.ts';
import { HttpError } from '../../http/http-error.ts';

/** How many mails of each kind the users of an account may ask for in an hour. */
const maxMailsPerHour = 5;
const hourMs = 3_600_000;

/** Mails that a user asks for: the link that confirms an address, and messages sent now. */
type MailKind = 'confirmation' | 'test';

/** Counts a mail that a user asked for; throws if the account has asked for the maximum in the last hour. */
export async function countMail(tx: Sql, accountId: string, kind: MailKind, now: Date): Promise<void> {
  // Locks the account, so that concurrent requests cannot exceed the limit together.
  await tx`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
  const since = new Date(now.getTime() - hourMs);
  await tx`DELETE FROM mail_requests WHERE account_id = ${accountId} AND requested_at <= ${since}`;
  const added = await tx`
    INSERT INTO mail_requests (account_id, kind, requested_at) SELECT ${accountId}, ${kind}, ${now}
    WHERE (SELECT count(*) FROM mail_requests WHERE account_id = ${accountId} AND kind = ${kind}) < ${maxMailsPerHour}
    RETURNING 1`;
  if (added.length === 0) throw new HttpError('mailLimitReached', { max: maxMailsPerHour });
}
