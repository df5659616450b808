import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

test('an empty environment means loopback, port 4310 and the checkout’s own data folder', () => {
  expect(readEnvironment({ PORT: '', HOST: ' ' })).toMatchObject({
    host: '127.0.0.1',
    port: 4310,
    dataDir: expect.stringMatching(/\.fundscope$/),
    databaseUrl: undefined,
  });
});

test('values are taken as given, and the data folder is made absolute', () => {
  const env = readEnvironment({
    HOST: '::1',
    PORT: '0',
    FUNDSCOPE_DATA: 'somewhere',
    FUNDSCOPE_DB_USER: 'postgres',
    FUNDSCOPE_PURCHASE_URL: 'https://example.com/credits',
    DATABASE_URL: 'postgresql://me:secret@db.example:5432/fundscope',
  });
  expect(env).toMatchObject({ host: '::1', port: 0, databaseUser: 'postgres' });
  expect(env.dataDir).toMatch(/^\/.*\/somewhere$/);
});

test.each([
  ['PORT', '70000'],
  ['FUNDSCOPE_SLOW_QUERY_MS', '0'],
  ['FUNDSCOPE_SLOW_QUERY_MS', '1s'],
  ['PORT', '-1'],
  ['PORT', '43.10'],
  ['PORT', '0x10'],
  ['HOST', 'http://localhost'],
  ['FUNDSCOPE_DB_USER', 'a; rm'],
  ['FUNDSCOPE_PURCHASE_URL', 'javascript:alert(1)'],
  ['DATABASE_URL', 'mysql://me:secret@db/fundscope'],
  ['DATABASE_URL', 'me:secret@db'],
  ['DATABASE_URL', 'postgres://me:secret@a,b/x?target_session_attrs=fastest'],
  ['FUNDSCOPE_UPSTREAM', 'api.example.com/secret'],
  ['FUNDSCOPE_UPSTREAM', 'ftp://api.example.com/secret'],
  ['FUNDSCOPE_UPSTREAM', 'https://me:secret@api.example.com/api/v1'],
  ['FUNDSCOPE_UPSTREAM', 'https://api.example.com/api/v1?key=secret'],
  ['FUNDSCOPE_KEY', 'Bearer secret'],
  ['FUNDSCOPE_KEY', 'secret\r\nX-Evil: 1'],
  ['FUNDSCOPE_KEY', 'secret-\u{e9}'],
  ['FUNDSCOPE_ALERT_AMOUNTS', 'euros'],
  ['FUNDSCOPE_WEBHOOKS_ALLOW', 'localhost'],
  ['FUNDSCOPE_WEBHOOKS_ALLOW', '10.0.0.0/33'],
  ['FUNDSCOPE_PUBLIC_URL', 'funding.example'],
  ['SMTP_URL', 'https://me:secret@mail.example'],
  ['SMTP_FROM', 'nobody'],
  ['FUNDSCOPE_CORS', '*'],
  ['FUNDSCOPE_CORS', 'null'],
  ['FUNDSCOPE_CORS', 'https://desk.example.com/'],
  ['FUNDSCOPE_CORS', 'desk.example.com'],
  ['FUNDSCOPE_CORS', 'https://desk.example.com,'],
  ['FUNDSCOPE_CORS', 'file:///tmp'],
])('%s=%s is rejected by name, without printing a password', (name, value) => {
  expect(() => readEnvironment({ [name]: value })).toThrow(new RegExp(`^${name} `));
  expect(() => readEnvironment({ [name]: value })).not.toThrow(/secret/);
});

test('all invalid variables are named at once', () => {
  expect(() => readEnvironment({ PORT: 'x', FUNDSCOPE_PURCHASE_URL: 'y' })).toThrow(/PORT.*\nFUNDSCOPE_PURCHASE_URL/s);
});

test('a hosted service is an address without a trailing slash, a key, and a unit', () => {
  const { upstream } = readEnvironment({
    FUNDSCOPE_UPSTREAM: 'https://api.example.com/api/v1//',
    FUNDSCOPE_KEY: ' a-key ',
    FUNDSCOPE_ALERT_AMOUNTS: 'millions',
  });
  expect(upstream).toEqual({ url: new URL('https://api.example.com/api/v1'), key: 'a-key', alertAmounts: 'millions' });
  expect(readEnvironment({ FUNDSCOPE_UPSTREAM: 'http://127.0.0.1:4310/api/v1' }).upstream).toMatchObject({
    key: undefined,
    alertAmounts: 'usd',
  });
  expect(readEnvironment({}).upstream).toBeUndefined();
});

test('a key without a hosted service is rejected instead of answering from the local service', () => {
  expect(() => readEnvironment({ FUNDSCOPE_KEY: 'secret' })).toThrow(/^FUNDSCOPE_KEY needs a hosted service/);
  expect(() => readEnvironment({ FUNDSCOPE_KEY: 'secret' })).not.toThrow(/secret/);
  expect(() => readEnvironment({ FUNDSCOPE_ALERT_AMOUNTS: 'usd' })).toThrow(/^FUNDSCOPE_ALERT_AMOUNTS needs/);
});

test('CORS origins are a list', () => {
  expect(readEnvironment({}).corsOrigins).toEqual([]);
  expect(readEnvironment({ FUNDSCOPE_CORS: 'https://desk.example.com, http://localhost:8080' }).corsOrigins).toEqual([
    'https://desk.example.com',
    'http://localhost:8080',
  ]);
});

test('a database may have several servers, a pooler and replicas', () => {
  const several = 'postgres://me:secret@a:5433,b:5434/x?target_session_attrs=read-write';
  const pooler = 'postgres://me:secret@pooler:6432/x?pgbouncer=true';
  expect(
    readEnvironment({
      DATABASE_URL: pooler,
      DATABASE_DIRECT_URL: several,
      DATABASE_REPLICA_URLS: `${several}, postgres://c/x\npostgres://d/x`,
    }),
  ).toMatchObject({
    databaseUrl: pooler,
    databaseDirectUrl: several,
    databaseReplicaUrls: [several, 'postgres://c/x', 'postgres://d/x'],
  });
  expect(readEnvironment({})).toMatchObject({ databaseDirectUrl: undefined, databaseReplicaUrls: [] });
});

test.each([
  ['a pooler alone', { DATABASE_URL: 'postgres://p:secret@a/x?pgbouncer=true' }, /^DATABASE_URL is a pooler/],
  ['replicas alone', { DATABASE_REPLICA_URLS: 'postgres://p:secret@a/x' }, /^DATABASE_REPLICA_URLS needs DATABASE_URL/],
  ['a direct address alone', { DATABASE_DIRECT_URL: 'postgres://p:secret@a/x' }, /^DATABASE_DIRECT_URL needs/],
  [
    'a pooler as direct address',
    { DATABASE_URL: 'postgres://a/x', DATABASE_DIRECT_URL: 'postgres://p:secret@a/x?pgbouncer=true' },
    /^DATABASE_DIRECT_URL must not be a pooler/,
  ],
])('%s is rejected without its password', (_name, env, message) => {
  expect(() => readEnvironment(env)).toThrow(message);
  expect(() => readEnvironment(env)).not.toThrow(/secret/);
});
