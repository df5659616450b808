import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { SearchPage, showsRows } from '../../search/search-page.tsx';
import { people } from './people.ts';

const LoadedPeople = lazyPart(() => import('./loaded-people.tsx').then((module) => module.LoadedPeople), showsRows());

/** The people screen. */
export function PeoplePage() {
  return <SearchPage resource={people} Rows={LoadedPeople} />;
}
