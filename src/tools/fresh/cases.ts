import type { Shutdown } from '../../gateway/shutdown.ts';
import { cloneInBareRoot, type FreshClone, type UserName } from './bare-root.ts';
import { type SlowRegistry, startSlowRegistry } from './slow-registry.ts';

/** One way to type a command of the README for the first time. */
interface FreshCase {
  /** What is tried, for the report. */
  readonly title: string;
  readonly owner: UserName;
  readonly env?: NodeJS.ProcessEnv;
  /** How long each answer of the registry waits; without it npm asks the registry directly. */
  readonly registryMs?: number;
  try(clone: FreshClone, context: { registry: SlowRegistry; testCommand: string }): Promise<void>;
}

const start = (clone: FreshClone) => clone.startAndStop();

/** All cases, by name. Each is in a path with spaces and accents. */
export const freshCases = {
  'start-root': { title: 'npm start as root', owner: 'root', try: start },
  'start-user': { title: 'npm start as a plain user', owner: 'analyst', try: start },
  'start-homeless': {
    title: 'npm start as a plain user without a home folder',
    owner: 'analyst',
    env: { HOME: '/' },
    try: start,
  },
  'start-slow': {
    title: 'npm start behind a registry that takes 1 s to answer',
    owner: 'analyst',
    registryMs: 1000,
    try: start,
  },
  'start-offline': {
    title: 'npm start in a second checkout, without the registry',
    owner: 'analyst',
    registryMs: 0,
    async try(clone, { registry }) {
      await clone.startAndStop();
      registry.isOff = true;
      await clone.run('rm -rf node_modules dist .fundscope');
      await clone.startAndStop();
    },
  },
  'test-root': {
    title: 'npm test as root, who installs the browsers',
    owner: 'root',
    try: (clone, { testCommand }) => clone.run(testCommand),
  },
  'test-user': {
    title: 'npm test as a plain user, where only Chromium is installed',
    owner: 'analyst',
    async try(clone, { testCommand }) {
      await clone.run('apt-get update -qq; apt-get install -y -qq --no-install-recommends chromium', 'root');
      await clone.run(testCommand);
    },
  },
} as const satisfies Record<string, FreshCase>;

export type CaseName = keyof typeof freshCases;

/** Runs a case in a folder of its own; `shutdown` deletes the folder. Throws with the last lines of output if it fails. */
export async function runCase(
  name: CaseName,
  bareRoot: string,
  testCommand: string,
  shutdown: Shutdown,
): Promise<void> {
  const { owner, env, registryMs, try: attempt }: FreshCase = freshCases[name];
  const target = process.env['npm_config_registry'] ?? 'https://registry.npmjs.org/';
  const registry = await startSlowRegistry(target, registryMs ?? 0, shutdown);
  const variables = { ...inherited, npm_config_registry: registryMs === undefined ? target : registry.url, ...env };
  const folder = 'Été à Zürich/fund scope';
  const clone = await cloneInBareRoot(bareRoot, { owner, folder, env: variables }, shutdown);
  await attempt(clone, { registry, testCommand });
}

/** How this machine reaches the network. */
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name)));
