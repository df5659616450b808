import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const projectDir = resolve(import.meta.dirname, '..');
const layers = ['contract', 'ask', 'client', 'service', 'gateway', 'dashboard', 'tools', 'testing'] as const;
type Layer = (typeof layers)[number];

const serverPackages = /^(?!react|@base-ui|@tanstack|recharts|sonner|lucide)/;

/** What each layer may import: other layers, Node and packages. Only tests import `testing`. */
const mayImport: Record<Layer, { layers: Layer[]; packages: RegExp }> = {
  contract: { layers: [], packages: /^zod$/ },
  // chrono-node reads dates in sentences, in the browser and on the command line.
  ask: { layers: ['contract'], packages: /^chrono-node$/ },
  // Others install it, in Node and in browsers.
  client: { layers: ['contract'], packages: /^zod$/ },
  service: { layers: ['contract'], packages: serverPackages },
  gateway: { layers: ['contract', 'ask', 'service'], packages: serverPackages },
  tools: { layers: ['contract', 'ask', 'service', 'gateway'], packages: serverPackages },
  testing: { layers: ['contract', 'service', 'gateway'], packages: serverPackages },
  dashboard: {
    layers: ['contract', 'ask'],
    // csv-parse has a build for browsers.
    packages: /^(?!node:|fastify|@fastify|pg|commander|csv-parse(?!\/browser\/)|cli-progress)/,
  },
};

/** Folders of the service that know no resource, so that every folder may use them; all others are features. */
const sharedByService = ['http', 'db', 'accounts', 'index', 'market', 'relevance', 'routes', 'threads'];

/** Files of the service that combine features: the app with its options, and what fills the database. */
const serviceComposers = /^src\/service\/((app|create-options)\.ts|import\/)/;

/** Lists every endpoint, of every folder of the contract. */
const endpointList = 'src/contract/endpoints.ts';

/** The modules of the dashboard, lowest first: each imports only those before it. */
const modules = ['platform', 'spending', 'records', 'screens', 'app'];

const forbiddenNames = new Set(
  'utils util helpers helper common misc lib shared types constants hooks components index'.split(' '),
);

interface Source {
  path: string;
  imports: string[];
  text: string;
}

const sources = listFiles(join(projectDir, 'src'))
  .concat(listFiles(join(projectDir, 'e2e')))
  .map(readSource);
const code = sources.filter(({ path }) => /\.(ts|tsx|mjs)$/.test(path));
const production = code.filter(({ path }) => !isTest(path));

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const specifiers = /^\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|^\s*import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm;
  const imports = [...text.matchAll(specifiers)].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? '');
  return { path: relative(projectDir, file), imports, text };
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$|^e2e\/|^src\/testing\/|(^|\/)testing[a-z0-9-]*\.ts$|(^|\/)test-[a-z-]+\.tsx?$/.test(path);
}

/** The file that a relative, #contract or #ask import means, from the project's folder; undefined for a package. */
function resolveTarget(from: string, specifier: string): string | undefined {
  const clean = specifier.replace(/\?.*$/, '');
  if (/^#(?:contract|ask)\//.test(clean)) return clean.replace('#', 'src/');
  if (clean.startsWith('.')) return relative(projectDir, resolve(projectDir, dirname(from), clean));
  return undefined;
}

function readLayer(path: string): Layer | undefined {
  return layers.find((layer) => path.startsWith(`src/${layer}/`));
}

/** The folder directly below a layer, or undefined for a file in the layer itself. */
function readFolder(path: string): string | undefined {
  const parts = path.split('/');
  return parts.length > 3 ? parts[2] : undefined;
}

/** Every import of every file, as "from -> to", for which `isWrong` holds. */
function findImports(files: Source[], isWrong: (from: string, to: string, specifier: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports
      .filter((specifier) => isWrong(path, resolveTarget(path, specifier) ?? specifier, specifier))
      .map((specifier) => `${path} -> ${specifier}`),
  );
}

test('the imports of a file are found, so that the tests below see all', () => {
  const own = sources.find(({ path }) => path === 'src/architecture.test.ts');
  expect(own?.imports).toEqual(['node:fs', 'node:path', 'vitest']);
  expect(code.length).toBeGreaterThan(20);
});

test('a layer imports only the layers below it', () => {
  const wrong = findImports(code, (from, to) => {
    const [own, other] = [readLayer(from), readLayer(to)];
    if (own === undefined || other === undefined || own === other) return false;
    return other === 'testing' ? !isTest(from) : !mayImport[own].layers.includes(other);
  });
  expect(wrong).toEqual([]);
});

test('a layer imports only the packages that belong to it', () => {
  const wrong = findImports(production, (from, to, specifier) => {
    const own = readLayer(from);
    return own !== undefined && to === specifier && !mayImport[own].packages.test(specifier);
  });
  expect(wrong).toEqual([]);
});

test('contract and ask are imported through #contract and #ask, every other layer by relative paths', () => {
  const wrong = findImports(code, (from, to, specifier) => {
    const [own, other] = [readLayer(from), readLayer(to)];
    if (own === undefined || other === undefined) return false;
    return specifier.startsWith('#') !== ((other === 'contract' || other === 'ask') && own !== other);
  });
  expect(wrong).toEqual([]);
});

test('imports carry the extension of a file that is there', () => {
  const wrong = findImports(code, (_, to, specifier) => {
    if (to === specifier) return false;
    return extname(to) === '' || !existsSync(join(projectDir, to)) || statSync(join(projectDir, to)).isDirectory();
  });
  expect(wrong).toEqual([]);
});

test.each(['contract', 'ask', 'client', 'dashboard', 'gateway', 'tools', 'testing'] as const)(
  'the folders of %s import each other without a cycle',
  (layer) => {
    const targets = new Map<string, Set<string>>();
    const files = production.filter(({ path }) => readLayer(path) === layer && path !== endpointList);
    for (const { path, imports } of files) {
      const folders = imports.map((specifier) => resolveTarget(path, specifier)).filter((to) => to !== undefined);
      const known = targets.get(dirname(path)) ?? new Set();
      targets.set(dirname(path), known);
      for (const to of folders) if (readLayer(to) === layer && dirname(to) !== dirname(path)) known.add(dirname(to));
    }
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(targets.get(from) ?? [])].some((next) => {
        if (next === to) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return reaches(next, to, seen);
      });
    expect([...targets.keys()].filter((folder) => reaches(folder, folder))).toEqual([]);
  },
);

/** The files that production code imports, by file; `import()` counts. */
const importedBy = new Map(
  production.map(({ path, imports }) => [
    path,
    imports.map((specifier) => resolveTarget(path, specifier)).filter((to) => to !== undefined),
  ]),
);

test('no file imports itself by way of others, also not by import()', () => {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      return;
    }
    state.set(path, 'open');
    for (const next of importedBy.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of importedBy.keys()) visit(path, []);
  expect(cycles).toEqual([]);
});

test('no file is there for tests alone', () => {
  const used = new Set([...importedBy.values()].flat());
  const byTests = new Set(
    code
      .filter(({ path }) => isTest(path))
      .flatMap(({ path, imports }) => imports.map((specifier) => resolveTarget(path, specifier))),
  );
  // Other programs import the client.
  const forTests = production.filter(
    ({ path }) => byTests.has(path) && !used.has(path) && readLayer(path) !== 'client',
  );
  expect(forTests.map(({ path }) => path)).toEqual([]);
});

test('a feature folder of the service never imports another one', () => {
  const inService = production.filter(({ path }) => readLayer(path) === 'service' && !serviceComposers.test(path));
  const wrong = findImports(inService, (from, to) => {
    const [own, other] = [readFolder(from), readFolder(to)];
    if (readLayer(to) !== 'service' || other === undefined || own === other) return false;
    return !sharedByService.includes(other);
  });
  expect(wrong).toEqual([]);
});

test('the shared folders of the service import no feature', () => {
  const inShared = production.filter(
    ({ path }) => readLayer(path) === 'service' && sharedByService.includes(readFolder(path) ?? ''),
  );
  const wrong = findImports(inShared, (_, to) => {
    const folder = readFolder(to);
    return readLayer(to) === 'service' && folder !== undefined && !sharedByService.includes(folder);
  });
  expect(wrong).toEqual([]);
});

const inDashboard = production.filter(({ path }) => readLayer(path) === 'dashboard');

test('a module of the dashboard imports only the modules below it', () => {
  const wrong = findImports(inDashboard, (from, to) => {
    if (readLayer(to) !== 'dashboard') return false;
    return modules.indexOf(readFolder(to) ?? '') > modules.indexOf(readFolder(from) ?? '');
  });
  expect(inDashboard.filter(({ path }) => !modules.includes(readFolder(path) ?? '')).map(({ path }) => path)).toEqual(
    [],
  );
  expect(wrong).toEqual([]);
});

/** What the searches share, and other screens use to show their records. */
const searchKit = 'src/dashboard/screens/searches/kit/';

test('a screen imports no other screen', () => {
  const readScreen = (path: string) => /^src\/dashboard\/screens\/((?:searches\/)?[^/]+)\//.exec(path)?.[1];
  const wrong = findImports(inDashboard, (from, to) => {
    const [own, other] = [readScreen(from), readScreen(to)];
    return own !== undefined && other !== undefined && own !== other && !to.startsWith(searchKit);
  });
  expect(wrong).toEqual([]);
});

test('platform/http is the only door to the network', () => {
  const callers = inDashboard.filter(({ text }) =>
    /\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b|\bEventSource\b|\bWebSocket\b/.test(text),
  );
  expect(callers.filter(({ path }) => !path.includes('/platform/http/')).map(({ path }) => path)).toEqual([]);
});

test('names are kebab-case and say a role', () => {
  const wrong = sources
    .filter(({ path }) => path.startsWith('src/') && !/\/(README|CHANGELOG)\.md$/.test(path))
    .filter(({ path }) => {
      // The index in memory; everywhere else the word is the name of a barrel.
      const parts = path
        .replace(/^src\/service\/index\//, 'src/service/')
        .split('/')
        .slice(1);
      const stems = parts.map((part) => basename(part).replace(/(\.[a-z]+)+$/, ''));
      return stems.some((stem) => forbiddenNames.has(stem) || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(stem));
    })
    .map(({ path }) => path);
  expect(wrong).toEqual([]);
});

/** Every name that a file of a layer exports, with the files that export it. */
function findExports(): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const { path, text } of code.filter((source) => readLayer(source.path) && !/\.test\.tsx?$/.test(source.path))) {
    const declared =
      /^export (?:declare |default )?(?:async |abstract )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
    const names = [...text.matchAll(declared)].map(([, name]) => name ?? '');
    for (const [, list = ''] of text.matchAll(/^export (?:type )?\{([^}]*)\}/gm))
      names.push(...list.split(',').map((name) => name.trim().split(/\s/).at(-1) ?? ''));
    for (const name of names.filter(Boolean)) files.set(name, (files.get(name) ?? new Set()).add(path));
  }
  return files;
}

test('an exported name belongs to one file', () => {
  const exported = findExports();
  const shared = [...exported].filter(([, paths]) => paths.size > 1);
  expect(shared.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([]);
  expect(exported.size).toBeGreaterThan(1000);
});

test('an exported name is used in another file', () => {
  const users = new Map<string, number>();
  for (const { text } of [...code, readSource(join(projectDir, 'vite.config.ts'))]) {
    for (const word of new Set(text.match(/\w+/g))) users.set(word, (users.get(word) ?? 0) + 1);
  }
  const unused = [...findExports()].flatMap(([name, paths]) =>
    users.get(name) === 1 ? [...paths].map((path) => `${path}: ${name}`) : [],
  );
  // Other programs import the client, Vitest calls the setup, and Playwright the reporter.
  expect(unused.filter((line) => !/^src\/client\/|: (setup|ReportJourneys)$/.test(line))).toEqual([]);
});

test('src has only the layers, and the project only known files', () => {
  const folders = readdirSync(join(projectDir, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !(layers as readonly string[]).includes(name))).toEqual([]);
  const known = new Set(
    (
      '.ci .git .gitignore .npmrc .oxlintrc.json .prettierignore .prettierrc.json LICENSE README.md e2e index.html ' +
      'package-lock.json package.json public src tailwind.config.ts tsconfig.json vite.config.ts ' +
      'node_modules dist .fundscope test-results playwright-report'
    ).split(' '),
  );
  expect(readdirSync(projectDir).filter((name) => !known.has(name))).toEqual([]);
});

test('no file disables a check, has an open task, or names a path of one machine', () => {
  const marks = [
    ['@ts', 'ignore'].join('-'),
    ['@ts', 'expect-error'].join('-'),
    ['@ts', 'nocheck'].join('-'),
    ['eslint', 'disable'].join('-'),
    ['oxlint', 'disable'].join('-'),
    ['TO', 'DO'].join(''),
    ['FIX', 'ME'].join(''),
    ['', 'work', ''].join('/'),
    ['', 'root', ''].join('/'),
  ];
  const wrong = code.flatMap(({ path, text }) =>
    marks.filter((mark) => text.includes(mark)).map((mark) => `${path}: ${mark}`),
  );
  expect(wrong).toEqual([]);
});

test('a journey says at its head what only a browser shows', () => {
  const silent = code.filter(
    ({ path, text }) => /^e2e\/.*\.test\.ts$/.test(path) && !text.startsWith('// In a browser: '),
  );
  expect(silent.map(({ path }) => path)).toEqual([]);
});
