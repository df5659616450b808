import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import type { Command } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildCommandLine } from './gateway/cli/command-line.ts';
import { settingNames } from './gateway/environment.ts';
import { importFormats } from './service/import/formats.ts';

const projectDir = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8');

/** Every file and folder that is not built. */
const paths = readdirSync(projectDir)
  .filter((name) => !/^(\.git|node_modules|dist|test-results|playwright-report|\.fundscope)$/.test(name))
  .concat(
    ['src', 'e2e', 'public'].flatMap((folder) =>
      readdirSync(join(projectDir, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    ),
  );
const readmes = paths.filter((path) => path.endsWith('README.md'));
const sources = paths.filter((path) => /\.(tsx?|mjs)$/.test(path) && path !== 'src/readme.test.ts').map(read);
const buildTexts = ['vite.config.ts', 'package.json', 'src/gateway/cli/ensure.mjs'].map(read).join('\n');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** A README, and what it says: inline code, and the lines of its blocks for a shell. */
interface Readme {
  readonly path: string;
  readonly text: string;
  readonly inline: readonly string[];
  readonly lines: readonly string[];
}

function parseReadme(path: string, text: string): Readme {
  const blocks = [...text.matchAll(/^\s*```(\w*)\n(.*?)^\s*```/gms)];
  const shell = blocks.filter(([, language]) => language === 'sh' || language === '').map(([, , body = '']) => body);
  const prose = blocks.reduce((rest, [block]) => rest.replace(block, ''), text);
  const inline = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|'));
  return { path, text: prose, inline, lines: shell.flatMap((body) => body.replaceAll('\\\n', ' ').split('\n')) };
}

/** A heading as the anchor of a link. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-');

function findLinkFaults({ path, text }: Readme): string[] {
  const targets = [...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => {
    const [file = '', anchor] = target.split('#');
    const linked = file === '' ? path : normalize(join(dirname(path), file));
    if (!existsSync(join(projectDir, linked))) return true;
    const headings = anchor === undefined ? [] : [...read(linked).matchAll(/^#+ (.*)$/gm)];
    return anchor !== undefined && !headings.some(([, heading = '']) => toAnchor(heading) === anchor);
  });
}

const pathShape =
  /^(?:#|\.\.?\/)?[\w@*-][\w.@*-]*(?:\/[\w.*-]+)*(?:\/|\.(?:tsx?|mjs|js|css|html|md|txt|sql|br|cfg|conf))$/;

/** A path may be relative to the README, to src or to the project; a file may also be named by the end of its path. */
function doesPathExist(named: string, readme: string): boolean {
  const path = named.replace(/^#/, 'src/').replace(/\/$/, '');
  if (path.startsWith('dist/')) return buildTexts.includes(path);
  if (path.startsWith('..')) return existsSync(join(projectDir, dirname(readme), path));
  const pattern = new RegExp(`(?:^|/)${path.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')}$`);
  return paths.some((one) => pattern.test(one));
}

/** In a table of files and folders the first cell names what is in the folder of the README. */
function listOwnFiles({ text }: Readme): string[] {
  const tables = text.matchAll(/^\| (?:Files?|Folder|Module|Part) +\|.*\n\|[-| :]+\n((?:\|.*\n?)*)/gm);
  const cells = [...tables].flatMap(([, rows = '']) => rows.split('\n').map((row) => row.split('|')[1] ?? ''));
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
}

function findPathFaults(readme: Readme): string[] {
  const folder = dirname(readme.path);
  const own = new Set(listOwnFiles(readme).filter((code) => pathShape.test(code) && !code.startsWith('..')));
  const named = readme.inline.filter((code) => pathShape.test(code) && !own.has(code));
  const ofTests = readme.lines.flatMap((line) => [...line.matchAll(/npx (?:vitest|playwright) .*?(\S+\.test\.tsx?)/g)]);
  return [
    ...[...named, ...ofTests.map(([, path = '']) => path)].filter((path) => !doesPathExist(path, readme.path)),
    ...[...own].filter((path) => !doesPathExist(join(folder === '.' ? '' : folder, path), readme.path)),
  ];
}

/** Settings, and variables that tests, tools or an example of the README itself read. */
function findSettingFaults({ path, text, lines }: Readme): string[] {
  const whole = existsSync(join(projectDir, path)) ? read(path) : '';
  const names = `${text}\n${lines.join('\n')}`.match(/\b(?:FUNDSCOPE|DATABASE|SMTP|EMBEDDINGS)_[A-Z_]*[A-Z]\b/g);
  const isRead = (name: string) =>
    [whole, ...sources].some((source) => new RegExp(String.raw`env(?:\.|\[')${name}\b`).test(source));
  return [...new Set(names)].filter((name) => !settingNames.includes(name) && !isRead(name));
}

let program: Command;
beforeAll(async () => {
  program = await buildCommandLine('');
});

const listCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(listCommands)];
const hasOption = (command: Command, word: string): boolean =>
  command.options.some(({ long }) => long === word.split('=')[0]) || /^--(help|version)$/.test(word);

/** The first word after `fundscope` that is neither a command nor an option of it. */
function findWrongWord(words: readonly string[]): string | undefined {
  let command = program;
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    if (word.startsWith('--') && !hasOption(command, word)) return word;
    const takesAny = command.registeredArguments.length > 0 || command.commands.length === 0;
    if (!next && !word.startsWith('-') && word !== 'help' && !takesAny) return word;
    command = next ?? command;
  }
  return undefined;
}

/** The first word after `npm run TOOL --` that is neither a benchmark nor an option of the tool. */
function findWrongToolWord(script: string, [first = '', ...rest]: readonly string[]): string | undefined {
  const tool = /dist\/tools\/(\w+)\.js/.exec(scripts[script] ?? '')?.[1] ?? '';
  const files = paths.filter((path) => path.startsWith(`src/tools/${tool}/`) && path.endsWith('.ts')).map(read);
  const isBench = tool === 'bench' && /^[a-z]/.test(first) && first !== 'help';
  const own = isBench ? files.filter((text) => text.includes(`.command('${first}'`)) : files;
  if (isBench && own.length === 0) return first;
  const options = (isBench ? rest : [first, ...rest]).filter((word) => word.startsWith('--'));
  return options.find(
    (word) =>
      !/^--(help|json)$/.test(word) &&
      !own.some((text) => text.includes(`ption('${word} `) || text.includes(`ption('${word}'`)),
  );
}

function findCommandFaults({ inline, lines }: Readme): string[] {
  const options = new Set<string | undefined>([
    '--help',
    ...listCommands(program).flatMap((command) => command.options.map(({ long }) => long)),
    ...sources.flatMap((text) => [...text.matchAll(/ption\('(--[\w-]+)/g)].map(([, option]) => option)),
  ]);
  return [...inline, ...lines].flatMap((line) =>
    line
      .replace(/(?:^|\s)# .*/, '')
      .split(/\s(?:&&|[|>])\s|;/)
      .flatMap((part) => {
        const [, script, given = ''] =
          /\bnpm (?:run (?:-s )?)?((?<=run |-s )[\w:-]+|start|test)\b(?: -- (.*))?/.exec(part) ?? [];
        if (script !== undefined && !(script in scripts)) return [part];
        const [, typed = ''] = /^(?:.*\s)?fundscope ([a-z-].*)$/.exec(script === undefined ? part : '') ?? [];
        const words = (script === undefined ? typed : given).split(/\s+/).filter(Boolean);
        const wrong =
          script === undefined || script === 'fundscope' ? findWrongWord(words) : findWrongToolWord(script, words);
        if (wrong !== undefined) return [part];
        return part.startsWith('--') && !options.has(part.split(' ')[0]) ? [part] : [];
      }),
  );
}

describe.each(readmes)('%s', (path) => {
  const readme = parseReadme(path, read(path));
  test('links to files and headings that exist', () => expect(findLinkFaults(readme)).toEqual([]));
  test('names files that exist', () => expect(findPathFaults(readme)).toEqual([]));
  test('names settings that exist', () => expect(findSettingFaults(readme)).toEqual([]));
  test('names commands and options that exist', () => expect(findCommandFaults(readme)).toEqual([]));
});

test.each<[string, (readme: Readme) => string[], string, string]>([
  ['link', findLinkFaults, '[a](contract/README.md#decisions), [b](nowhere.md)', 'nowhere.md'],
  ['heading', findLinkFaults, '[a](contract/README.md#indecision)', 'contract/README.md#indecision'],
  ['file', findPathFaults, '`contract/deals.ts`, `deals-*.ts`, `contract/deal.ts`', 'contract/deal.ts'],
  ['folder', findPathFaults, '`contract/`, `../e2e/`, `contracts/`', 'contracts/'],
  ['own file', findPathFaults, '| File | What |\n| --- | --- |\n| `deals.ts` | |\n', 'deals.ts'],
  ['test', findPathFaults, '```sh\nnpx vitest run src/no.test.ts\n```', 'src/no.test.ts'],
  ['setting', findSettingFaults, '`FUNDSCOPE_BASE`, `SMTP_URL`, `FUNDSCOPE_BASES`', 'FUNDSCOPE_BASES'],
  ['script', findCommandFaults, '`npm start`, `npm run -s check`, `npm run checks`', 'npm run checks'],
  ['command', findCommandFaults, '`fundscope doctor`, `fundscope nurse`', 'fundscope nurse'],
  [
    'subcommand',
    findCommandFaults,
    '```sh\nnpm run -s fundscope -- keys lists\n```',
    'npm run -s fundscope -- keys lists',
  ],
  ['option', findCommandFaults, '`fundscope backup --force`, `fundscope backup --forced`', 'fundscope backup --forced'],
  ['option alone', findCommandFaults, '`--json`, `--yaml`', '--yaml'],
  ['benchmark', findCommandFaults, '`npm run bench -- api`, `npm run bench -- apis`', 'npm run bench -- apis'],
  ['option of a tool', findCommandFaults, '`npm run cluster -- --meals 5`', 'npm run cluster -- --meals 5'],
])('a wrong %s is found', (_, find, text, wrong) => {
  expect(find(parseReadme('src/README.md', text))).toEqual([wrong]);
});

test('the gateway lists every setting and every command', () => {
  const text = read('src/gateway/README.md');
  const { inline } = parseReadme('src/gateway/README.md', text);
  expect(settingNames.filter((name) => !inline.includes(name))).toEqual([]);
  const [, section = ''] = /## Command line\n(.*?)\n## /s.exec(text) ?? [];
  const rows = section.split('\n').map((row) => row.split(' | ')[0] ?? '');
  const formats = new Set(importFormats.map(({ name }) => name));
  const missing = program.commands.flatMap((group) => {
    const row = rows.find((cell) => new RegExp(`\`${group.name()}\\b`).test(cell)) ?? '';
    const names = group.commands.map((command) => command.name()).filter((name) => !formats.has(name));
    return [group.name(), ...names].filter((name) => !new RegExp(String.raw`\b${name}\b`).test(row));
  });
  expect(missing).toEqual([]);
});

test('the root README has at most 150 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150);
});

test('every decided point names a file and the test that pins it', () => {
  const [, section = ''] = /## Decided points\n(.*?)\n## /s.exec(read('src/contract/README.md')) ?? [];
  const rows = section.split('\n').filter((line) => /^\| (?!-|Point)/.test(line));
  expect(rows.length).toBeGreaterThan(15);
  const files = rows.flatMap((row) => {
    const named = row.split(/(?<!\\)\|/).slice(2, 4);
    expect(named, row).toHaveLength(2);
    return named.map((cell) => cell.trim().replaceAll('`', ''));
  });
  expect(files.filter((file) => !existsSync(join(projectDir, 'src', file)))).toEqual([]);
});

test('the way of a search in src/README.md misses no step: each file is joined by an import to one before it', () => {
  const text = read('src/README.md');
  const [, section = ''] = /## One search, from the press to the rows\n(.*?)\n## /s.exec(text) ?? [];
  const rows = section.split('\n').filter((line) => /^\| (?!-|Step)/.test(line));
  const named = rows.flatMap((row) => {
    let folder = '';
    return [...row.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path = '']) => {
      if (path.includes('/')) folder = dirname(path);
      return path.includes('/') ? path : join(folder, path);
    });
  });
  const ends = [
    'dashboard/screens/searches/deals/screen.tsx',
    'service/db/page.ts',
    'dashboard/screens/searches/deals/columns.tsx',
  ];
  expect(ends.filter((path) => !named.includes(path))).toEqual([]);
  const apart = named.filter((path, at) => at > 0 && !named.slice(0, at).some((before) => areJoined(path, before)));
  expect(apart).toEqual([]);
});

/** Whether one of two files in `src` imports the other. */
function areJoined(one: string, other: string): boolean {
  return readImports(one).includes(other) || readImports(other).includes(one);
}

function readImports(path: string): string[] {
  const text = read(join('src', path));
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, specifier = '']) =>
    specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier),
  );
}
