import { describeRequest } from '../../search/saved/describe-request.ts';
import { sumCalls, formatUtcDay, type DaySums, type LoggedCall, type CallTotals } from '../../purchase/logged-call.ts';

/** All calls that asked the same, whatever page of it; the newest first. */
export type QuestionGroup = {
  readonly id: string;
  readonly calls: readonly LoggedCall[];
  readonly totals: CallTotals;
};

/** What tells questions apart: the request without its page. Free look-ups stay lines of their own. */
export function toQuestionId({ id, method, path, body, outcome }: LoggedCall): string {
  if (outcome === 'free') return id;
  const { page: _page, page_size: _size, ...question } = body ?? {};
  return JSON.stringify([method, path, question]);
}

/** The screen that asked, as the navigation calls it. */
export function toScreenName({ place }: Pick<LoggedCall, 'place'>): string {
  const name = place.split(/[/?]/)[1] ?? '';
  return name === '' ? 'Start' : name === 'docs' ? 'API' : name.charAt(0).toUpperCase() + name.slice(1);
}

const toSearch = (place: string): string => place.slice(`${place}?`.indexOf('?'));

/** A call in words. */
export const toCallSentence = (call: LoggedCall): string =>
  call.calls > 1 ? `${call.summary}, ${call.calls} times in this minute` : describeRequest(call, toSearch(call.place));

/** Calls grouped by what they asked; the group with the newest call comes first. */
export function toGroups(calls: readonly LoggedCall[]): QuestionGroup[] {
  const groups = new Map<string, LoggedCall[]>();
  for (const call of calls.toSorted((a, b) => b.at - a.at)) {
    const id = toQuestionId(call);
    const group = groups.get(id);
    if (group) group.push(call);
    else groups.set(id, [call]);
  }
  return [...groups].flatMap(([id, group]) => {
    const [newest] = group;
    if (!newest) return [];
    return {
      id,
      sentence: toCallSentence(newest),
      screen: toScreenName(newest),
      calls: group,
      totals: sumCalls(group),
    };
  });
}

/** Which calls are on the screen. */
export type CallFilter = { readonly day?: string | undefined; readonly outcome?: LoggedCall['outcome'] | undefined };

/** The calls of a UTC day and with an outcome, where those are chosen. */
export const toChosen = (calls: readonly LoggedCall[], { day, outcome }: CallFilter): LoggedCall[] =>
  calls.filter(
    (call) =>
      (day === undefined || formatUtcDay(call.at) === day) && (outcome === undefined || call.outcome === outcome),
  );

/** The sums by day that belong to a choice; an outcome is not known of them. */
export const toChosenDays = (days: DaySums, { day, outcome }: CallFilter): [string, CallTotals][] =>
  Object.entries(days)
    .filter(([one]) => outcome === undefined && (day === undefined || one === day))
    .toSorted(([a], [b]) => b.localeCompare(a));

/** Every UTC day of the book, newest first. */
export const toDays = (calls: readonly LoggedCall[], days: DaySums): string[] =>
  [...new Set([...calls.map(({ at }) => formatUtcDay(at)), ...Object.keys(days)])].toSorted().toReversed();
