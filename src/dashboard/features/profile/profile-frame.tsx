import { Link } from '../../platform/url/link.tsx';
import { useScreenId } from '../../platform/url/screen-code.ts';
import { Fragment, type ReactNode, useEffect } from 'react';
import { z } from 'zod';
import { FileText } from 'lucide-react';
import { type UrlState, flagParameter, plainParameter } from '../../platform/url/url.ts';
import type { ProfileKind } from '../../search/record/profile-link.tsx';
import { unlockedCompanies, unlockedInvestors, unlockedPeople } from '../../library/records/records.ts';
import { CopyId } from '../../platform/ui/copy-and-save.tsx';
import { Monogram } from '../../platform/ui/monogram.tsx';
import { RecordButton } from '../../search/record/unlock-buttons.tsx';
import { ProfileBlock } from './profile-block.tsx';
import { readKnownName } from '../../search/lookups/known-names.ts';

const portfolioSorts = (
  ['company', 'round', 'amount', 'announced', 'role', 'with', 'location', 'industry'] as const
).flatMap((column) => [column, `-${column}`] as const);

/** The search parameters of a profile. */
export const profileUrl = z.object({
  /** What the bars of deals per quarter show. */
  by: z.enum(['count', 'amount']).default('count'),
  /** Whether the list of recent deals is expanded. */
  all: flagParameter.optional(),
  /** Which investments of the portfolio are shown, and their order: a column, descending with a minus sign. */
  part: z.enum(['matches', 'led']).optional(),
  find: plainParameter.optional(),
  sort: z.enum(portfolioSorts).optional(),
  /** The search from which the profile was opened. */
  within: plainParameter.optional(),
});

/** The search parameters of a profile, read and written. */
export type ProfileUrlState = UrlState<typeof profileUrl>;

/** What the profile knows for the block of matching deals; `deals` and `led` are totals, null where unknown. */
export type MatchesProps = {
  readonly id: string;
  readonly within: string;
  readonly deals: number | null;
  readonly led: number | null;
};

/** Draws the block of matching deals. The app provides it, because it takes the search of another feature. */
export type RenderMatches = (matches: MatchesProps) => ReactNode;

/** Draws the button that saves an alert on the deals of a record. The app provides it: alerts are another feature. */
export type RenderAlert = (record: {
  readonly kind: 'company' | 'investor';
  readonly id: string;
  readonly name: string;
}) => ReactNode;

type ProfileAddressProps = { readonly kind: ProfileKind; readonly children: (id: string) => ReactNode };

/** Renders the record with the id in the address, in lower case; says so where that is no UUID. */
export function ProfileAddress({ kind, children }: ProfileAddressProps) {
  const id = z.guid().toLowerCase().safeParse(useScreenId()).data;
  return id === undefined ? <InvalidAddress kind={kind} /> : <Fragment key={id}>{children(id)}</Fragment>;
}

type ProfileFrameProps = {
  /** Under this id the router restores the scroll position on Back. */
  readonly id: string;
  readonly label: string;
  readonly head: ReactNode;
  /** The wide column, and the narrow one next to it; on a narrow screen it follows below. */
  readonly main?: ReactNode;
  readonly side?: ReactNode;
};

/** The page of a profile: its head, and blocks in two columns. */
export function ProfileFrame({ id, label, head, main, side }: ProfileFrameProps) {
  return (
    <article
      aria-label={label}
      data-scroll-restoration-id={`profile ${id}`}
      className="min-h-0 grow scroll-y overscroll-contain px-4 py-4.5 wide:px-6.5"
    >
      <div className={`mx-auto grid grid-cols-1 gap-5 wide:mx-0 ${side === undefined ? '' : 'max-w-310'}`}>
        {head}
        {side === undefined ? (
          main
        ) : (
          <div className="grid grid-cols-1 items-start gap-x-6.5 gap-y-4 min-[68.75rem]:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="grid grid-cols-1 gap-4">{main}</div>
            <div className="grid grid-cols-1 gap-4">{side}</div>
          </div>
        )}
      </div>
    </article>
  );
}

type ProfileHeadProps = {
  readonly kind: ProfileKind;
  readonly id: string;
  readonly name: string;
  /** Who it is, in one line. */
  readonly line?: ReactNode;
  readonly links?: ReactNode;
  /** A row of actions, at the end of the line; a notice below the head can follow it. */
  readonly tools?: ReactNode;
};

/** The name at the head of a profile, which then is among those that were opened. */
export function ProfileHead({ kind, id, name, line, links, tools }: ProfileHeadProps) {
  useEffect(() => {
    void import('../../library/recent-views.ts').then(({ recordView }) => recordView(kind, id));
  }, [kind, id]);
  return (
    <header className="flex flex-wrap items-start gap-x-3 gap-y-3">
      <Monogram name={name} size="large" isPerson={kind === 'person'} />
      <div className="grid min-w-0 grow basis-64 gap-0.5">
        <h1 className="text-17 leading-6 font-semibold tracking-[-0.01em] break-words">{name}</h1>
        {line !== undefined && <div className="text-12.5 text-ink-2">{line}</div>}
        {links}
      </div>
      {tools}
    </header>
  );
}

type BriefLinkProps = { readonly to: '/investors/$id/brief' | '/companies/$id/brief'; readonly id: string };

/** The link from a profile to its brief. */
export function BriefLink({ to, id }: BriefLinkProps) {
  return (
    <Link to={to} id={id} className="button-link max-tablet:h-10">
      <FileText aria-hidden className="size-3.5" />
      Brief
    </Link>
  );
}

/** Figures in a row, each under its label; unknown ones are left out. */
export function ProfileFigures({ figures }: { readonly figures: readonly ProfileFigure[] }) {
  const known = figures.filter(({ value }) => value !== null && value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3 max-tablet:grid max-tablet:grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] max-tablet:gap-x-4">
      {known.map(({ label, value, note }) => (
        <div
          key={label}
          className="grid content-between gap-0.5 border-r border-line pr-6 last:border-0 max-tablet:border-0 max-tablet:pr-0"
        >
          <dt className="text-12 text-ink-3">{label}</dt>
          <dd className="text-18 leading-6 font-semibold tabular-nums">
            {value}
            {note !== undefined && <small className="ml-2 text-12 font-normal text-ink-3">{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A figure at the head of a profile, and what puts it in proportion. */
export type ProfileFigure = {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: string | undefined;
};

function InvalidAddress({ kind }: { readonly kind: ProfileKind }) {
  return (
    <div className="grid gap-2 p-6">
      <h1 className="text-15 font-semibold">{`This link does not name ${kind === 'investor' ? 'an' : 'a'} ${kind}`}</h1>
      <p className="text-ink-2">
        A profile link ends in an id of 36 letters, digits and hyphens. Check that you copied the whole link.
      </p>
    </div>
  );
}

const stores = { company: unlockedCompanies, investor: unlockedInvestors, person: unlockedPeople } as const;

type LockedProfileProps = {
  readonly kind: ProfileKind;
  readonly id: string;
  /** The priced button; without one the record alone is offered. */
  readonly tools?: ReactNode;
  /** What is unlocked about it anyway. */
  readonly children?: ReactNode;
};

/** The profile of a record that is not unlocked: what is known about it, and the button that unlocks it. */
export function LockedProfile({ kind, id, tools, children }: LockedProfileProps) {
  const name = readKnownName(kind, id);
  const unknown = stores[kind].isUnknown(id);
  return (
    <ProfileFrame
      id={id}
      label={name ?? 'Profile'}
      head={
        <ProfileHead
          kind={kind}
          id={id}
          name={name ?? `Unnamed ${kind}`}
          line={unknown ? `The service has no ${kind} with this id.` : `You have not unlocked this ${kind} yet.`}
          tools={!unknown && tools}
        />
      }
      main={
        <>
          {(unknown || tools === undefined) && (
            <ProfileBlock
              title="Record"
              basis={unknown ? undefined : 'Facts, links and counts.'}
              foot={
                <RecordButton kind={kind} id={id}>
                  {unknown ? `Check for this ${kind} again` : `Unlock this ${kind}`}
                </RecordButton>
              }
            >
              <div className="flex items-center gap-2 text-ink-3">
                <CopyId id={id} of={kind} />
              </div>
            </ProfileBlock>
          )}
          {children}
        </>
      }
    />
  );
}
