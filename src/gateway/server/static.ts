import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { DashboardFiles } from './dashboard-files.ts';
import { pagePolicy } from './page-policy.ts';

/** Addresses below these are never pages. */
const notPages = /^\/(api|account|workspace|assets|mcp)(\/|$)/;

/**
 * Serves the built dashboard: its files, the API reference at /docs, and index.html for every other address of a page.
 * `base` is the path of a reverse proxy.
 */
export async function registerPages(app: FastifyInstance, files: DashboardFiles, base = ''): Promise<void> {
  await registerHeaders(app);
  for (const [path, bytes] of files) {
    if (!path.endsWith('.br')) registerFile(app, path, { bytes, compressed: files.get(`${path}.br`) });
  }
  const readPage = (path: string) => buildPage(files.get(path), base);
  const [index, docs] = [readPage('index.html'), readPage('docs.html')];
  app.route({ method: ['GET', 'HEAD'], url: '/docs', handler: async (_request, reply) => sendPage(reply, docs) });
  app.setNotFoundHandler(async (request, reply) => {
    if (isPageRequest(request)) return sendPage(reply, index);
    const error = { code: 'NOT_FOUND', message: 'There is nothing at this address.' };
    return reply.code(404).send({ success: false, error });
  });
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves a file from memory. Clients without Brotli get it compressed while it is sent. */
function registerFile(
  app: FastifyInstance,
  path: string,
  { bytes, compressed }: { bytes: Uint8Array; compressed: Uint8Array | undefined },
): void {
  const contentType = contentTypes[extname(path)];
  if (!contentType) throw new Error(`the dashboard has a file of an unknown type: ${path}`);
  // Vite puts a content hash into these names; every other file keeps its name when it changes.
  const immutable = path.startsWith('assets/');
  // Weak, because it is the same for the file in every encoding.
  const etag = `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
  app.route({
    method: ['GET', 'HEAD'],
    url: `/${path}`,
    config: { row: 'GET /assets' },
    handler: async (request, reply) => {
      void reply.headers({
        'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
        vary: 'accept-encoding',
        etag,
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      void reply.type(contentType);
      if (!compressed || !accepts(request, 'br')) return reply.send(bytes);
      return reply.header('content-encoding', 'br').send(compressed);
    },
  });
}

/** Whether a client accepts an encoding; with a quality of 0 it does not. */
const accepts = ({ headers }: FastifyRequest, encoding: string): boolean =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(String(headers['accept-encoding']));

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
function buildPage(html: Uint8Array | undefined, base: string): string {
  const page = new TextDecoder().decode(html).replaceAll(/((?:src|href)=")\.\//g, `$1${base}/`);
  const meta = `<meta name="fundscope-base" content="${base}" />`;
  return base === '' ? page : page.replace('<head>', `<head>\n    ${meta}`);
}

async function sendPage(reply: FastifyReply, page: string): Promise<FastifyReply> {
  void reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, cookie');
  // The compression plugin ignores addresses without a route of their own, which most pages are.
  const compression = compressions.find(({ encoding }) => accepts(reply.request, encoding));
  if (!compression) return reply.send(page);
  return reply.header('content-encoding', compression.encoding).send(await compression.compress(page));
}

// The best quality of Brotli takes 70 ms per page to save another tenth. Over plain http browsers accept only gzip.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressions = [
  { encoding: 'br', compress: (page: string) => promisify<string, object, Buffer>(brotliCompress)(page, brotli) },
  { encoding: 'gzip', compress: promisify<string, Buffer>(gzip) },
];

/** Whether a request is for a page, whatever it accepts; a name with an extension is a file unless it asks for HTML. */
function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (!/^(GET|HEAD)$/.test(method) || notPages.test(path)) return false;
  return !/\.[^/]*$/.test(path) || (headers.accept ?? '').includes('text/html');
}
