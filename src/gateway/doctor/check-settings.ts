import { type Environment, settingNames } from '../environment.ts';
import { type CheckFinding, failCheck, passCheck } from './check-finding.ts';

/** Checks the settings for unknown names, and for values that cancel each other. Values are not printed. */
export function checkSettings(given: NodeJS.ProcessEnv, env: Environment): CheckFinding[] {
  const isSet = (name: string) => Boolean(given[name]?.trim());
  const problems = [...findUnknown(given), ...findUnused(isSet, env), ...findMissing(isSet, env)];
  if (problems.length > 0) return problems.map(([message, remedy]) => failCheck('settings', message, remedy));
  const set = settingNames.filter(isSet);
  return [passCheck('settings', set.length === 0 ? 'All have their defaults.' : `Set: ${set.join(', ')}.`)];
}

type Problem = readonly [message: string, remedy: string];

const findUnknown = (given: NodeJS.ProcessEnv): Problem[] =>
  Object.keys(given)
    .filter((name) => name.startsWith('FUNDSCOPE_') && !settingNames.includes(name))
    .map((name) => [`${name} is not a setting of Fundscope.`, 'Correct its name, or unset it.']);

/** Settings that have no effect because of others. */
function findUnused(isSet: (name: string) => boolean, env: Environment): Problem[] {
  const ofOwnService = ['EMBEDDINGS_URL', 'EMBEDDINGS_LOCAL', 'DATABASE_REPLICA_URLS', 'FUNDSCOPE_PURCHASE_URL'];
  const wantsKey = isSet('FUNDSCOPE_LOCAL_KEY') && env.localKey !== 'off';
  const rules: [string, string, boolean][] = [
    ...ofOwnService.map((name): [string, string, boolean] => [name, 'FUNDSCOPE_UPSTREAM', env.upstream !== undefined]),
    ['FUNDSCOPE_DB_USER', 'DATABASE_URL', env.databaseUrl !== undefined],
    ['FUNDSCOPE_LOCAL_KEY', 'FUNDSCOPE_TRUST_PROXY', wantsKey && env.trustProxy !== undefined],
    ['FUNDSCOPE_LOCAL_KEY', 'HOST', wantsKey && !isLocalHost(env.host)],
  ];
  return rules
    .filter(([name, , isUnused]) => isUnused && isSet(name))
    .map(([name, other]) => [`${name} has no effect together with ${other}.`, 'Unset one of the two.']);
}

/** Missing settings that others need. */
function findMissing(isSet: (name: string) => boolean, env: Environment): Problem[] {
  const problems: Problem[] = [];
  if (env.base !== '' && !env.trustProxy) {
    problems.push([
      'FUNDSCOPE_BASE is set, but FUNDSCOPE_TRUST_PROXY is not, so that the proxy counts as one caller.',
      'Set FUNDSCOPE_TRUST_PROXY to the address of the proxy, for example loopback.',
    ]);
  }
  if (env.mail && !isSet('FUNDSCOPE_PUBLIC_URL') && (env.trustProxy || !isLocalHost(env.host))) {
    problems.push([
      'Emails link to localhost, which their readers cannot open.',
      'Set FUNDSCOPE_PUBLIC_URL to the address of the dashboard.',
    ]);
  }
  return problems;
}

const isLocalHost = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
