import { formatCount } from '../../platform/format.ts';
import { ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { readKnownName, unnamed } from '../searches/kit/lookups/known-names.ts';
import type { SharedRounds } from './co-investor-clusters.ts';

/** The rounds that co-investors share with the investor, on the diagonal, and with each other, under it. */
export function CoInvestorMatrix({ ids, shared }: SharedRounds) {
  const names = ids.map((id) => readKnownName('investor', id) ?? unnamed.investor);
  const most = Math.max(1, ...shared.flat());
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-12 tabular-nums">
        <caption className="sr-only">Rounds that co-investors share</caption>
        <thead>
          <tr className="text-11 text-ink-3">
            <th scope="col">
              <span className="sr-only">Investor</span>
            </th>
            {names.map((name, at) => (
              <th key={ids[at]} scope="col" title={name} className="min-w-6 px-px font-medium">
                <span aria-hidden>{toInitials(name)}</span>
                <span className="sr-only">{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shared.map((row, at) => (
            <tr key={ids[at]}>
              <th scope="row" className="max-w-24 truncate pr-2 text-left font-normal">
                <ProfileLink kind="investor" id={ids[at] ?? ''}>
                  {names[at]}
                </ProfileLink>
              </th>
              {row.slice(0, at + 1).map((count, column) => (
                <td
                  key={ids[column]}
                  title={
                    at === column
                      ? `${formatCount(count, 'round')} with ${names[at]}`
                      : `${formatCount(count, 'round')} with ${names[at]} and ${names[column]}`
                  }
                  className={`h-6.5 min-w-6 border border-panel text-center ${at === column ? 'font-semibold outline outline-edge -outline-offset-2' : ''}`}
                  style={{
                    backgroundColor: `color-mix(in oklab, var(--color-heat) ${Math.round((66 * count) / most)}%, var(--color-panel))`,
                  }}
                >
                  {count === 0 ? <span aria-label="none">·</span> : count.toLocaleString('en-US')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const toInitials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\d]/u.test(word))
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
