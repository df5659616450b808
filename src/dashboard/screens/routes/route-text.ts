import type { Route, RouteHop, RouteStop } from '#contract/routes.ts';
import { formatCount, formatShortDay, formatUtcDay } from '../../platform/format.ts';

/** How a score is called. */
export const nameStrength = (score: number): string => (score >= 0.25 ? 'Strong' : score >= 0.08 ? 'Good' : 'Possible');

/** What a route passes through. */
export function nameRoute({ stops }: Route): string {
  const between = stops.slice(1, -1);
  const [first] = between;
  if (!first) return 'Direct';
  if (between.length === 1 && first.kind === 'company') return `Through ${first.name}, a company of both`;
  return `Through ${first.name}`;
}

/** The newest round of a hop; undefined where it has no dated one. */
export const findLatest = ({ deals }: RouteHop): string | undefined =>
  deals.find(({ date }) => date !== null)?.date ?? undefined;

/** The rounds of a route, and when the newest of them was. */
export function describeRounds({ hops }: Route): string {
  const deals = new Map(hops.flatMap((hop) => hop.deals.map(({ deal_id: id, date }) => [id, date] as const)));
  const rounds = Math.max(deals.size, ...hops.map((hop) => hop.rounds));
  const latest = [...deals.values()]
    .filter((date) => date !== null)
    .toSorted()
    .at(-1);
  if (rounds === 0) return 'By jobs';
  return `${formatCount(rounds, 'round')}${latest === undefined ? '' : `, latest ${formatShortDay(latest)}`}`;
}

/** The days on which a route has rounds, each once and the earliest first; of a hop at most its newest rounds. */
export const listRoundDays = ({ hops }: Route): string[] =>
  [...new Set(hops.flatMap(({ deals }) => deals.flatMap(({ date }) => date ?? [])))].toSorted();

/** What two stops have in common, over the line and under it. */
export function labelHop(hop: RouteHop, before: RouteStop, after: RouteStop): readonly [string, string] {
  const latest = findLatest(hop);
  const when = latest === undefined ? '' : formatShortDay(latest).replace(/^\d+ /, '');
  if (hop.by === 'job')
    return [(after.kind === 'person' ? after : before).detail?.startsWith('Founder') ? 'founder' : 'works at', ''];
  if (hop.by === 'rounds') return [formatCount(hop.rounds, 'round'), when];
  const hasLed = hop.deals.some(({ led }) => led !== null);
  return [hasLed ? 'led' : 'invested', when];
}

/** Under a year, up to three years, older, or undated. */
export function findAge(hop: RouteHop): 'new' | 'recent' | 'old' | 'undated' {
  const latest = findLatest(hop);
  if (latest === undefined) return 'undated';
  const days = (Date.parse(formatUtcDay()) - Date.parse(latest)) / 86_400_000;
  return days <= 365 ? 'new' : days <= 3 * 365 ? 'recent' : 'old';
}

/** The route as a note to write from: what each hop rests on. */
export function writeNote(route: Route, to: RouteStop): string {
  const lines = route.hops.map((hop, at) => {
    const [before, after] = [route.stops[at], route.stops[at + 1]] as [RouteStop, RouteStop];
    const names = [...new Set(hop.deals.map(({ company }) => company.name))].slice(0, 3).join(', ');
    if (hop.by === 'job') {
      const [person, employer] = before.kind === 'person' ? [before, after] : [after, before];
      return `- ${person.name} works at ${employer.name}.`;
    }
    if (hop.by === 'rounds') {
      return `- ${before.name} and ${after.name} worked on ${formatCount(hop.rounds, 'round')} together: ${names}.`;
    }
    const [investor, company] = before.kind === 'company' ? [after, before] : [before, after];
    return `- ${investor.name} invested in ${company.name}.`;
  });
  const [ask] = route.stops.slice(1, -1);
  const request = ask ? `Ask ${ask.name} for an introduction to ${to.name}.` : `Write to ${to.name}.`;
  return `${request}\n${lines.join('\n')}\n`;
}
