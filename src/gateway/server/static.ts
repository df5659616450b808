import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerHeaders } from './headers.ts';
import { StartError } from '../../service/db/start-error.ts';

const ASSETS = '/assets/';

/** Serves the built dashboard: its files, and its page for every address that a browser asks for as a page. */
export async function registerPages(app: FastifyInstance, clientDir: string, base = ''): Promise<void> {
  if (!existsSync(join(clientDir, 'index.html'))) {
    throw new StartError('The dashboard is not built.', 'Run npm run build, or start with npm start, which does it.');
  }
  await registerHeaders(app);
  await app.register(fastifyStatic, {
    root: clientDir,
    wildcard: false,
    index: false,
    globIgnore: ['.vite/**', '**/*.{br,gz}'],
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      // Vite names these files by their content; everything else keeps its name when it changes.
      const immutable = path.startsWith(join(clientDir, ASSETS));
      void reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (isPage(request)) return sendPage(reply, join(clientDir, 'index.html'), base);
    const error = { code: 'NOT_FOUND', message: 'There is nothing at this address.' };
    return reply.code(404).send({ success: false, error });
  });
}

/** The page names its files from the root of the host, whatever address it is asked for at. */
async function sendPage(reply: FastifyReply, file: string, base: string): Promise<FastifyReply> {
  const built = (await readFile(file, 'utf8')).replaceAll(/(src|href)="\.\//g, `$1="${base}/`);
  const meta = `<meta name="fundscope-base" content="${base}" />`;
  const page = base === '' ? built : built.replace('<head>', `<head>\n    ${meta}`);
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
}

function isPage({ method, url, headers }: FastifyRequest): boolean {
  // A HEAD is answered like the GET, without the page.
  const asksForPage = /^(GET|HEAD)$/.test(method) && (headers.accept ?? '').includes('text/html');
  return asksForPage && !url.startsWith(ASSETS) && !url.startsWith('/api/');
}
