import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { use } from 'react';
import type { DealFacets } from '#contract/facets.ts';
import { formatGrouped, formatUtcDay } from '../../../../platform/format.ts';
import { useIsCounted } from '../../../../platform/http/connection.ts';
import { createState } from '../../../../platform/state.ts';
import { readStored, writeStored } from '../../../../platform/storage/storage.ts';
import { ActionButton } from '../../../../platform/ui/action-button.tsx';
import { IconButton } from '../../../../platform/ui/button.tsx';
import { Sheet } from '../../../../platform/ui/sheet.tsx';
import { useIsFull, useIsRoomy, useNow } from '../../../../platform/ui/use-browser.ts';
import { FacetBodies } from '../lookups/facet-bodies.ts';
import { facetQuery, type FacetName } from '../lookups/facet-query.ts';
import { useSearchQuery } from '../search/search-context.tsx';
import { type FacetGroup, listFacets } from './facets.ts';
import { useRecordFacets } from './record-facets.ts';
import { useRefine } from './use-refine.ts';

/** Whether the list was opened or closed by hand, stored on this device. */
const chosen = createState(readStored('facets'));

function showFacets(next: boolean): void {
  const choice = next ? 'on' : 'off';
  chosen.write(choice);
  writeStored('facets', choice);
}

/** Whether the list is beside the rows: by default where it takes no columns. */
function useFacetsShown(): boolean {
  const choice = chosen.use();
  const [isFull, isRoomy] = [useIsFull(), useIsRoomy()];
  return isFull && (choice === undefined ? isRoomy : choice === 'on');
}

/** Whether the screen has counts by value: on our own service. */
function useHasFacets(): boolean {
  const bodies = use(FacetBodies);
  const { facets } = useSearchQuery().resource;
  return useIsCounted() && (bodies !== undefined || facets !== undefined);
}

/** The counts of a search by value beside its rows, until they are closed; on a narrow screen a sheet has them. */
export function FacetSide() {
  const { place } = useSearchQuery();
  const isFull = useIsFull();
  const isShown = useFacetsShown();
  const hasFacets = useHasFacets();
  const isOpen = sheetOpen.use();
  if (!hasFacets) return null;
  if (!isFull) {
    return isOpen ? (
      <Sheet title="Narrow" edge="right" onClose={() => sheetOpen.write(false)}>
        <FacetGroups className="px-4 py-3" />
      </Sheet>
    ) : null;
  }
  // An open record needs the room.
  if (!isShown || place.open !== undefined) return null;
  return (
    <aside aria-label="Narrow the search" className="w-56 shrink-0 scroll-y border-l border-line pb-4 print:hidden">
      <div className="flex h-10 items-center justify-between pr-2 pl-4">
        <h2 className="font-semibold">Narrow</h2>
        <IconButton Icon={X} label="Hide the list" onPress={() => showFacets(false)} />
      </div>
      <FacetGroups className="pr-3 pl-4" />
    </aside>
  );
}

/** Opens the list where it is closed, or has no room. */
export function FacetButton() {
  const isFull = useIsFull();
  const isShown = useFacetsShown();
  const hasFacets = useHasFacets();
  if (!hasFacets || isShown) return null;
  return <ActionButton onPress={() => (isFull ? showFacets(true) : sheetOpen.write(true))}>Narrow</ActionButton>;
}

const sheetOpen = createState(false);

/** The counts of the search by the values of each filter, each without that filter. */
function useFacets(): Partial<DealFacets> {
  return {
    rounds: useFacetOf('rounds'),
    locations: useFacetOf('locations'),
    industries: useFacetOf('industries'),
    sizes: useFacetOf('sizes'),
    months: useFacetOf('months'),
  };
}

function useFacetOf<Name extends FacetName>(name: Name): DealFacets[Name] {
  const deals = use(FacetBodies)?.[name];
  const isCounted = useIsCounted();
  return useQuery({ ...facetQuery(name, deals, isCounted), placeholderData: keepPreviousData }).data?.[name];
}

const FacetGroups = ({ className }: { readonly className: string }) =>
  useSearchQuery().resource.facets ? <RecordGroups className={className} /> : <DealGroups className={className} />;

/** The values of companies, investors or people. Before a search they fill the screen. */
export function RecordGroups({ className }: { readonly className: string }) {
  const { resource, draft } = useSearchQuery();
  return <GroupList className={className} groups={useRecordFacets(resource, draft, formatUtcDay(useNow()))} />;
}

function DealGroups({ className }: { readonly className: string }) {
  const { draft } = useSearchQuery();
  return <GroupList className={className} groups={listFacets(draft, useFacets())} />;
}

type GroupListProps = { readonly className: string; readonly groups: readonly FacetGroup[] };

function GroupList({ className, groups }: GroupListProps) {
  const refine = useRefine();
  return (
    <div className={className}>
      {groups.map(({ label, values }) => (
        <section key={label} aria-label={label} className="mb-4 break-inside-avoid">
          <h3 className="pb-0.5 text-11.5 text-ink-3">{label}</h3>
          <ul>
            {values.map((value) => (
              <li key={value.name}>
                <button
                  type="button"
                  aria-pressed={value.isChosen}
                  className="-mx-1.5 flex min-h-6.5 w-[calc(100%+0.75rem)] items-center gap-1.5 rounded-md px-1.5 text-left text-12.5 hover:bg-hover aria-pressed:font-semibold max-tablet:min-h-10"
                  onClick={() => refine(value.change)}
                >
                  <span className="min-w-0 grow truncate" title={value.name}>
                    {value.name}
                  </span>
                  {value.isChosen && <Check aria-hidden className="size-3.5 shrink-0 text-accent-ink" />}
                  <span className="shrink-0 text-ink-3 tabular-nums">{formatGrouped(value.count)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
