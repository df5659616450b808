import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { StartError } from '../../service/db/start-error.ts';
import { allowInline, pagePolicy } from './page-policy.ts';

const ASSETS = '/assets/';
/** Addresses below these are never pages. */
const notPages = /^\/(api|account|workspace|assets|mcp)(\/|$)/;

/**
 * Serves the built dashboard: its files, the API reference at /docs, and index.html for every other address of a page. `base` is the path of a reverse proxy. Throws a StartError when the dashboard is not built.
 */
export async function registerPages(app: FastifyInstance, clientDir: string, base = ''): Promise<void> {
  if (!existsSync(join(clientDir, 'index.html'))) {
    throw new StartError('The dashboard is not built.', 'Run npm run build, or npm start, which builds it.');
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
      // Vite puts a content hash into these names; every other file keeps its name when it changes.
      const immutable = path.startsWith(join(clientDir, ASSETS));
      void reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: '/docs',
    handler: async (_request, reply) => sendPage(reply, join(clientDir, 'docs.html'), base),
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (isPageRequest(request)) return sendPage(reply, join(clientDir, 'index.html'), base);
    const error = { code: 'NOT_FOUND', message: 'There is nothing at this address.' };
    return reply.code(404).send({ success: false, error });
  });
}

/** Adds compression and security headers to the routes registered after it. */
async function registerHeaders(app: FastifyInstance): Promise<void> {
  await app.register(fastifyHelmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...pagePolicy, 'frame-ancestors': ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    // The product runs on plain http on this machine.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  await app.register(fastifyCompress, { global: true, encodings: ['br', 'gzip'] });
}

/** Makes the page's relative file names absolute, because the page is served at every depth of path. */
async function sendPage(reply: FastifyReply, file: string, base: string): Promise<FastifyReply> {
  const built = (await readFile(file, 'utf8')).replaceAll(/((?:src|href)="|url\()\.\//g, `$1${base}/`);
  const meta = `<meta name="fundscope-base" content="${base}" />`;
  const page = base === '' ? built : built.replace('<head>', `<head>\n    ${meta}`);
  void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding');
  const policy = 'content-security-policy';
  void reply.header(policy, allowInline(String(reply.getHeader(policy)), page));
  // The compression plugin leaves out addresses without a route of their own, which most pages have.
  const accepted = String(reply.request.headers['accept-encoding']);
  const compression = compressions.find(({ encoding }) => new RegExp(`\\b${encoding}\\b`).test(accepted));
  if (!compression) return reply.send(page);
  return reply.header('content-encoding', compression.encoding).send(await compression.compress(page));
}

// The best quality of Brotli takes 70 ms a page for a tenth less. A browser on plain http takes only gzip.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressions = [
  { encoding: 'br', compress: (page: string) => promisify<string, object, Buffer>(brotliCompress)(page, brotli) },
  { encoding: 'gzip', compress: promisify<string, Buffer>(gzip) },
];

/** Whether a request is for a page, whatever it accepts; a name with an extension is a file unless HTML is wanted. */
function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (!/^(GET|HEAD)$/.test(method) || notPages.test(path)) return false;
  return !/\.[^/]*$/.test(path) || (headers.accept ?? '').includes('text/html');
}
