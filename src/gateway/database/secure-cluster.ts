import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { buildProcessOptions } from './binaries.ts';
import { readRegularFile, writeSecret } from './own-files.ts';
import type { ServerUser } from './server-user.ts';

/** The role of all of Fundscope's connections: not a superuser, so that it cannot run programs or read files. */
export const productRole = 'fundscope_app';

/** A cluster whose server is not running. */
export interface StoppedCluster {
  native: string;
  cluster: string;
  passwordFile: string;
  user: ServerUser | undefined;
  fsync: boolean;
}

/** Reads the password of the product's role; undefined before the first start. */
export const readPassword = async (file: string): Promise<string | undefined> =>
  (await readRegularFile(file)).trim() || undefined;

/**
 * Gives the product's role a password and makes the cluster require it; returns PostgreSQL's message if that fails.
 * Does nothing on a cluster that is already secured. Also takes over a cluster of an earlier version, in which the
 * superuser owned the database and nobody needed a password.
 */
export async function secureCluster(stopped: StoppedCluster): Promise<string | undefined> {
  const { cluster, passwordFile } = stopped;
  const rules = await readRegularFile(join(cluster, 'pg_hba.conf'));
  const known = await readPassword(passwordFile);
  if (known !== undefined && rules === accessRules) return undefined;
  const password = known ?? randomBytes(24).toString('base64url');
  if (known === undefined) await writeSecret(passwordFile, password);
  const access = `COPY (SELECT '${accessRules.trim()}') TO '${join(cluster, 'pg_hba.conf').replaceAll("'", "''")}'`;
  const owning = await runSingleUser(stopped, 'fundscope', [createRole(password), takeOwnership]);
  if (owning !== undefined && !owning.includes('database "fundscope" does not exist')) return owning;
  // Last, because it marks the cluster as secured.
  return runSingleUser(stopped, 'postgres', [createRole(password), 'ALTER ROLE fundscope PASSWORD NULL', access]);
}

const accessRules = 'local all all scram-sha-256\n';

const createRole = (password: string): string => `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${productRole}') THEN CREATE ROLE ${productRole}; END IF;
    ALTER ROLE ${productRole} LOGIN CREATEDB PASSWORD '${password}';
    GRANT pg_monitor, pg_checkpoint TO ${productRole};
  END $$`;

/** Everything in the database that belongs neither to the system nor to an extension. */
const takeOwnership = `
  DO $$ DECLARE item record; BEGIN
    ALTER DATABASE fundscope OWNER TO ${productRole};
    FOR item IN
      WITH own AS (SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema$)')
      SELECT 'SCHEMA' AS kind, quote_ident(nspname) AS name FROM own
      UNION ALL SELECT 'TABLE', format('%I.%I', nspname, relname)
        FROM pg_class c JOIN own ON own.oid = relnamespace WHERE relkind IN ('r', 'p', 'v', 'm')
      UNION ALL SELECT 'SEQUENCE', format('%I.%I', nspname, relname)
        FROM pg_class c JOIN own ON own.oid = relnamespace WHERE relkind = 'S'
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i'))
      UNION ALL SELECT 'TYPE', format('%I.%I', nspname, typname)
        FROM pg_type t JOIN own ON own.oid = typnamespace WHERE typtype IN ('e', 'd')
      UNION ALL SELECT 'ROUTINE', p.oid::regprocedure::text
        FROM pg_proc p JOIN own ON own.oid = pronamespace
        WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    LOOP EXECUTE format('ALTER %s %s OWNER TO ${productRole}', item.kind, item.name); END LOOP;
  END $$`;

/** Runs statements in PostgreSQL's single-user mode, which needs no password; returns its message if one fails. */
export function runSingleUser(
  { native, cluster, user, fsync }: StoppedCluster,
  database: string,
  statements: string[],
): Promise<string | undefined> {
  const args = ['--single', '-D', cluster, '-c', 'exit_on_error=on', '-c', `fsync=${fsync ? 'on' : 'off'}`, database];
  return new Promise((resolve) => {
    const child = execFile(
      join(native, 'bin', 'postgres'),
      args,
      buildProcessOptions(user),
      (error, _stdout, stderr) => {
        resolve(error ? stderr || error.message : undefined);
      },
    );
    // A server that does not start closes its input.
    child.stdin?.on('error', () => undefined);
    // One statement per line.
    child.stdin?.end(statements.map((statement) => `${statement.replaceAll(/\s*\n\s*/g, ' ')}\n`).join(''));
  });
}
