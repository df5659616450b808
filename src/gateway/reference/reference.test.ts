import { Command } from 'commander';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import Fastify from 'fastify';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { findScratchFolder } from '../../testing/scratch-folder.ts';
import { registerSkills } from '../cli/skills.ts';
import { createEndpointTools } from '../mcp/endpoint-tools.ts';
import { createOwnTools } from '../mcp/own-tools.ts';
import { registerReferencePages } from '../server/reference-pages.ts';

test('/llms.txt links to pages that exist, and they have every endpoint with its price and filters', async () => {
  const app = Fastify();
  registerReferencePages(app, '/funds');
  const start = await app.inject('/llms.txt');
  expect(start.headers['content-type']).toBe('text/plain; charset=utf-8');
  const links = [...start.body.matchAll(/\]\(\/funds(\/docs\/[\w-]+\.md)\)/g)].map(([, path]) => path!);
  expect(links).toContain('/docs/deals.md');
  const pages = await Promise.all(links.map((path) => app.inject(path)));
  expect(pages.map(({ statusCode }) => statusCode)).toEqual(links.map(() => 200));
  expect(pages[0]!.headers['content-type']).toBe('text/markdown; charset=utf-8');
  const all = pages.map(({ body }) => body).join('\n');
  for (const { method, path, summary } of endpoints) {
    expect(all).toContain(`## ${summary}\n\n\`${method} /api/v1${path}\`. `);
  }
  expect(all).toMatch(/\| `deal\.size_min` \| What the round raised\./);
  expect(all).toContain('Price: 1 credit per row.');
  expect((await app.inject('/docs/unknown.md')).statusCode).toBe(404);
});

test('each of the five skills is a folder that names only tools that exist, its price and a command', async () => {
  const folder = await mkdtemp(join(findScratchFolder(), 'fundscope-skills-'));
  using printed = vi.spyOn(console, 'log').mockReturnValue();
  const program = new Command().exitOverride();
  registerSkills(program);
  await program.parseAsync(['skills', '--out', folder, '--json'], { from: 'user' });
  expect(printed).toHaveBeenCalledOnce();
  const names = await readdir(folder);
  expect(names).toHaveLength(5);
  const endpointTools = createEndpointTools(true);
  const tools = new Set([...endpointTools, ...createOwnTools(endpointTools)].map(({ name }) => name));
  for (const name of names) {
    const text = await readFile(join(folder, name, 'SKILL.md'), 'utf8');
    expect(text).toMatch(new RegExp(`^---\\nname: ${name}\\ndescription: \\S.{20,}\\n---\\n`));
    const named = text.match(/\b(?:read|list|find|search|compare)_[a-z_]+/g) ?? [];
    expect(named.filter((tool) => !tools.has(tool) && !/^search_(query)$/.test(tool))).toEqual([]);
    expect(text).toContain('call price before each tool that is not free');
    expect(text).toContain('Cite every deal');
    expect(text).toMatch(/fundscope ask --run --max-credits \d+ "/);
  }
  await rm(folder, { recursive: true });
});
