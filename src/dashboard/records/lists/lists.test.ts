// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { searchCompanies } from '#contract/companies.ts';
import { parseTolerantly } from '#contract/record.ts';
import { findUnlocked, listUnsearched, matchAgain } from '../../screens/lists/list-search.ts';
import { queryClient } from '../../platform/http/query-client.ts';
import { workspaceKey } from '../../platform/http/workspace.ts';
import { unlockedCompanies } from '../records.ts';
import { toRecordId, settle, startWorkGateway, type WorkGateway } from '../saving/testing-gateway.ts';
import { discardUnsaved, readSavingProblem, retryUnsaved } from '../saving/unsaved.ts';
import { encodeLineKey, encodeNameKey } from './identifier.ts';
import { buildListLines } from './lists.ts';
import { parseListTable } from './parse-table.ts';
import {
  addList,
  changeCompanyList,
  deleteCompanyList,
  type LineChoices,
  readCompanyList,
  readLists,
  storedLists,
} from './stored-lists.ts';

const toKey = (domain: string) => encodeLineKey([{ kind: 'domain', value: domain }]);
const layout = { delimiter: ',', header: true, columns: { domain: 0 } };
const add = (name = 'CRM') =>
  addList({
    name,
    file_name: 'crm.csv',
    encoding: 'UTF-8',
    lines: 1,
    layout,
    text: 'Web\na.com',
    matches: {},
    choices: {},
  });
const [company, other] = [toRecordId('c1'), toRecordId('c2')];
let gateway: WorkGateway;

beforeEach(async () => {
  vi.useFakeTimers();
  gateway = startWorkGateway();
  unlockedCompanies.reset();
  await readAgain();
});
afterEach(() => {
  discardUnsaved();
  vi.useRealTimers();
});

const readAgain = async () => {
  await queryClient.invalidateQueries({ queryKey: workspaceKey('lists') });
  await queryClient.query(storedLists);
};

test('a list is there at once, is saved with its lines, and is read by a page that opens later', async () => {
  const id = add();
  expect(readCompanyList(id)).toMatchObject({ name: 'CRM', text: 'Web\na.com' });
  await settle();
  expect(gateway.lists.get(id)).toMatchObject({ name: 'CRM', file_name: 'crm.csv', text: 'Web\na.com', layout });
  queryClient.clear();
  expect(readLists()).toEqual([]);
  await readAgain();
  expect(readCompanyList(id)).toEqual(gateway.lists.get(id));
});

test('a deleted list is gone at once and comes back by undo with its matches, before and after it is saved', async () => {
  const id = add();
  changeCompanyList(id, { matches: { [toKey('a.com')]: [company] } });
  const undo = deleteCompanyList(readCompanyList(id)!);
  expect(readLists()).toEqual([]);
  undo();
  expect(readCompanyList(id)?.matches).toEqual({ [toKey('a.com')]: [company] });
  await settle();
  const undoLater = deleteCompanyList(readCompanyList(id)!);
  await settle();
  expect([readLists(), gateway.lists.size]).toEqual([[], 0]);
  undoLater();
  await settle();
  expect(readCompanyList(id)?.matches).toEqual({ [toKey('a.com')]: [company] });
  expect(gateway.lists.get(id)?.text).toBe('Web\na.com');
});

test('two lists never share a name', () => {
  add();
  add();
  expect(readLists().map(({ name }) => name)).toEqual(['CRM', 'CRM (2)']);
});

test('matches and choices of two members are both kept, line by line', async () => {
  const id = add();
  await settle();
  gateway.putList(id, { matches: { [toKey('b.com')]: [other] }, choices: { [toKey('b.com')]: null } });
  changeCompanyList(id, { matches: { [toKey('a.com')]: [company] }, choices: { [toKey('a.com')]: company } });
  await settle();
  expect(readCompanyList(id)).toMatchObject({
    matches: { [toKey('a.com')]: [company], [toKey('b.com')]: [other] },
    choices: { [toKey('a.com')]: company, [toKey('b.com')]: null },
  });
});

test('only lists that changed are read again', async () => {
  const [first, second] = [add('First'), add('Second')];
  await settle();
  gateway.putList(second, { name: 'Renamed' });
  gateway.requests.length = 0;
  await readAgain();
  expect(gateway.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /workspace/lists',
    `GET /workspace/lists/${second}`,
  ]);
  expect(readLists().map(({ id, name }) => [id, name])).toEqual([
    [first, 'First'],
    [second, 'Renamed'],
  ]);
});

test('a change that cannot be saved stays on screen, and is saved by trying again', async () => {
  const id = add();
  await settle();
  gateway.respond = () => Promise.reject(new TypeError('Failed to fetch'));
  changeCompanyList(id, { name: 'Other' });
  await settle();
  expect([readCompanyList(id)?.name, readSavingProblem()?.changes]).toEqual(['Other', 1]);
  gateway.respond = async ({ answer }) => answer();
  retryUnsaved();
  await settle();
  expect([gateway.lists.get(id)?.name, readSavingProblem()]).toEqual(['Other', undefined]);
});

test('unlocked companies match without a request, and only the rest is searched, each once', () => {
  const response = { companies: [{ id: company, domain: 'a.com' }] };
  unlockedCompanies.add(parseTolerantly(searchCompanies.data, response, () => undefined).companies ?? []);
  const id = add();
  const keys = ['a.com', 'b.com', 'b.com'].map(toKey);
  expect(listUnsearched(readCompanyList(id)!, keys)).toEqual(['domain:b.com']);
  expect(findUnlocked(keys)).toEqual({ matches: { 'domain:a.com': [company] }, choices: {} });
  changeCompanyList(id, { ...matchAgain(readCompanyList(id)!, new Set(keys)) });
  changeCompanyList(id, { matches: { 'domain:b.com': [] } });
  expect(listUnsearched(readCompanyList(id)!, keys)).toEqual([]);
  changeCompanyList(id, { name: 'Other', ...matchAgain(readCompanyList(id)!, new Set([toKey('c.com')])) });
  expect(readCompanyList(id)?.matches).toEqual({});
  expect(listUnsearched(readCompanyList(id)!, keys)).toEqual(['domain:b.com']);
});

test('the only unlocked company with a name is chosen for it, and of several none', () => {
  const named = [
    { id: company, name: 'Anvil  Robotics' },
    { id: other, name: 'Borealis' },
    { id: toRecordId('c3'), name: 'borealis' },
  ];
  unlockedCompanies.add(parseTolerantly(searchCompanies.data, { companies: named }, () => undefined).companies ?? []);
  const keys = ['anvil robotics', 'borealis', 'calyx'].map(encodeNameKey);
  const { matches, choices } = findUnlocked(keys);
  expect(matches).toEqual({ 'name:anvil robotics': [company], 'name:borealis': [other, toRecordId('c3')] });
  expect(choices).toEqual({ 'name:anvil robotics': company });
});

test('a line is searched by its name only where it has no address, and its company is none before it is chosen', () => {
  const text = 'Name,Web\nAnvil  Robotics,\nBorealis,borealis.example\nCalyx,not a domain\n-,\n';
  const named = { delimiter: ',', header: true, columns: { name: 0, domain: 1 } } as const;
  const found = { 'name:anvil robotics': [company], 'name:calyx': [company, other] };
  const build = (choices: LineChoices) => buildListLines(parseListTable(text, named), named, found, choices);
  expect(build({}).map(({ key, names, state }) => [key, names, state])).toEqual([
    ['name:anvil robotics', 'Anvil  Robotics', 'ambiguous'],
    ['domain:borealis.example', 'borealis.example', 'pending'],
    ['name:calyx', 'Calyx', 'ambiguous'],
    [undefined, '', 'bad'],
  ]);
  const decided = build({ 'name:anvil robotics': company, 'name:calyx': null });
  expect(decided.map(({ state, companyId }) => [state, companyId])).toEqual([
    ['found', company],
    ['pending', undefined],
    ['missing', undefined],
    ['bad', undefined],
  ]);
});
