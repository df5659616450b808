import { useQuery } from '@tanstack/react-query';
import { formatGrouped, formatMoney } from '../../platform/format.ts';
import { useConnected } from '../../platform/http/connection.ts';
import { RecordMark } from '../../records/company-mark.tsx';
import { cardRow, TitledCard } from '../../platform/ui/titled-card.tsx';
import { ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { blockQuery } from './market-requests.ts';
import { formatStageInSentence, type MarketStage } from './stages.ts';
import { toQuestion } from './week-questions.ts';

const leadsShown = 3;

/** The stage of most of the rounds that an investor led: "all seed", "mostly seed". */
function nameMostLed(stages: readonly { readonly stage: MarketStage; readonly deals: number }[]): string {
  const [first] = stages.toSorted((one, other) => other.deals - one.deals);
  return first ? `${stages.length === 1 ? 'all' : 'mostly'} ${formatStageInSentence(first.stage)}` : '';
}

/** Investors that led their first round in 24 months, over all deals; nothing where there is none. */
export function NewLeads() {
  useConnected();
  const { data } = useQuery(blockQuery('leads', toQuestion({})));
  const newcomers = data?.leads?.newcomers ?? [];
  if (newcomers.length === 0) return null;
  return (
    <TitledCard title="New leads" count="first led round in 24 months">
      {newcomers.slice(0, leadsShown).map(({ investor, led, stages, typical }) => (
        <ProfileLink key={investor.id} kind="investor" id={investor.id} className={`${cardRow} hover:no-underline`}>
          <RecordMark kind="investor" id={investor.id} name={investor.name} size="medium" />
          <span className="grid min-w-0 grow leading-4.5">
            <span className="truncate font-[550]">{investor.name}</span>
            <span className="truncate text-ink-3">
              {formatGrouped(led)} led, {nameMostLed(stages)}
            </span>
          </span>
          <span className="w-20 shrink-0 text-right tabular-nums">
            {typical === null ? 'Undisclosed' : formatMoney(typical)}
          </span>
        </ProfileLink>
      ))}
    </TitledCard>
  );
}
