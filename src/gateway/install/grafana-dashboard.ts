type Panel = {
  readonly title: string;
  /** The unit of the values, in Grafana's terms. */
  readonly unit: string;
  /** PromQL and the legend of its series. */
  readonly queries: readonly (readonly [expression: string, legend: string])[];
};

const own = '{job=~"$job", instance=~"$instance"}';
const rate = (metric: string, labels = own) => `rate(${metric}${labels}[$__rate_interval])`;
const quantile = (share: number, by: string) =>
  `histogram_quantile(${share}, sum by (${by}) (${rate('fundscope_request_seconds_bucket')}))`;
const failed = '{job=~"$job", instance=~"$instance", status=~"5.."}';

/** Rows of up to three panels. */
const rows: readonly (readonly Panel[])[] = [
  [
    {
      title: 'Requests per second, by endpoint',
      unit: 'reqps',
      queries: [[`sum by (endpoint) (${rate('fundscope_requests_total')})`, '{{endpoint}}']],
    },
    {
      title: 'Requests per second, by status',
      unit: 'reqps',
      queries: [[`sum by (status) (${rate('fundscope_requests_total')})`, '{{status}}']],
    },
    {
      title: 'Share of failed requests (5xx)',
      unit: 'percentunit',
      queries: [
        [`sum(${rate('fundscope_requests_total', failed)}) / sum(${rate('fundscope_requests_total')})`, 'failed'],
      ],
    },
  ],
  [
    {
      title: 'Response time',
      unit: 's',
      queries: [0.5, 0.95, 0.99].map((share) => [quantile(share, 'le'), `p${share * 100}`]),
    },
    {
      title: 'Response time by endpoint (p95)',
      unit: 's',
      queries: [[quantile(0.95, 'le, endpoint'), '{{endpoint}}']],
    },
    {
      title: 'Queries: running, waiting and the most at once',
      unit: 'short',
      queries: [[`sum by (state) (fundscope_pool_queries${own})`, '{{state}}']],
    },
  ],
  [
    {
      title: 'Credits charged per minute, by endpoint',
      unit: 'short',
      queries: [[`60 * sum by (endpoint) (${rate('fundscope_credits_total')})`, '{{endpoint}}']],
    },
    {
      title: 'Records per second, by endpoint',
      unit: 'short',
      queries: [[`sum by (endpoint) (${rate('fundscope_rows_total')})`, '{{endpoint}}']],
    },
    {
      title: 'Lag of replicas',
      unit: 's',
      queries: [
        [`max by (replica) (fundscope_replica_lag_seconds${own})`, '{{replica}}'],
        [`sum(fundscope_replica_usable${own})`, 'usable replicas'],
      ],
    },
  ],
  [
    {
      title: 'CPU',
      unit: 'percentunit',
      queries: [[rate('process_cpu_seconds_total'), '{{instance}}']],
    },
    {
      title: 'Memory',
      unit: 'bytes',
      queries: [
        [`process_resident_memory_bytes${own}`, '{{instance}} resident'],
        [`nodejs_heap_size_used_bytes${own}`, '{{instance}} heap'],
      ],
    },
    {
      title: 'Event loop lag (p99) and garbage collection',
      unit: 's',
      queries: [
        [`nodejs_eventloop_lag_p99_seconds${own}`, '{{instance}} lag'],
        [`sum by (instance) (${rate('nodejs_gc_duration_seconds_sum')})`, '{{instance}} collection per second'],
      ],
    },
  ],
];

const source = { type: 'prometheus', uid: '${source}' };

/** A dashboard for /metrics, to be imported into Grafana (schema 39, Grafana 10 and newer). */
export function buildGrafanaDashboard(): object {
  return {
    title: 'Fundscope',
    uid: 'fundscope',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [chooseSource, chooseLabel('job'), chooseLabel('instance')] },
    panels: rows.flatMap((panels, y) => panels.map((panel, x) => buildPanel(panel, x, y))),
  };
}

const chooseSource = { name: 'source', label: 'Prometheus', type: 'datasource', query: 'prometheus' };

const chooseLabel = (name: string): object => ({
  name,
  type: 'query',
  datasource: source,
  query: `label_values(fundscope_requests_total, ${name})`,
  refresh: 2,
  includeAll: true,
  multi: true,
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
});

function buildPanel({ title, unit, queries }: Panel, x: number, y: number): object {
  return {
    id: y * 3 + x + 1,
    title,
    type: 'timeseries',
    datasource: source,
    gridPos: { x: x * 8, y: y * 8, w: 8, h: 8 },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'table', placement: 'bottom', calcs: ['lastNotNull', 'max'] } },
    targets: queries.map(([expr, legendFormat], at) => ({
      refId: 'ABC'[at],
      datasource: source,
      expr,
      legendFormat,
    })),
  };
}
