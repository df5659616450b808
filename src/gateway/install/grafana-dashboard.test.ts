import { expect, test } from 'vitest';
import { buildService } from '../../service/app.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { buildGrafanaDashboard } from './grafana-dashboard.ts';

type Dashboard = {
  panels: {
    id: number;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { refId: string; expr: string }[];
  }[];
};

const database = openForTests(openTestDatabase);

test('every metric of the dashboard is one that /metrics exposes, with the labels that it groups by', async () => {
  const replica = {
    name: 'b',
    sql: database.sql,
    isUsable: () => true,
    readLag: () => 1,
    countAnswer: () => undefined,
    readAnswers: () => 1,
  };
  const app = await buildService({ db: database.sql, replicas: [replica] });
  const { metrics } = app;
  metrics.count({ endpoint: 'searchDeals', status: 200, seconds: 0.1, rows: 3, tenths: 30 });
  const exposed = await metrics.registry.metrics();
  await app.close();
  const names = new Set([...exposed.matchAll(/^([a-z_0-9]+)[ {]/gm)].map(([, name]) => name));
  const { panels } = buildGrafanaDashboard() as Dashboard;
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const used = new Set(expressions.flatMap((text) => text.match(/\b(fundscope|process|nodejs)_[a-z_0-9]+/g) ?? []));
  // Node has not counted any garbage collection in such a young process.
  expect(
    [...used].filter((name) => !names.has(name) && !exposed.includes(`# TYPE ${name.replace(/_sum$/, '')} `)),
  ).toEqual([]);
  expect(used.size).toBeGreaterThan(10);
  const labels = new Set(expressions.flatMap((text) => text.match(/by \(([^)]+)\)/)?.[1]?.split(', ') ?? []));
  const known = [...exposed.matchAll(/[{,]([a-z]+)="/g)].map(([, name]) => name);
  expect([...labels].filter((name) => name !== 'instance' && !known.includes(name))).toEqual([]);
});

test('panels have unique ids and do not overlap, and their queries have balanced brackets', () => {
  const { panels } = JSON.parse(JSON.stringify(buildGrafanaDashboard())) as Dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  for (const { refId, expr } of panels.flatMap(({ targets }) => targets)) {
    expect(refId).toMatch(/^[A-C]$/);
    for (const pair of ['()', '[]', '{}']) expect(expr.split(pair[0]!).length, expr).toBe(expr.split(pair[1]!).length);
  }
});
