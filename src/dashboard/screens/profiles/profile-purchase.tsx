import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { formatCount } from '../../platform/format.ts';
import { Overflow } from '../../platform/ui/overflow.tsx';
import { useKeepFocus } from '../../platform/ui/use-browser.ts';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { findAffordableRows } from '../../spending/price.ts';
import { PricedButton, type PurchasePart } from '../../spending/priced-button.tsx';
import { useFreeLoad, useIsFree } from '../../spending/use-free-load.ts';
import type { SpendAuthorization } from '../../spending/spend-authorization.ts';
import { previewQuery } from '../searches/kit/fetch/unlocked-rows.ts';
import { useRowsVersion } from '../../records/record-store.ts';
import { useHasWorkspace } from '../../platform/http/workspace.ts';
import { useExtrasRun, watchExtras } from '../searches/kit/fetch/extras.ts';
import { ExtrasProgress } from '../searches/kit/results/extras-progress.tsx';
import {
  countMissingDeals,
  fewDeals,
  planDeals,
  planProfile,
  planRecord,
  type ProfileOwner,
  type ProfilePlan,
} from './profile-plan.ts';
import { useStoredPeople } from './stored-parts.ts';

type ProfilePurchaseProps = {
  readonly owner: Omit<ProfileOwner, 'hasPeople'>;
  /** The other actions of the profile, in the same row. */
  readonly children: ReactNode;
};

/**
 * Unlocks all that a profile lacks, at one price, or a part of it; nothing where the profile is complete. Where that is
 * free it happens by itself. A failure has
 * a row of its own below the head, so that no button moves.
 */
export function ProfilePurchase(props: ProfilePurchaseProps) {
  const client = useQueryClient();
  const people = useStoredPeople(props.owner);
  const owner: ProfileOwner = { ...props.owner, hasPeople: Boolean(people) };
  const { kind, id } = owner;
  const name = `${kind} ${id}`;
  const run = useExtrasRun({ name });
  const place = useRef<HTMLDivElement>(null);
  const isRunning = run?.isRunning === true;
  useKeepFocus(place, isRunning);
  const { plan, missing, name: action, isLoading } = useWholePlan(owner, isRunning);
  const load =
    ({ load: work }: ProfilePlan) =>
    (authorization: SpendAuthorization) =>
      void watchExtras(authorization, { name }, (onProgress) => work(authorization, client, onProgress));
  const one = kind === 'investor' ? 'deal' : 'round';
  const findPart = (leftTenths: number) => findNewestDeals(owner, missing, leftTenths, load);
  const parts = listParts(owner, missing, one);
  const failure = run?.failure;
  const isFree = useIsFree();
  const isComplete = !plan.isNeeded && !isRunning;
  useFreeLoad(plan.isNeeded && !isRunning ? `${name} ${missing} ${plan.parts}` : undefined, load(plan));
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {!isComplete && (
          <div
            ref={place}
            tabIndex={-1}
            className={`flex flex-wrap items-center gap-2 outline-none ${isLoading ? 'invisible' : ''}`}
          >
            {isRunning ? (
              <ExtrasProgress label="Profile loaded" run={run} />
            ) : isFree ? null : (
              <>
                <PricedButton
                  isListed
                  upTo
                  variant="primary"
                  tenths={plan.tenths}
                  plan={plan.parts}
                  findPart={findPart}
                  onConfirm={load(plan)}
                >
                  {action}
                </PricedButton>
                {parts.length > 0 && (
                  <Overflow label="Unlock a part">
                    {parts.map(([label, part]) => (
                      <PricedButton key={label} upTo tenths={part.tenths} plan={part.parts} onConfirm={load(part)}>
                        {label}
                      </PricedButton>
                    ))}
                  </Overflow>
                )}
              </>
            )}
          </div>
        )}
        {props.children}
      </div>
      {failure && !isRunning && !isComplete && (
        <div className="basis-full">
          <FailureNotice
            key={failure.message}
            failure={failure}
            repeat={{ name: 'Try again', tenths: plan.tenths, onConfirm: load(plan) }}
          />
        </div>
      )}
    </>
  );
}
/** The most deals whose investors are counted before they are unlocked. */
const maxPreviewed = 500;

/** The plan for all that a profile lacks; for its newest deals where nothing tells how many there are. */
function useWholePlan(owner: ProfileOwner, isRunning: boolean) {
  const { isLocked, history } = owner;
  const [resource, id] = history.of;
  const isAsked = useHasWorkspace() && !isRunning && !history.whole;
  const query = previewQuery({ resource, body: { id }, via: null }, maxPreviewed, useRowsVersion());
  const preview = useQuery({ ...query, placeholderData: keepPreviousData, enabled: isAsked });
  const { total = null, investors } = preview.data ?? {};
  const counted = { ...history, total: history.total ?? total };
  const known = countMissingDeals(counted);
  const missing = known ?? fewDeals;
  const areCounted = total !== null && total <= maxPreviewed;
  const wholeLabel = known === undefined ? 'Unlock profile' : 'Unlock whole profile';
  return {
    plan: planProfile({ ...owner, history: counted }, missing, areCounted ? investors : undefined),
    missing,
    name: isLocked || missing > 0 ? wholeLabel : 'Complete profile',
    isLoading: preview.isLoading,
  };
}

/** The newest deals with all of their parts that so many tenths pay for. */
function findNewestDeals(
  owner: ProfileOwner,
  missing: number,
  leftTenths: number,
  load: (plan: ProfilePlan) => (authorization: SpendAuthorization) => void,
): PurchasePart | undefined {
  const deals = findAffordableRows(missing, leftTenths, (rows) => planProfile(owner, rows).tenths);
  const part = planProfile(owner, deals);
  if (deals === 0 || part.tenths > leftTenths) return undefined;
  return {
    name: `Unlock the newest ${formatCount(deals, owner.kind === 'investor' ? 'deal' : 'round')}`,
    tenths: part.tenths,
    onConfirm: load(part),
  };
}

/** What can be unlocked of a profile alone. */
const listParts = (
  owner: ProfileOwner,
  missing: number,
  one: string,
): (readonly [label: string, plan: ProfilePlan])[] => [
  ...(missing > fewDeals
    ? [[`Next ${fewDeals} ${one}s with names and leads`, planProfile(owner, fewDeals)] as const]
    : []),
  ...(missing > 0 && !owner.isLocked
    ? [[`${formatCount(missing, one)} without names and leads`, planDeals(owner, missing)] as const]
    : []),
  ...(owner.isLocked ? [['Facts and counts only', planRecord(owner)] as const] : []),
];
