import { SearchPage } from '../search/search-page.tsx';
import { PersonDetail } from './detail.tsx';
import { people } from './resource.tsx';

/** The people screen. */
export function PeoplePage() {
  return <SearchPage resource={people} parts={{ detail: (id, row) => <PersonDetail id={id} row={row} /> }} />;
}
