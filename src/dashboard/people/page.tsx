import { SearchPage, type ScreenParts } from '../search/search-page.tsx';
import { PersonDetail } from './detail.tsx';
import { people } from './resource.tsx';
import type { PersonRow } from './rows.ts';

const parts: ScreenParts<PersonRow> = { detail: (id, row) => <PersonDetail id={id} row={row} /> };

/** The people screen. */
export function PeoplePage() {
  return <SearchPage resource={people} parts={parts} />;
}
