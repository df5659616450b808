import { queryClient } from '../../platform/http/query-client.ts';
import { decodeNameKey, type LineKey } from '../../records/lists/identifier.ts';
import { changeCompanyList, type LineChoices, readCompanyList } from '../../records/lists/stored-lists.ts';
import { unlockedCompanies } from '../../records/records.ts';
import { unlockByIds } from '../../records/unlock.ts';
import type { SpendAuthorization } from '../../spending/spend-authorization.ts';
import { listSame } from '../searches/kit/lookups/name-choice.tsx';
import { searchNames } from '../searches/kit/lookups/record-search.ts';

/** The most companies that a name may mean. */
const maxCandidates = 10;

/** Stores the companies that have the names of lines, and unlocks those that alone have exactly the name. */
export async function searchNameBatch(
  authorization: SpendAuthorization,
  listId: string,
  keys: readonly LineKey[],
): Promise<number> {
  const byName = new Map(keys.map((key) => [decodeNameKey(key) ?? '', key]));
  const matches: Record<string, string[]> = {};
  const exact: Record<string, string> = {};
  let choices: Record<string, string> = {};
  try {
    await searchNames(authorization, queryClient, { kind: 'company', names: [...byName.keys()] }, (name, found) => {
      const key = byName.get(name) ?? '';
      const [only, ...others] = listSame(name, found);
      const offered = [...new Map([...listSame(name, found), ...found].map((one) => [one.id, one])).keys()];
      matches[key] = offered.slice(0, maxCandidates);
      if (only && others.length === 0) exact[key] = only.id;
    });
  } finally {
    choices = withoutChosen(exact, readCompanyList(listId)?.choices ?? {});
    changeCompanyList(listId, { matches, choices });
  }
  await unlockByIds(authorization, { companies: unlockedCompanies.missing(Object.values(choices)) });
  return 0;
}

/** The choices for lines of which no member chose a company. */
export const withoutChosen = (choices: Readonly<Record<string, string>>, chosen: LineChoices): Record<string, string> =>
  Object.fromEntries(Object.entries(choices).filter(([key]) => chosen[key] === undefined));
