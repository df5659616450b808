import { vi } from 'vitest';
import type { WorkspaceMember } from '#contract/workspace/members.ts';
import type { CompanyList } from '#contract/workspace/lists.ts';
import type { ReviewState } from '#contract/workspace/reviews.ts';
import type { SavedSearch } from '#contract/workspace/saved-searches.ts';
import type { OwnStage, RecordStatus, StatusKind, StoredStatus } from '#contract/workspace/statuses.ts';
import { queryClient } from '../../platform/http/query-client.ts';
import { clearUndoSteps } from '../status/undo-steps.ts';
import { discardUnsaved } from './unsaved.ts';

/** The id of a record in a test, such as of "a". */
export const toRecordId = (name: string): string => {
  const digits = Array.from(name, (letter) => letter.charCodeAt(0).toString(16)).join('');
  return `${digits.padEnd(8, '0').slice(0, 8)}-0000-4000-8000-000000000000`;
};

const compareNames = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name.localeCompare(other.name);

type StatusChange = { readonly kind: StatusKind; readonly id: string; readonly set: Partial<RecordStatus> };

/** A request as the gateway receives it; `answer` handles it there. */
type Received = {
  readonly method: string;
  readonly path: string;
  readonly keepalive: boolean;
  readonly answer: () => Response;
};

const noStatus: RecordStatus = {
  status: null,
  seen: false,
  tags: [],
  note: '',
  stage: null,
  owner: '',
  next: '',
  due: null,
  rank: null,
};
const noList: Omit<CompanyList, 'id' | 'by' | 'created_at' | 'matches' | 'choices' | 'incomplete'> = {
  name: '',
  file_name: '',
  encoding: 'UTF-8',
  lines: 0,
  layout: { delimiter: ',', header: true, columns: {} },
  text: '',
  changed_at: '2026-11-01T00:00:00Z',
};
const noReviews: ReviewState = { finished_at: null, place: null, shown_ids: [], alert_ids: [] };
const noSearch: Omit<SavedSearch, 'id'> = {
  name: '',
  screen: 'deals',
  search: '',
  body: {},
  via: null,
  columns: null,
  by: null,
  saved_at: '2026-11-01T00:00:00Z',
  viewed_at: null,
  new_rows: null,
};

type ListBody = Partial<CompanyList> & {
  readonly deleted?: false;
  readonly dropped_matches?: readonly string[];
  readonly dropped_choices?: readonly string[];
};
type SearchBody = Partial<SavedSearch> & { readonly deleted?: false };
type ReviewBody = { readonly deal_ids: string[]; readonly alert_ids: string[]; readonly place: string | null };
type Members = { readonly members: readonly WorkspaceMember[]; readonly self: string | null };

/** A gateway in memory that stores the work of one account. */
export class WorkGateway {
  readonly #statuses = new Map<string, StoredStatus>();
  readonly lists = new Map<string, CompanyList>();
  readonly searches = new Map<string, SavedSearch>();
  readonly #deletedLists = new Map<string, CompanyList>();
  readonly #deletedSearches = new Map<string, SavedSearch>();
  #version = 0;
  #clock = Date.parse('2026-11-28T12:00:00Z');
  #reviews = noReviews;
  #reviewsBefore = noReviews;
  stages: OwnStage[] = [];
  /** The members, and which of them sends the next requests. */
  members: Members = { members: [], self: null };
  /** Every request so far. */
  readonly requests: Received[] = [];
  /** Decides when and whether a request is answered; at once by default. */
  respond = async ({ answer }: Received): Promise<Response> => answer();

  readonly fetch = async (url: string, { method = 'GET', body, keepalive = false }: RequestInit): Promise<Response> => {
    const parsed = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
    const answer = () => {
      const data = this.#handle(method, url, parsed);
      return data
        ? new Response(JSON.stringify({ data, meta: {} }))
        : new Response(JSON.stringify({ error: { code: 'NOT_FOUND', message: 'Not found.' } }), { status: 404 });
    };
    const received = { method, path: url, keepalive, answer };
    this.requests.push(received);
    return this.respond(received);
  };

  readStatus(kind: StatusKind, id: string): StoredStatus | undefined {
    return this.#statuses.get(`${kind} ${id}`);
  }

  /** Changes statuses, also as a colleague does. */
  changeStatuses(changes: readonly StatusChange[]): StoredStatus[] {
    this.#version += 1;
    const [at, by, version] = [this.#tick(), this.members.self, this.#version];
    const nobody = { status_by: null, status_at: null, note_by: null, note_at: null };
    for (const { kind, id, set } of changes) {
      const before = this.readStatus(kind, id) ?? { ...noStatus, ...nobody, kind, id, changed_at: at, version };
      const isDecided = ['status', 'stage', 'seen'].some((field) => field in set);
      this.#statuses.set(`${kind} ${id}`, {
        ...before,
        ...set,
        ...(isDecided ? { status_by: by, status_at: at } : {}),
        ...('note' in set ? { note_by: by, note_at: at } : {}),
        changed_at: at,
        version,
      });
    }
    return changes.flatMap(({ kind, id }) => this.readStatus(kind, id) ?? []);
  }

  putList(id: string, { deleted, dropped_matches: dropped = [], matches, choices, ...set }: ListBody): CompanyList {
    const at = this.#tick();
    const blank = { id, by: this.members.self, created_at: at, matches: {}, choices: {}, incomplete: [] };
    const restored = deleted === false ? this.#deletedLists.get(id) : undefined;
    const before = restored ?? this.lists.get(id) ?? { ...noList, ...blank };
    const left = Object.entries(before.matches).filter(([key]) => !dropped.includes(key));
    const { dropped_choices: _none, ...rest } = set;
    const list = {
      ...before,
      ...rest,
      matches: { ...Object.fromEntries(left), ...matches },
      choices: { ...before.choices, ...choices },
      changed_at: at,
    };
    this.lists.set(id, list);
    return list;
  }

  putSearch(id: string, { deleted, ...set }: SearchBody): SavedSearch {
    const restored = deleted === false ? this.#deletedSearches.get(id) : undefined;
    const blank = { id, ...noSearch, by: this.members.self, saved_at: this.#tick() };
    const before = restored ?? this.searches.get(id) ?? blank;
    const found = set.new_rows ? { new_rows: { ...set.new_rows, at: this.#tick() } } : {};
    const saved = { ...before, ...set, ...found };
    this.searches.set(id, saved);
    return saved;
  }

  /** A moment later than all before. */
  #tick(): string {
    this.#clock += 1;
    return new Date(this.#clock).toISOString();
  }

  #handle(method: string, url: string, body: unknown): object | undefined {
    const { pathname, searchParams } = new URL(url, 'http://gateway.test');
    const [, , part = '', id = ''] = pathname.split('/');
    switch (part) {
      case 'statuses': {
        if (method === 'PUT') return { statuses: this.changeStatuses((body as { changes: StatusChange[] }).changes) };
        const after = Number(searchParams.get('after'));
        const statuses = [...this.#statuses.values()].filter(({ version }) => version > after);
        return { version: this.#version, complete: after === 0, more: false, statuses };
      }
      case 'stages':
        if (method === 'PUT') ({ stages: this.stages } = body as { stages: OwnStage[] });
        return { stages: this.stages };
      case 'members':
        return this.members;
      case 'reviews':
        return { reviews: this.#changeReviews(id, body as ReviewBody | undefined) };
      case 'lists':
        return this.#handleLists(method, id, body as ListBody);
      case 'saved-searches':
        return this.#handleSearches(method, id, body as SearchBody);
      default:
        return undefined;
    }
  }

  #handleLists(method: string, id: string, body: ListBody): object | undefined {
    if (id === '') {
      const lists = [...this.lists.values()].toSorted(compareNames);
      return { lists: lists.map(({ text: _1, matches: _2, choices: _3, incomplete: _4, ...head }) => head) };
    }
    if (method === 'PUT') return { list: this.putList(id, body) };
    const list = this.lists.get(id);
    if (method === 'GET' || !list) return list && { list };
    this.#deletedLists.set(id, list);
    return { deleted: this.lists.delete(id) };
  }

  #handleSearches(method: string, id: string, body: SearchBody): object {
    if (id === '') return { saved_searches: [...this.searches.values()].toSorted(compareNames) };
    if (method === 'PUT') return { saved_search: this.putSearch(id, body) };
    const saved = this.searches.get(id);
    if (saved) this.#deletedSearches.set(id, saved);
    return { deleted: this.searches.delete(id) };
  }

  #changeReviews(action: string, body: ReviewBody | undefined): ReviewState {
    if (action === 'finish' && body) {
      this.#reviewsBefore = this.#reviews;
      this.#reviews = {
        finished_at: this.#tick(),
        place: null,
        shown_ids: [...new Set([...this.#reviews.shown_ids, ...body.deal_ids])],
        alert_ids: [...new Set([...this.#reviews.alert_ids, ...body.alert_ids])],
      };
    } else if (action === 'reopen') this.#reviews = this.#reviewsBefore;
    else if (body) this.#reviews = { ...this.#reviews, place: body.place };
    return this.#reviews;
  }
}

/** Starts a gateway in place of `fetch`, with a page that has read nothing. */
export function startWorkGateway(): WorkGateway {
  queryClient.clear();
  discardUnsaved();
  clearUndoSteps();
  const gateway = new WorkGateway();
  vi.stubGlobal('fetch', gateway.fetch);
  return gateway;
}

/** Waits until changes are sent and answered. */
export async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1000);
}
