import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import fastify, { type FastifyInstance } from 'fastify';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDashboardFiles } from './dashboard-files.ts';
import { registerPages } from './static.ts';

const script = 'export {};\n'.repeat(500);
const files = new Map(
  Object.entries({
    'index.html': '<!doctype html><title>Fundscope</title>',
    'docs.html': '<head></head><title>API reference</title><a href="./">Back</a>',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/page-0a1b2c3d.js': script,
  }).map(([path, text]): [string, Uint8Array] => [path, Buffer.from(text)]),
);
files.set('assets/page-0a1b2c3d.js.br', brotliCompressSync(script));

let app: FastifyInstance;

beforeAll(async () => {
  app = fastify();
  await registerPages(app, files);
  await app.ready();
});

afterAll(() => app.close());

const asPage = { accept: 'text/html,application/xhtml+xml' };

test.each(['/', '/deals', '/companies/00000000-0000-0000-0000-000000000000', '/deals?sort=oldest_deal'])(
  '%s requested as a page is the dashboard, never cached without revalidation',
  async (url) => {
    const response = await app.inject({ url, headers: asPage });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<title>Fundscope</title>');
    expect(response.headers['cache-control']).toBe('no-cache');
  },
);

test.each(['/', '/deals', '/companies/00000000-0000-0000-0000-000000000000/brief', '/settings?tab=key'])(
  '%s is the dashboard for every Accept of GET and HEAD',
  async (url) => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const response = await app.inject({ url, headers });
      expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('<title>Fundscope</title>')]);
      expect((await app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(200);
    }
  },
);

test('a path that leads out of the folder shows the dashboard, never a file', async () => {
  const response = await app.inject({ url: '/../../etc/passwd', headers: asPage });
  expect(response.body).toContain('<title>Fundscope</title>');
});

test('/docs is the API reference, under the same policy as the dashboard and below the path of a proxy', async () => {
  const { headers, body } = await app.inject('/docs');
  expect(body).toContain('<title>API reference</title>');
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  const proxied = fastify();
  await registerPages(proxied, files, '/desk');
  const page = await proxied.inject('/docs');
  expect(page.body).toContain('<meta name="fundscope-base" content="/desk" />');
  expect(page.body).toContain('href="/desk/"');
  await proxied.close();
});

test('HEAD answers like GET, without the page', async () => {
  const [got, head] = await Promise.all(
    (['GET', 'HEAD'] as const).map((method) => app.inject({ method, url: '/deals', headers: asPage })),
  );
  expect(head!.statusCode).toBe(200);
  expect(head!.body).toBe('');
  expect(head!.headers['content-length']).toBe(got!.headers['content-length']);
  expect(head!.headers['content-type']).toBe(got!.headers['content-type']);
  expect((await app.inject({ method: 'HEAD', url: '/assets/missing-00000000.js', headers: asPage })).statusCode).toBe(
    404,
  );
});

test('the page is compressed for a browser that accepts it', async () => {
  const page = `<!doctype html><title>Fundscope</title>${'<p>Deals</p>'.repeat(500)}`;
  const host = fastify();
  await registerPages(host, new Map([['index.html', Buffer.from(page)]]));
  const { headers, rawPayload } = await host.inject({ url: '/deals', headers: { ...asPage, 'accept-encoding': 'br' } });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(rawPayload).toString()).toBe(page);
  const rejecting = { ...asPage, 'accept-encoding': 'br;q=0, gzip; q=0.000' };
  expect((await host.inject({ url: '/deals', headers: rejecting })).body).toBe(page);
  await host.close();
});

test('a file named by its content is cached forever and compressed, even without Brotli', async () => {
  const load = (accepted: string) =>
    app.inject({ url: '/assets/page-0a1b2c3d.js', headers: { 'accept-encoding': accepted } });
  for (const [accepted, encoding, decompress] of [
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0.5, gzip;q=0', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await load(accepted);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': encoding,
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(decompress(rawPayload).toString()).toBe(script);
  }
  expect((await load('identity')).body).toBe(script);
});

test('a file that keeps its name is revalidated, and sent only if it has changed', async () => {
  const { headers } = await app.inject('/favicon.svg');
  expect(headers['cache-control']).toBe('no-cache');
  const again = await app.inject({ url: '/favicon.svg', headers: { 'if-none-match': headers['etag'] } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const changed = await app.inject({ url: '/favicon.svg', headers: { 'if-none-match': '"another"' } });
  expect([changed.statusCode, changed.headers['content-type']]).toEqual([200, 'image/svg+xml']);
});

test.each([
  ['a missing file', '/assets/missing-00000000.js', asPage],
  ['an unknown API address', '/api/v9/deals', asPage],
  ['an unknown API address, for a browser', '/api', asPage],
  ['an address of the account', '/account/nothing', {}],
  ['an unknown file', '/robots.txt', { accept: '*/*' }],
  ['a compressed copy by its own name', '/assets/page-0a1b2c3d.js.br', {}],
  ['a file outside the folder', '/..%2f..%2fetc%2fpasswd', {}],
  ['a file outside the folder, raw', '/../../etc/hosts.conf', {}],
])('%s is 404 in JSON', async (_, url, headers) => {
  const response = await app.inject({ url, headers });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('%s of a page is 404 in JSON', async (method) => {
  const response = await app.inject({ method, url: '/deals', headers: asPage });
  expect([response.statusCode, response.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
});

/** The hash of the style element that the toast library adds to the page. */
async function hashToastStyles(): Promise<string> {
  const code = await readFile(
    createRequire(import.meta.url)
      .resolve('sonner')
      .replace(/index\.js$/, 'index.mjs'),
    'utf8',
  );
  const styles = JSON.parse(/__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(code)?.[1] ?? '""') as string;
  return hash(styles);
}

const hash = (content: string): string => `sha256-${createHash('sha256').update(content).digest('base64')}`;

test('pages may use only their own scripts and styles, and cannot be framed', async () => {
  const { headers } = await app.inject({ url: '/', headers: asPage });
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain(`style-src 'self' '${await hashToastStyles()}'`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy.join()).not.toContain('upgrade-insecure-requests');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['strict-transport-security']).toBeUndefined();
});

test('images come from other sites only in a browser that shows the icons of companies', async () => {
  const readImages = async (cookie?: string) => {
    const { headers } = await app.inject({ url: '/', headers: { ...asPage, ...(cookie && { cookie }) } });
    return String(headers['content-security-policy'])
      .split(';')
      .find((one) => one.startsWith('img-src'));
  };
  for (const cookie of [undefined, 'other=fundscope-icons=on', 'fundscope-icons=onward']) {
    expect(await readImages(cookie)).not.toContain('https:');
  }
  expect(await readImages('theme=dark; fundscope-icons=on')).toContain('https:');
});

test('a dashboard that is not built is reported', () => {
  expect(() => readDashboardFiles('/nowhere/client.zip')).toThrow('The dashboard is not built.');
});
