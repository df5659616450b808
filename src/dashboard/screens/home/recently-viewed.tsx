import { useRecentViews } from '../../records/recent-views.ts';
import { useLibraryVersion } from '../../records/record-store.ts';
import { capitalize } from '../../platform/format.ts';
import { RecordMark } from '../../records/company-mark.tsx';
import { readKnownName } from '../searches/kit/lookups/known-names.ts';
import { ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { TitledCard, cardRow } from '../../platform/ui/titled-card.tsx';

const maxViewed = 6;

/** The profiles that were opened last, as far as their names are known. */
export function RecentlyViewed() {
  useLibraryVersion();
  const viewed = useRecentViews()
    .flatMap(({ kind, id }) => {
      const name = readKnownName(kind, id);
      return name === undefined ? [] : [{ kind, id, name }];
    })
    .slice(0, maxViewed);
  if (viewed.length === 0) return null;
  return (
    <TitledCard title="Recently viewed">
      {viewed.map(({ kind, id, name }) => (
        <ProfileLink key={id} kind={kind} id={id} className={`${cardRow} hover:no-underline`}>
          <RecordMark kind={kind} id={id} name={name} />
          <span className="min-w-0 grow truncate font-[550]">{name}</span>
          <span className="text-ink-2">{capitalize(kind)}</span>
        </ProfileLink>
      ))}
    </TitledCard>
  );
}
