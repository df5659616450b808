import type { ScreenParts } from '../../search/resource/resource.ts';
import { lazy } from 'react';
import { SearchPage } from '../../search/search-page.tsx';
import { people } from './resource.tsx';
import type { PersonRow } from './columns.tsx';

// Most visits never open a record.
const PersonDetail = lazy(() => import('./detail.tsx').then((module) => ({ default: module.PersonDetail })));

const parts: ScreenParts<PersonRow> = { detail: (id, row) => <PersonDetail id={id} row={row} /> };

/** The people screen. */
export function PeoplePage() {
  return <SearchPage resource={people} parts={parts} />;
}
