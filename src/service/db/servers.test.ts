import { expect, test } from 'vitest';
import { formatServers, parseServerList } from './servers.ts';

test('an address without parameters names one server, of any role', () => {
  expect(parseServerList('postgres://me:secret@db:5433/x?sslmode=require')).toEqual({
    servers: ['postgres://me:secret@db:5433/x?sslmode=require'],
    role: 'any',
    isPooled: false,
  });
});

test('several servers are tried in order, each with its port and the same user, database and parameters', () => {
  const { servers, role } = parseServerList(
    'postgresql://me:secret@a,b:5433,[::1]:5434/x?target_session_attrs=read-write&sslmode=disable',
  );
  expect(servers).toEqual([
    'postgresql://me:secret@a/x?sslmode=disable',
    'postgresql://me:secret@b:5433/x?sslmode=disable',
    'postgresql://me:secret@[::1]:5434/x?sslmode=disable',
  ]);
  expect(role).toBe('primary');
});

test('a parameter marks the address of a pooler and is hidden from the driver', () => {
  expect(parseServerList('postgres://me@pooler:6432/x?pgbouncer=true')).toEqual({
    servers: ['postgres://me@pooler:6432/x'],
    role: 'any',
    isPooled: true,
  });
});

test('the address of a socket is one server', () => {
  const address = 'postgres://me:secret@localhost/x?host=%2Frun%2Fpostgres';
  expect(parseServerList(address).servers).toEqual([address]);
  expect(formatServers(address)).toBe('/run/postgres');
});

test.each([
  'mysql://me:secret@a/x',
  'me:secret@a',
  'postgres://me:secret@a:port,b/x',
  'postgres://me:secret@a,,b/x',
  'postgres://me:secret@a,b/x?target_session_attrs=fastest',
  'postgres://me:secret@a/x?pgbouncer=maybe',
])('%s is rejected without its password', (address) => {
  expect(() => parseServerList(address)).toThrow(TypeError);
  expect(() => parseServerList(address)).not.toThrow(/secret/);
});

test('messages name servers without user and password', () => {
  expect(formatServers('postgres://me:secret@a:5432,b/x?target_session_attrs=primary')).toBe('a:5432,b/x');
});
