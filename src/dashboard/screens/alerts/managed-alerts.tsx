import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { AccountAlert, AlertForm } from '#contract/alerts.ts';
import { formatEmployeeRange } from '#contract/scalars.ts';
import type { Tolerant } from '#contract/record.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { useKeepFocus } from '../../platform/ui/use-browser.ts';
import { accountAlerts, buildAlertDraft, removeAlert, saveAlert } from './alert-draft.ts';
import { NoAlerts } from './empty-feed.tsx';
import { NewAlert } from './new-alert.tsx';
import { AlertsFailure } from './notices.tsx';
import { readPermalinkCheck } from '../searches/kit/lookups/permalink-search.ts';
import type { AlertsState, SavedAlert } from '../../records/alerts/use-alerts.ts';
import { connection } from '../../platform/http/connection.ts';
import { alertFilterSources } from '#contract/alert-filters.ts';
import { formatLimit, capitalize } from '../../platform/format.ts';
import { AlertEditor } from './alert-editor.tsx';

type ManagedAlert = Tolerant<AccountAlert>;

/** Our own service sends every member of the form, so the tolerant type can be narrowed. */
const buildForm = (alert: ManagedAlert): AlertForm => {
  const { configuration_name, frequency, description, filters, paused } = alert as AccountAlert;
  return { configuration_name, frequency, description, filters: filters as AlertForm['filters'], paused };
};

type FormProps = {
  /** Whether the address opens the form of a new alert. */
  readonly isFormOpen: boolean;
  readonly onFormClosed: () => void;
};

/** The alerts of the account: create, edit, pause and delete. All free. */
function ManagedAlerts({ isFormOpen, onFormClosed }: FormProps) {
  const client = useQueryClient();
  const list = useQuery(accountAlerts);
  const [edited, setEdited] = useState<ManagedAlert>();
  const [deleted, setDeleted] = useState<ManagedAlert>();
  const undo = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useKeepFocus(deleted ? undo : place, deleted);
  const pausing = useMutation({
    mutationFn: (alert: ManagedAlert) =>
      saveAlert(client, { ...buildForm(alert), paused: alert.paused !== true }, alert.configuration_id ?? ''),
  });
  const deleting = useMutation({
    mutationFn: (alert: ManagedAlert) => removeAlert(client, alert.configuration_id ?? ''),
    onSuccess: (_, alert) => setDeleted(alert),
  });
  const restoring = useMutation({
    mutationFn: (alert: ManagedAlert) => saveAlert(client, buildForm(alert)),
    onSuccess: () => setDeleted(undefined),
  });
  const failure = list.error ?? pausing.error ?? deleting.error ?? restoring.error;
  const isEmpty = list.data?.length === 0 && !deleted;
  useKeepFocus(place, isEmpty);
  const create = <NewAlert isRequested={isFormOpen} onClose={onFormClosed} />;
  return (
    <div className="min-h-0 grow scroll-y px-4.5 py-4 wide:px-6">
      <div ref={place} tabIndex={-1} className="grid max-w-205 gap-3 outline-none">
        {isEmpty ? <NoAlerts>{create}</NoAlerts> : <span className="justify-self-end">{create}</span>}
        {failure && <AlertsFailure failure={failure} onRetry={() => void list.refetch()} />}
        {deleted && (
          <Notice
            title={`Deleted: ${deleted.configuration_name ?? 'unnamed alert'}`}
            actions={
              <Button ref={undo} onClick={() => restoring.mutate(deleted)}>
                Undo
              </Button>
            }
          >
            Your statuses and notes on its deals are kept.
          </Notice>
        )}
        <ul className="grid gap-3">
          {(list.data ?? []).map((alert) => (
            <AlertCard key={alert.configuration_id} configuration={alert} paused={alert.paused === true}>
              <Button onClick={() => setEdited(alert)}>Edit</Button>
              <Button onClick={() => pausing.mutate(alert)}>{alert.paused === true ? 'Resume' : 'Pause'}</Button>
              <Button variant="ghost" onClick={() => deleting.mutate(alert)}>
                Delete
              </Button>
            </AlertCard>
          ))}
        </ul>
      </div>
      {edited !== undefined && (
        <Sheet title="Edit alert" onClose={() => setEdited(undefined)}>
          <AlertEditor
            draft={buildAlertDraft(buildForm(edited))}
            id={edited.configuration_id ?? undefined}
            onSaved={() => setEdited(undefined)}
          />
        </Sheet>
      )}
    </div>
  );
}

type AlertCardProps = {
  readonly configuration: SavedAlert;
  readonly paused: boolean;
  /** Buttons; none where the service is read-only. */
  readonly children?: ReactNode;
};

/** A saved alert with its frequency and filters. */
function AlertCard({ configuration, paused, children }: AlertCardProps) {
  const { configuration_name: name, frequency, description } = configuration;
  const lines = describeFilters(configuration);
  return (
    <li className="grid gap-2 rounded-[10px] border border-line bg-panel px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <h2 className={`text-14 font-semibold ${paused ? 'text-ink-2' : ''}`}>{name ?? 'Unnamed alert'}</h2>
        <span className="text-11.5 text-ink-3">{(frequency ?? 'no frequency').toLowerCase()}</span>
        {paused && <span className="rounded-[5px] bg-warn-soft px-1.5 text-11.5 leading-5 text-warn">paused</span>}
        <div className="flex gap-1 wide:ml-auto">{children}</div>
      </div>
      {description && <p className="max-w-[72ch] text-ink-2">{description}</p>}
      {lines.length === 0 ? (
        <p className="text-ink-3">No filters: every deal matches.</p>
      ) : (
        <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
          {lines.map((line) => (
            <div key={line.name} className="contents">
              <dt className="text-ink-3">{line.name}</dt>
              <dd className="wrap-anywhere">
                <FilterValues line={line} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

/** The values of a filter; permalinks are shown by name once a free lookup finds it. */
function FilterValues({ line: { values, field } }: { readonly line: FilterLine }) {
  const checks = useQueries({
    queries: (field === undefined ? [] : values).map((permalink) =>
      readPermalinkCheck(field === 'location' ? 'location' : 'industry', {
        permalink,
        kind: field === 'super category' ? 'SUPER_CATEGORY' : '',
        name: permalink,
      }),
    ),
  });
  if (checks.some(({ isLoading }) => isLoading)) {
    return <i aria-hidden className="inline-block h-2 w-24 rounded-sm bg-line motion-safe:animate-pulse" />;
  }
  return values
    .map((value, index) => {
      const check = checks[index]?.data;
      return check?.state === 'confirmed' ? check.as.name : value;
    })
    .join(', ');
}

/** The saved alerts: editable on our own service, read-only on a hosted one. */
export function SavedAlerts({ alerts, ...form }: FormProps & { readonly alerts: AlertsState }) {
  const { data } = useQuery(connection);
  if (data?.account === true) return <ManagedAlerts {...form} />;
  const isEmpty = alerts.isLoaded && alerts.configurations.length === 0;
  return (
    <div className="min-h-0 grow scroll-y px-4.5 py-4 wide:px-6">
      {isEmpty ? (
        <NoAlerts>{false}</NoAlerts>
      ) : (
        <p className="mb-3 max-w-[72ch] text-ink-2">Edit these alerts in the hosted service.</p>
      )}
      <ul className="grid max-w-205 gap-3">
        {alerts.configurations.map((configuration, index) => (
          <AlertCard
            key={configuration.configuration_id ?? `alert ${index}`}
            configuration={configuration}
            paused={false}
          />
        ))}
      </ul>
    </div>
  );
}

/** One filter in words; `field` is the lookup that resolves its permalinks to names. */
export type FilterLine = {
  readonly name: string;
  readonly values: readonly string[];
  readonly field?: 'location' | 'industry' | 'super category';
};

const knownFilters: ReadonlySet<string> = new Set(Object.keys(alertFilterSources));
/** The label of the same filter in the deals search. */
const getLabel = (member: keyof typeof alertFilterSources): string =>
  alertFilterSources[member].label.replace(/, USD$/, '');
const knownMembers = new Set([
  'configuration_id',
  'configuration_name',
  'frequency',
  'description',
  'filters',
  'paused',
  'created_at',
]);

/** The filters of a saved alert; members outside the contract come last. */
export function describeFilters(configuration: SavedAlert): FilterLine[] {
  const { filters } = configuration;
  const [min, max] = [filters?.deal_size_min ?? null, filters?.deal_size_max ?? null];
  const listNames = (named: readonly { readonly name: string | null; readonly id: string }[] | null | undefined) =>
    (named ?? []).map(({ id, name }) => name ?? id);
  const lines: FilterLine[] = [
    { name: getLabel('financing_types'), values: filters?.financing_types ?? [] },
    { name: getLabel('locations'), values: filters?.locations ?? [], field: 'location' },
    { name: 'Super category', values: filters?.super_categories ?? [], field: 'super category' },
    { name: getLabel('industries'), values: filters?.industries ?? [], field: 'industry' },
    {
      name: getLabel('deal_size_min'),
      values: [
        ...(min === null ? [] : [`at least ${formatLimit(min)}`]),
        ...(max === null ? [] : [`at most ${formatLimit(max)}`]),
      ],
    },
    { name: getLabel('num_employees'), values: (filters?.num_employees ?? []).map(formatEmployeeRange) },
    { name: getLabel('investors'), values: listNames(filters?.investors) },
    { name: getLabel('companies'), values: listNames(filters?.companies) },
    ...describeUnknownMembers(filters, knownFilters),
    ...describeUnknownMembers(configuration, knownMembers),
  ];
  return lines.filter(({ values }) => values.length > 0);
}

/** Members outside the contract, under their own names. */
function describeUnknownMembers(members: object | null, known: ReadonlySet<string>): FilterLine[] {
  return Object.entries(members ?? {}).flatMap(([name, value]) =>
    known.has(name) || isEmpty(value) ? [] : [{ name: formatMemberName(name), values: splitTexts(value) }],
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const splitTexts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(toText);
const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** "deal_size_min" and "dealSizeMin" as "Deal size min". */
function formatMemberName(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return capitalize(words);
}
