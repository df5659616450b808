import { Link, useParams } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect } from 'react';
import { z } from 'zod';
import { FileText } from 'lucide-react';
import type { ProfileKind } from '../searches/kit/record/profile-link.tsx';
import { CopyId } from '../../platform/ui/copy-and-save.tsx';
import { FigureList, type ShownFigure } from '../../platform/ui/figure-list.tsx';
import { readIsMetered } from '../../platform/http/connection.ts';
import { Loading } from '../../platform/ui/loading.tsx';
import { RecordMark } from '../../records/company-mark.tsx';
import { UnreadNotice } from '../../platform/ui/notice.tsx';
import { useUrl } from '../../platform/url/url.ts';
import { RecordButton } from '../searches/kit/record/unlock-buttons.tsx';
import { ProfileBlock, profileStores } from './profile-block.tsx';
import { profileUrl } from './profile-url.ts';
import { readKnownName, unnamed } from '../searches/kit/lookups/known-names.ts';
import { isBeingRead } from '../../records/records.ts';
import { recordView } from '../../records/recent-views.ts';

/** Draws the button that saves an alert on the deals of a record. The app provides it: alerts are another feature. */
export type RenderAlert = (record: {
  readonly kind: 'company' | 'investor';
  readonly id: string;
  readonly name: string;
}) => ReactNode;

type ProfileAddressProps = { readonly kind: ProfileKind; readonly children: (id: string) => ReactNode };

/** Renders the record with the id in the address, in lower case; says so where that is no UUID. */
export function ProfileAddress({ kind, children }: ProfileAddressProps) {
  const id = z
    .guid()
    .toLowerCase()
    .safeParse(useParams({ strict: false }).id).data;
  return id === undefined ? <InvalidAddress kind={kind} /> : <Fragment key={id}>{children(id)}</Fragment>;
}

type ProfileFrameProps = {
  readonly kind: ProfileKind;
  readonly id: string;
  readonly name: string;
  /** Who it is, in one line. */
  readonly line: string;
  readonly links?: ReactNode;
  readonly figures?: readonly ShownFigure[];
  /** A row of actions, at the end of the line; a notice below the head can follow it. */
  readonly tools: ReactNode;
  /** The wide column, and the narrow one next to it; on a narrow screen it follows below. */
  readonly main: ReactNode;
  readonly side?: ReactNode;
};

/** The page of a profile, which then is among those that were opened: its head, and blocks in one or two columns. */
export function ProfileFrame({ kind, id, name, line, links, figures = [], tools, main, side }: ProfileFrameProps) {
  const { unread } = useUrl(profileUrl);
  useEffect(() => {
    recordView(kind, id);
  }, [kind, id]);
  return (
    <article
      aria-label={name}
      // Under this id the router restores the scroll position on Back.
      data-scroll-restoration-id={`profile ${id}`}
      className="min-h-0 grow scroll-y overscroll-contain px-4 py-4.5 wide:px-6.5"
    >
      <title>{`${name}, Fundscope`}</title>
      <div className={`mx-auto grid grid-cols-1 gap-5 wide:mx-0 ${side === undefined ? '' : 'max-w-310'}`}>
        <UnreadNotice unread={unread} />
        <header className="flex flex-wrap items-start gap-x-3 gap-y-3">
          <RecordMark kind={kind} id={id} name={name} size="large" />
          <div className="grid min-w-0 grow basis-64 gap-0.5">
            <h1 className="text-17 leading-6 font-semibold tracking-[-0.01em] break-words">{name}</h1>
            <div className="text-12.5 text-ink-2">{line}</div>
            {links}
          </div>
          <div className="contents print:hidden">{tools}</div>
        </header>
        <FigureList figures={figures} />
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

type BriefLinkProps = { readonly to: '/investors/$id/brief' | '/companies/$id/brief'; readonly id: string };

/** The link from a profile to its brief. */
export function BriefLink({ to, id }: BriefLinkProps) {
  return (
    <Link to={to} params={{ id }} className="button-link max-tablet:h-10">
      <FileText aria-hidden className="size-3.5" />
      Brief
    </Link>
  );
}

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

type LockedProfileProps = {
  readonly kind: ProfileKind;
  readonly id: string;
  /** The priced button; without one the record alone is offered. */
  readonly tools?: ReactNode;
  /** What is unlocked about it anyway. */
  readonly children?: ReactNode;
};

/** The kinds by which the gateway has them. */
const unlockedKinds = { company: 'companies', investor: 'investors', person: 'people' } as const;

/** The profile of a record that is not unlocked: what is known about it, and the button that unlocks it. */
export function LockedProfile({ kind, id, tools, children }: LockedProfileProps) {
  if (isBeingRead(unlockedKinds[kind], id)) return <Loading />;
  const unknown = profileStores[kind].isUnknown(id);
  return (
    <ProfileFrame
      kind={kind}
      id={id}
      name={readKnownName(kind, id) ?? unnamed[kind]}
      line={
        unknown
          ? `The service has no ${kind} with this id.`
          : readIsMetered()
            ? `You have not unlocked this ${kind} yet.`
            : ''
      }
      tools={!unknown && tools}
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
