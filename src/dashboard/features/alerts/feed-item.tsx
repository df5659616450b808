import { Bookmark, Check, MapPin, StickyNote, X } from 'lucide-react';
import { ListBadge } from '../../library/lists/list-badge.tsx';
import type { RecordStatus, StatusValue } from '../../library/status/statuses.ts';
import { formatMoney } from '../../platform/format.ts';
import { formatRoundType, getStageColour } from '../../platform/rounds.ts';
import { SafeLink, checkUrl } from '../../platform/ui/safe-link.tsx';
import { type AlertDealRecord, type AlertItem, type MatchReason, formatLocalTime, isReviewed } from './items.ts';
import { formatRoundName } from '#contract/rounds.ts';
import { financingType } from '#contract/enums.ts';

type FeedItemProps = {
  readonly item: AlertItem;
  readonly recordStatus: RecordStatus;
  readonly isActive: boolean;
  readonly isLate: boolean;
  readonly onStatus: (status: StatusValue) => void;
  readonly onOpen: () => void;
};

/** One deal: company, round, reasons and the status buttons. Reviewed deals change colour and say so in words. */
export function FeedItem({ item, recordStatus, isActive, isLate, onStatus, onOpen }: FeedItemProps) {
  const { id, deal } = item;
  const reviewed = isReviewed(recordStatus);
  return (
    <div
      className={`grid grid-cols-[14px_minmax(0,1fr)] gap-x-3 gap-y-2 border-b border-line px-4.5 py-3 outline-offset-[-2px] outline-accent group-focus-visible/entry:outline-2 wide:grid-cols-[14px_minmax(0,1fr)_auto] wide:px-6 ${
        isActive ? 'bg-accent-soft' : ''
      }`}
    >
      <i
        aria-hidden
        className={`mt-1.5 size-2 rounded-full ${reviewed ? 'border border-edge bg-transparent' : 'bg-accent'}`}
      />
      <div className="grid min-w-0 max-w-[76ch] gap-0.5">
        <h3 id={`name-${id}`} className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
          <button
            type="button"
            tabIndex={isActive ? 0 : -1}
            className={`min-h-6 min-w-0 truncate text-left text-[13.5px] hover:underline ${reviewed ? 'font-medium text-ink-2' : 'font-semibold'}`}
            onClick={onOpen}
          >
            {deal.company_name ?? 'Unnamed company'}
          </button>
          <Place deal={deal} />
          <ListBadge companyId={deal.company_id} />
          {isLate && <Chip look="warn">added late</Chip>}
          {recordStatus.tags.map((tag) => (
            <Chip key={tag}>{tag}</Chip>
          ))}
        </h3>
        <p
          className="flex min-w-0 flex-wrap items-center gap-x-2 text-ink-2"
          title={deal.date === null ? undefined : formatLocalTime(deal.date)}
        >
          <span className="inline-flex items-center gap-1.5 text-ink">
            <i aria-hidden className="size-2 rounded-[2px]" style={{ background: getStageColour(item.round) }} />
            {formatRoundType(item.round)}
          </span>
          <Amount item={item} />
          <ArticleLink deal={deal} isActive={isActive} />
        </p>
        <div id={`why-${id}`} className="grid gap-0.5 text-ink-2">
          {item.reasons.map((reason) => (
            <ReasonText key={reason.alertId} item={item} reason={reason} named={item.reasons.length > 1} />
          ))}
        </div>
        {recordStatus.note !== '' && (
          <p className="flex items-baseline gap-1.5 text-[12px] text-ink-3">
            <StickyNote aria-hidden className="size-3 shrink-0 translate-y-0.5" />
            <span className="sr-only">Note:</span>
            <span className="truncate">{recordStatus.note}</span>
          </p>
        )}
      </div>
      <StatusButtons recordStatus={recordStatus} name={deal.company_name} isActive={isActive} onStatus={onStatus} />
    </div>
  );
}

function Chip({ look, children }: { readonly look?: 'warn'; readonly children: string }) {
  return (
    <span
      className={`rounded-[5px] px-1.5 text-[11.5px] leading-5 ${look === 'warn' ? 'bg-warn-soft text-warn' : 'bg-sunken text-ink-2'}`}
    >
      {children}
    </span>
  );
}

function Place({ deal }: { readonly deal: AlertDealRecord }) {
  const { city, state, country } = deal.location ?? {};
  const near = city ?? state ?? country;
  if (!near) return null;
  const whole = [city, state, country].filter(Boolean).join(', ');
  return (
    <span title={whole} className="inline-flex items-baseline gap-1 text-[12px] text-ink-3">
      <MapPin aria-hidden className="size-3 translate-y-0.5" />
      {near}
    </span>
  );
}

function Amount({ item: { usd } }: { readonly item: AlertItem }) {
  return (
    <span className={usd === null ? 'text-ink-3' : 'font-semibold text-ink tabular-nums'}>
      {usd === null ? 'undisclosed' : formatMoney(usd)}
    </span>
  );
}

/** The main article, by the name of its host. */
function ArticleLink({ deal: { articles }, isActive }: { readonly deal: AlertDealRecord; readonly isActive: boolean }) {
  const main = articles?.find(({ is_primary: primary }) => primary === true) ?? articles?.[0];
  const href = checkUrl(main?.link);
  if (href === undefined) return null;
  return (
    <span className="min-w-0 text-[12px]">
      <SafeLink to={href} tabIndex={isActive ? 0 : -1}>
        {new URL(href).hostname.replace(/^www\./, '')}
      </SafeLink>
    </span>
  );
}

type StatusButtonsProps = {
  readonly recordStatus: RecordStatus;
  readonly name: string | null;
  readonly isActive: boolean;
  readonly onStatus: (status: StatusValue) => void;
};

/** Shortlist and Pass; pressing the active one again removes the status. */
export function StatusButtons({ recordStatus, name, isActive, onStatus }: StatusButtonsProps) {
  const { status } = recordStatus;
  const button = 'inline-flex h-8 items-center gap-1.5 rounded-[7px] border px-2.5 font-[550] whitespace-nowrap';
  const tabIndex = isActive ? 0 : -1;
  // A narrow screen has these buttons in the bar at the bottom; here it shows only the status.
  const narrow = status === null ? 'max-wide:hidden' : '';
  return (
    <div className="col-start-2 flex items-start gap-1.5 self-start wide:col-start-3">
      {status !== 'pass' && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-pressed={status === 'shortlist'}
          aria-label={`Shortlist ${name ?? 'this deal'}`}
          className={`${button} ${narrow} ${status === 'shortlist' ? 'border-transparent bg-accent-soft text-accent-ink' : 'border-edge bg-panel hover:bg-sunken'}`}
          onClick={() => onStatus('shortlist')}
        >
          <Bookmark aria-hidden className={`size-3.5 ${status === 'shortlist' ? 'fill-current' : ''}`} />
          {status === 'shortlist' ? 'Shortlisted' : 'Shortlist'}
        </button>
      )}
      {status !== 'shortlist' && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-pressed={status === 'pass'}
          aria-label={`Pass ${name ?? 'this deal'}`}
          className={`${button} ${narrow} border-transparent text-ink-2 hover:bg-sunken hover:text-ink`}
          onClick={() => onStatus('pass')}
        >
          <X aria-hidden className="size-3.5" />
          {status === 'pass' ? 'Passed' : 'Pass'}
        </button>
      )}
      {status === null && isReviewed(recordStatus) && (
        <span className="inline-flex h-8 items-center gap-1 text-[12px] text-ink-3 wide:order-first">
          <Check aria-hidden className="size-3.5" />
          seen
        </span>
      )}
    </div>
  );
}

type ReasonTextProps = {
  readonly item: AlertItem;
  readonly reason: MatchReason;
  /** Whether to show the alert's name, because several alerts matched. */
  readonly named: boolean;
};

/** Why a deal matched an alert, in the service's words, with the facts of the deal in bold. */
export function ReasonText({ item, reason: { alertName, text }, named }: ReasonTextProps) {
  const reasonText = text.trim() === '' ? 'No reason given.' : text;
  return (
    <p className="text-[12.5px]">
      {named && <span className="font-medium text-ink">{alertName}: </span>}
      {splitAtFacts(reasonText, listFacts(item)).map(({ at, part, isFact }) =>
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

/** The facts of a deal that a reason can name. */
function listFacts({ deal, round }: AlertItem): string[] {
  const type = financingType.safeParse(round.type).data;
  const { city, state, country, region } = deal.location ?? {};
  return [
    ...(type ? [formatRoundName({ type, pre: round.pre === true, extension: round.extension === true })] : []),
    ...[city, state, country, region, deal.company_name].flatMap((fact) => fact ?? []),
  ].filter((fact) => fact.length > 1);
}

type TextPart = { readonly at: number; readonly part: string; readonly isFact: boolean };

/** Splits a text at facts (whole words), at amounts, and at what our own service writes after "works in". */
export function splitAtFacts(text: string, facts: readonly string[]): TextPart[] {
  const longestFirst = facts
    .toSorted((a, b) => b.length - a.length)
    .map((fact) => fact.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const pattern = [
    ...longestFirst,
    String.raw`\$[\d,.]*\d`,
    String.raw`(?<=works in )[^,.]+?(?= and it |[,.]| and the )`,
  ].join('|');
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: part, index: at } of text.matchAll(
    new RegExp(`(?<![\\p{L}\\d-])(?:${pattern})(?![\\p{L}\\d-])`, 'gu'),
  )) {
    if (at > from) parts.push({ at: from, part: text.slice(from, at), isFact: false });
    parts.push({ at, part, isFact: true });
    from = at + part.length;
  }
  return from < text.length ? [...parts, { at: from, part: text.slice(from), isFact: false }] : parts;
}
