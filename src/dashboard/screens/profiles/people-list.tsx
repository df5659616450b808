import { unlockedPeople } from '../../records/records.ts';
import { Monogram } from '../../platform/ui/monogram.tsx';
import { ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { unnamed } from '../searches/kit/lookups/known-names.ts';
import { BlockLines } from './profile-block.tsx';
import { useStoredPeople } from './stored-parts.ts';

/** A person with the title in this place. */
export type NamedPerson = { readonly id: string; readonly name: string | null; readonly title: string | null };

const maxPeople = 8;

type PeopleProps = {
  readonly owner: { readonly kind: 'company' | 'investor'; readonly id: string };
  /** People known from elsewhere. */
  readonly partners?: readonly NamedPerson[];
};

/** The unlocked people of a company or an investor, then others that are known; undefined where none were searched. */
export function useNamedPeople({ owner, partners = [] }: PeopleProps): readonly NamedPerson[] | undefined {
  const ids = useStoredPeople(owner)?.ids;
  const unlocked = (ids ?? []).flatMap((id) => unlockedPeople.read(id) ?? []);
  const others = partners.filter(({ id }) => !unlocked.some((person) => person.id === id));
  const people = [...unlocked, ...others].slice(0, maxPeople);
  return ids === undefined && people.length === 0 ? undefined : people;
}

/** The people of a company or an investor with their titles. */
export function People(props: PeopleProps) {
  const people = useNamedPeople(props);
  if (!people || people.length === 0) {
    return (
      <p className="text-ink-3">
        {people === undefined ? 'Unlock the profile to see its people.' : 'No people on record.'}
      </p>
    );
  }
  return (
    <BlockLines
      lines={people.map(({ id, name, title }) => ({
        key: id,
        what: (
          <span className="flex min-w-0 items-center gap-2">
            <Monogram name={name ?? '?'} isPerson />
            <ProfileLink kind="person" id={id} className="truncate">
              {name ?? unnamed.person}
            </ProfileLink>
          </span>
        ),
        remark: title,
      }))}
    />
  );
}
