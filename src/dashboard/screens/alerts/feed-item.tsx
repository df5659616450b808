import { Bookmark, Check, StickyNote, X } from 'lucide-react';
import { ListBadge } from '../../records/lists/list-badge.tsx';
import { Author } from '../../records/status/authors.tsx';
import { formatLimit } from '../../platform/format.ts';
import { RecordMark } from '../../records/company-mark.tsx';
import { RoundBadge } from '../searches/kit/record/cells.tsx';
import {
  type AlertDealRecord,
  describeAmount,
  describeMatch,
  type AlertItem,
  type MatchReason,
  formatAmount,
  formatLocalTime,
  isReviewed,
} from '../../records/alerts/items.ts';
import { formatRoundName } from '#contract/rounds.ts';
import { financingType } from '#contract/enums.ts';
import type { RecordStatus, StatusValue } from '#contract/workspace/statuses.ts';

type FeedItemProps = {
  readonly item: AlertItem;
  readonly recordStatus: RecordStatus;
  readonly isActive: boolean;
  readonly isLate: boolean;
  readonly onStatus: (status: StatusValue) => void;
  readonly onOpen: () => void;
};

/** One deal in a row of two lines, with its reasons as chips and the status buttons. */
export function FeedItem({ item, recordStatus, isActive, isLate, onStatus, onOpen }: FeedItemProps) {
  const { id, deal, reasons } = item;
  const reviewed = isReviewed(recordStatus);
  const name = deal.company_name ?? 'Unnamed company';
  return (
    <div
      className={`@container border-b border-l-2 border-b-line -outline-offset-2 outline-accent group-focus-visible/entry:outline-2 ${
        isActive ? 'border-l-accent bg-accent-soft' : 'border-l-transparent'
      }`}
    >
      <div className="grid min-h-12.5 grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1 pr-4 pl-4 wide:pl-5.5 max-wide:min-h-15.25">
        <RecordMark kind="company" id={deal.company_id} name={name} size="medium" />
        <div className="min-w-0">
          <h3 id={`name-${id}`} className="flex min-w-0 items-center gap-x-2 leading-5 tiny:flex-wrap">
            <button
              type="button"
              tabIndex={isActive ? 0 : -1}
              className={`truncate text-left hover:underline ${reviewed ? 'font-[450] text-ink-2' : 'font-[550]'}`}
              onClick={onOpen}
            >
              {name}
            </button>
            <span className="inline-flex shrink-0">
              <RoundBadge round={item.round} />
            </span>
            <Amount item={item} />
            <Place deal={deal} />
            <ListBadge companyId={deal.company_id} />
            {isLate && <Chip variant="warn">added late</Chip>}
            {recordStatus.tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
          </h3>
          <p
            className="flex min-w-0 items-center gap-x-2 text-12.5 leading-4.5 text-ink-2"
            title={deal.date === null ? undefined : formatLocalTime(deal.date)}
          >
            <span className="truncate">{describeMatch(deal)}</span>
            {recordStatus.note !== '' && (
              <span className="inline-flex min-w-0 shrink-[0.5] items-center gap-1 text-12 text-ink-3">
                <StickyNote aria-hidden className="size-3 shrink-0" />
                <span className="sr-only">Note:</span>
                <span className="truncate">{recordStatus.note}</span>
              </span>
            )}
            {reviewed && (
              <span className="flex max-w-3/5 shrink-0 empty:hidden">
                <Author kind="deal" id={id} part="status" />
              </span>
            )}
          </p>
        </div>
        <div className="flex items-center gap-3">
          <ReasonChips item={item} />
          <StatusButtons recordStatus={recordStatus} name={deal.company_name} isActive={isActive} onStatus={onStatus} />
        </div>
        <div id={`why-${id}`} className="sr-only">
          {reasons.map((reason) => (
            <p key={reason.alertId}>{formatReason(reason, reasons.length > 1)}</p>
          ))}
        </div>
      </div>
    </div>
  );
}

/** The most chips in a row. */
const maxChips = 3;

/** What matched, in a few words; the whole sentences are the tooltip. */
function ReasonChips({ item }: { readonly item: AlertItem }) {
  const chips = [...new Set(item.reasons.flatMap((reason) => listReasonChips(item, reason)))];
  const more = chips.length - maxChips;
  return (
    <span
      aria-hidden
      title={item.reasons.map((reason) => formatReason(reason, true)).join('\n')}
      className="hidden max-w-85 items-center gap-1 @2xl:flex"
    >
      {chips.slice(0, maxChips).map((chip) => (
        <span
          key={chip}
          className="max-w-37.5 truncate rounded-[5px] border border-line px-1.5 text-11.5 leading-4.5 text-ink-2"
        >
          {chip}
        </span>
      ))}
      {more > 0 && <span className="text-11.5 text-ink-3">+{more}</span>}
    </span>
  );
}

const formatReason = ({ alertName, text }: MatchReason, named: boolean): string =>
  `${named ? `${alertName}: ` : ''}${text || 'No reason given.'}`;

/** The facts that a reason names; the name of the alert where it names none. */
export function listReasonChips(item: AlertItem, reason: MatchReason): string[] {
  const facts = splitAtFacts(reason.text, listFacts(item, reason)).filter(({ isFact }) => isFact);
  const chips = facts.flatMap(({ part, at }) => {
    if (!part.startsWith('$')) return part;
    // The filter is the reason, not the amount, which the row shows.
    const bound = /(at least|at most) $/.exec(reason.text.slice(0, at))?.[1];
    const amount = formatLimit(Number(part.replaceAll(/[$,]/g, '')));
    return bound === undefined ? [] : `${amount} or ${bound === 'at least' ? 'more' : 'less'}`;
  });
  return chips.length === 0 ? [reason.alertName] : chips;
}

function Chip({ variant, children }: { readonly variant?: 'warn'; readonly children: string }) {
  return (
    <span
      className={`shrink-0 rounded-[5px] px-1.5 text-11.5 leading-5 font-normal ${variant === 'warn' ? 'bg-warn-soft text-warn' : 'bg-sunken text-ink-2'}`}
    >
      {children}
    </span>
  );
}

function Place({ deal }: { readonly deal: AlertDealRecord }) {
  const { city, state, country } = deal.location ?? {};
  const near = city ?? state ?? country;
  if (!near) return null;
  const whole = [...new Set([city, state, country])].filter(Boolean).join(', ');
  return (
    <span title={whole} className="truncate @max-md:hidden text-12.5 font-normal text-ink-3">
      {near}
    </span>
  );
}

function Amount({ item }: { readonly item: AlertItem }) {
  return (
    <span
      className={`shrink-0 @max-md:ml-auto ${formatAmount(item) ? 'font-semibold tabular-nums' : 'font-normal text-ink-3'}`}
    >
      {describeAmount(item)}
    </span>
  );
}

type StatusButtonsProps = {
  readonly recordStatus: RecordStatus;
  readonly name: string | null;
  readonly isActive: boolean;
  readonly onStatus: (status: StatusValue) => void;
};

const statusButtons = [
  {
    of: 'shortlist',
    action: 'Shortlist',
    done: 'Shortlisted',
    Icon: Bookmark,
    classes: 'text-accent-ink [&>svg]:fill-current',
  },
  { of: 'pass', action: 'Pass', done: 'Passed', Icon: X, classes: 'text-ink-2' },
] as const;

/** Shortlist and Pass as icons; a set status in words, and pressing it again removes it. */
function StatusButtons({ recordStatus, name, isActive, onStatus }: StatusButtonsProps) {
  const { status } = recordStatus;
  const tabIndex = isActive ? 0 : -1;
  // A narrow screen has these buttons in the bar at the bottom; here it shows only the status.
  const classes =
    status === null
      ? `size-7 justify-center text-ink-2 hover:bg-sunken hover:text-ink max-wide:hidden ${isActive ? 'border-line bg-panel' : 'border-transparent'}`
      : 'h-7 border-transparent px-1.5 text-12.5 font-medium hover:bg-sunken';
  const button = `inline-flex items-center gap-1.5 rounded-md border whitespace-nowrap ${classes}`;
  return (
    <div className="flex items-center justify-end gap-1.5 wide:min-w-23 print:hidden">
      {status === null && isReviewed(recordStatus) && (
        <span className="inline-flex items-center gap-1 text-12 text-ink-3">
          <Check aria-hidden className="size-3.5" />
          seen
        </span>
      )}
      {statusButtons
        .filter(({ of }) => status === null || status === of)
        .map(({ of, action, done, Icon, classes: set }) => (
          <button
            key={of}
            type="button"
            tabIndex={tabIndex}
            aria-pressed={status === of}
            aria-label={`${action} ${name ?? 'this deal'}`}
            className={`${button} ${status === of ? set : ''}`}
            onClick={() => onStatus(of)}
          >
            <Icon aria-hidden className="size-3.5" />
            {status === of && <span className="@max-md:sr-only">{done}</span>}
          </button>
        ))}
    </div>
  );
}

type ReasonTextProps = {
  readonly item: AlertItem;
  readonly reason: MatchReason;
};

/** Why a deal matched an alert, in the service's words, with the facts of the deal in bold. */
export function ReasonText({ item, reason }: ReasonTextProps) {
  const { alertName, text } = reason;
  return (
    <p className="text-12.5">
      <span className="font-medium text-ink">{alertName}: </span>
      {splitAtFacts(text || 'No reason given.', listFacts(item, reason)).map(({ at, part, isFact }) =>
        isFact ? (
          <b key={at} className="font-semibold text-accent-ink">
            {part}
          </b>
        ) : (
          part
        ),
      )}
    </p>
  );
}

/** The facts of a deal that a reason can name, and the whole names that its alert filters for. */
function listFacts({ deal, round }: AlertItem, { names }: MatchReason): string[] {
  const type = financingType.safeParse(round.type).data;
  const { city, state, country, region } = deal.location ?? {};
  return [
    ...(type ? [formatRoundName({ type, pre: round.pre === true, extension: round.extension === true })] : []),
    ...names,
    ...[city, state, country, region, deal.company_name].flatMap((fact) => fact ?? []),
  ].filter((fact) => fact.length > 1);
}

type TextPart = { readonly at: number; readonly part: string; readonly isFact: boolean };

const inWord = /[\p{L}\d-]/u;
/** Amounts, and what our own service writes after "works in" and "based in". */
const writtenFacts =
  /(?<![\p{L}\d-])(?:\$[\d,.]*\d|(?<=(?:works|based) in )[^,.]+?(?= and (?:it|the) | and [^,.]* took part|[,.])|(?<=it has )\S+ employees)(?![\p{L}\d-])/gu;

/**
 * Splits a text at facts (whole words) and at `writtenFacts`. One expression of all facts would be compiled for each
 * text, which takes about as long as rendering its row.
 */
export function splitAtFacts(text: string, facts: readonly string[]): TextPart[] {
  const found = [
    ...facts.toSorted((a, b) => b.length - a.length).flatMap((fact) => findWhole(text, fact)),
    ...Array.from(text.matchAll(writtenFacts), ({ 0: part, index: at }) => ({ at, part })),
  ];
  const parts: TextPart[] = [];
  let from = 0;
  for (const { at, part } of found.toSorted((a, b) => a.at - b.at)) {
    if (at < from) continue;
    if (at > from) parts.push({ at: from, part: text.slice(from, at), isFact: false });
    parts.push({ at, part, isFact: true });
    from = at + part.length;
  }
  return from < text.length ? [...parts, { at: from, part: text.slice(from), isFact: false }] : parts;
}

/** Where a fact stands in a text as whole words. */
function findWhole(text: string, fact: string): { at: number; part: string }[] {
  const found = [];
  for (let at = text.indexOf(fact); at !== -1; at = text.indexOf(fact, at + 1)) {
    if (!inWord.test(text.charAt(at - 1)) && !inWord.test(text.charAt(at + fact.length)))
      found.push({ at, part: fact });
  }
  return found;
}
