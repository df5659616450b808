import type { Browser } from '@playwright/test';
import { startSearch } from '#contract/workspace/searches.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { createAccount } from '../../service/accounts/accounts.ts';
import type { Pool } from '../../service/db/pool.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { launchBrowser } from '../demo-workspace.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';

/** The rows of one request. */
const pageRows = 500;

/** A gateway that stores the rows of a search of all deals for an account, and a browser. */
interface FilledSearch {
  browser: Browser;
  sql: Pool;
  gateway: GatewayProcess;
  accountId: string;
  key: string;
}

/** Starts a gateway on this many demo deals and loads all of them for an account; `shutdown` ends everything. */
export async function openFilledSearch(rows: number, shutdown: Shutdown): Promise<FilledSearch> {
  const browser = await launchBrowser(shutdown);
  const { env, sql } = await openTemporaryDatabase(shutdown);
  await loadDemo(sql, { companies: Math.ceil(rows / 5), deals: rows });
  const gateway = await startGatewayProcess(env, shutdown);
  console.error('Loading the rows ...');
  const { account_id: accountId, key } = await createAccount(sql, { name: 'bench', plan: 'API', purchased: 1_000_000 });
  await loadRows(gateway.url(), key, rows);
  return { browser, sql, gateway, accountId, key };
}

/** Loads the newest deals, as a person does page by page. */
async function loadRows(url: string, key: string, rows: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}/workspace${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: unknown }).data;
  };
  await post('/budget', { session_tenths: null });
  const spending = { max_tenths: pageRows * 10, screen: '/deals' };
  const wanted = { resource: 'deals', body: { sort_by: 'most_recent_deal' }, rows: Math.min(rows, pageRows) };
  const { search } = startSearch.data.parse(await post('/searches', { ...wanted, ...spending }));
  for (let loaded = search.loaded; loaded < rows; loaded += pageRows) {
    await post(`/searches/${search.id}/more`, { ...spending, rows: Math.min(pageRows, rows - loaded) });
  }
}
