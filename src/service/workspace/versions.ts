import type { WorkspacePart } from '#contract/workspace/versions.ts';
import { workspaceParts } from '#contract/workspace/versions.ts';
import type { Sql } from '../db/sql.ts';

/**
 * Counts a change of parts of an account's workspace, in the transaction of the change; returns the version of the
 * first one. Until it commits, other changes of the same parts wait, so that versions become visible in their order.
 */
export async function bumpVersions(tx: Sql, accountId: string, first: WorkspacePart, ...others: WorkspacePart[]) {
  const rows = await tx<{ part: WorkspacePart; version: number }[]>`
    INSERT INTO versions AS v (account_id, part, version)
    SELECT ${accountId}, part, 1 FROM unnest(${[first, ...others].toSorted()}::text[]) AS part
    ON CONFLICT (account_id, part) DO UPDATE SET version = v.version + 1 RETURNING part, version`;
  return rows.find(({ part }) => part === first)?.version ?? 0;
}

/** Makes others who change this part of an account's workspace wait until the transaction ends. */
export async function lockPart(tx: Sql, accountId: string, part: WorkspacePart): Promise<void> {
  await tx`
    INSERT INTO versions AS v (account_id, part, version) VALUES (${accountId}, ${part}, 0)
    ON CONFLICT (account_id, part) DO UPDATE SET version = v.version`;
}

/** The version of every part of an account's workspace; 0 for what never changed. */
export async function readWorkspaceVersions(sql: Sql, accountId: string): Promise<Record<WorkspacePart, number>> {
  const rows = await sql<{ part: WorkspacePart; version: number }[]>`
    SELECT part, version FROM versions WHERE account_id = ${accountId}`;
  const versions = Object.fromEntries(workspaceParts.map((part) => [part, 0])) as Record<WorkspacePart, number>;
  for (const { part, version } of rows) if (part in versions) versions[part] = version;
  return versions;
}
