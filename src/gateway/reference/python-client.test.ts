import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { findScratchFolder } from '../../testing/scratch-folder.ts';
import { startService } from '../../testing/service.ts';
import { buildPythonClient } from './python-client.ts';

const run = promisify(execFile);
const hasPython = (() => {
  try {
    return execFileSync('python3', ['--version'], { encoding: 'utf8' }).startsWith('Python 3');
  } catch {
    console.warn('python3 is not installed: the tests of the Python client are skipped.');
    return false;
  }
})();

describe.runIf(hasPython)('the Python client', () => {
  const service = openForTests(() => startService({ demo: true }), 120_000);
  let address = '';
  let folder = '';
  beforeAll(async () => {
    address = await service.app.listen({ port: 0, host: '127.0.0.1' });
    folder = await mkdtemp(join(findScratchFolder(), 'fundscope-python-'));
    await writeFile(join(folder, 'fundscope.py'), buildPythonClient());
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs a program with the client `api`; returns the value that its last line gives to `show`. */
  async function runPython(program: string, site = address): Promise<unknown> {
    const start =
      'import json\nfrom fundscope import *\napi = Fundscope()\ndef show(value): print(json.dumps(value))\n';
    const env = { ...process.env, FUNDSCOPE_ADDRESS: site, FUNDSCOPE_KEY: service.key };
    const { stdout } = await run('python3', ['-W', 'error', '-c', start + program], { cwd: folder, env });
    return JSON.parse(stdout);
  }
  const readSpent = async () => {
    const [row] = await service.sql<{ tenths: number }[]>`
      SELECT coalesce(sum(monthly_tenths + purchased_tenths), 0)::int AS tenths FROM ledger`;
    return row?.tenths ?? 0;
  };

  test('reads rows of all pages within a budget, and exactly uses it up', async () => {
    const before = await readSpent();
    const program = `
rows = list(api.iter_search_deals({"sort_by": "largest_raise"}, max_credits=25, page_size=10))
show([len(rows), len({row["id"] for row in rows}), rows[0]["total_round_raised"] >= rows[-1]["total_round_raised"]])`;
    expect(await runPython(program)).toEqual([25, 25, true]);
    expect((await readSpent()) - before).toBe(250);
  });

  test('reads one record, a list by query and free look-ups, with what they cost', async () => {
    const program = `
deal = api.search_deals({"page_size": 1}).data["deals"][0]
one = api.read_deal(deal["id"], max_credits=1)
history = api.read_company_deals(id=deal["company_id"], page_size=5)
places = api.search_locations(name="berlin")
show([one.data["deal"]["id"] == deal["id"], one.credits_used, len(history.data["deals"]) > 0, places.credits_used,
  len(places.data["locations"]) > 0, one.charge_unconfirmed])`;
    expect(await runPython(program)).toEqual([true, 1, true, 0, true, false]);
  });

  test('a call that could exceed its budget is not sent, and a rejected one says why', async () => {
    const before = await readSpent();
    const program = `
found = []
for call in (lambda: api.search_deals({"page_size": 100}, max_credits=20),
             lambda: api.read_deal_investors("0b6f3a52-91c4-4d7e-8f20-5a3c9e1d7b84", max_credits=5),
             lambda: api.search_deals({"page_size": 1000})):
    try:
        call()
    except FundscopeError as error:
        found.append([error.status, error.code])
show(found)`;
    expect(await runPython(program)).toEqual([
      [0, 'BUDGET'],
      [0, 'BUDGET'],
      [422, 'VALIDATION_ERROR'],
    ]);
    expect(await readSpent()).toBe(before);
  });

  test('a response that is lost is asked for again under the same key, and charged once', async () => {
    const keys: unknown[] = [];
    const faulty = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      void (async () => {
        let body = '';
        for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${service.key}` };
        const answer = await fetch(`${address}${request.url}`, {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': String(request.headers['idempotency-key']) },
          body,
        });
        const text = await answer.text();
        // The first response is charged, and never arrives.
        if (keys.length === 1) response.destroy();
        else response.writeHead(answer.status, { 'x-credits-used': answer.headers.get('x-credits-used')! }).end(text);
      })();
    }).listen(0, '127.0.0.1');
    await once(faulty, 'listening');
    const before = await readSpent();
    const site = `http://127.0.0.1:${(faulty.address() as AddressInfo).port}`;
    expect(await runPython('show(len(api.search_deals({"page_size": 7}).data["deals"]))', site)).toBe(7);
    faulty.close();
    expect((await readSpent()) - before).toBe(70);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  test('has a typed dict for every record and body, and a docstring for every method', async () => {
    const program = `
import inspect, typing
methods = [value for name, value in vars(Fundscope).items() if not name.startswith("_")]
hints = typing.get_type_hints(DealSearch)
show([len(methods) > 19, all(inspect.getdoc(one) for one in methods), sorted(typing.get_type_hints(Valuation)),
  "deal" in hints, "Price: 1 credit per row." in " ".join(inspect.getdoc(Fundscope.search_deals).split())])`;
    expect(await runPython(program)).toEqual([
      true,
      true,
      ['type', 'valuation_currency', 'valuation_native', 'valuation_usd'],
      true,
      true,
    ]);
  });
});
