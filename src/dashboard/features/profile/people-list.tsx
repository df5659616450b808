import { useQuery } from '@tanstack/react-query';
import { unlockedPeople } from '../../library/records/records.ts';
import { Monogram } from '../../platform/ui/monogram.tsx';
import { ProfileLink } from '../../search/record/profile-link.tsx';
import { storedPeople } from './stored-parts.ts';

/** A person with the title in this place. */
export type NamedPerson = { readonly id: string; readonly name: string | null; readonly title: string | null };

const maxPeople = 8;

type PeopleProps = {
  readonly owner: { readonly kind: 'company' | 'investor'; readonly id: string };
  /** People known from elsewhere. */
  readonly partners?: readonly NamedPerson[];
};

/** The people of a company or an investor with their titles. */
export function People({ owner, partners = [] }: PeopleProps) {
  const { data: ids } = useQuery(storedPeople(owner));
  const unlocked = (ids ?? []).flatMap((id) => unlockedPeople.read(id) ?? []);
  const others = partners.filter(({ id }) => !unlocked.some((person) => person.id === id));
  const people: readonly NamedPerson[] = [...unlocked, ...others].slice(0, maxPeople);
  if (people.length === 0) {
    return (
      <p className="text-ink-3">
        {ids === undefined ? 'Unlock the profile to see its people.' : 'No people on record.'}
      </p>
    );
  }
  return (
    <ul className="grid">
      {people.map((person) => (
        <li key={person.id} className="flex min-h-7 min-w-0 items-center justify-between gap-3">
          <span className="flex min-w-0 items-center gap-2">
            <Monogram name={person.name ?? '?'} isPerson />
            <ProfileLink kind="person" id={person.id} className="truncate">
              {person.name ?? 'Unnamed person'}
            </ProfileLink>
          </span>
          <span className="truncate text-12 text-ink-3">{person.title}</span>
        </li>
      ))}
    </ul>
  );
}
