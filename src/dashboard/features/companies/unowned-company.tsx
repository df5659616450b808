import { readCompany } from '#contract/companies.ts';
import { UnownedProfile } from '../../search/profile/unowned-profile.tsx';
import type { WatchedHistory } from '../../search/profile/use-history.ts';
import { unlockedCompanies } from '../../library/records/records.ts';
import { loadCompany } from './queries.ts';
import { RoundsBlock, type RenderRound } from './rounds-block.tsx';
import { toTimeline } from './rounds.ts';

type UnownedCompanyProps = {
  readonly id: string;
  readonly history: WatchedHistory;
  readonly renderRound: RenderRound;
};

/** A company without its record: its rounds may be owned all the same. */
export function UnownedCompany({ id, history, renderRound }: UnownedCompanyProps) {
  return (
    <UnownedProfile
      kind="company"
      id={id}
      unknown={unlockedCompanies.isUnknown(id)}
      tenths={readCompany.cost.tenths}
      ask={(authorization) => loadCompany(authorization, id)}
    >
      {history.deals.length > 0 && (
        <RoundsBlock
          id={id}
          history={history}
          rounds={toTimeline({ id, latest_deal: null }, history.deals)}
          renderRound={renderRound}
        />
      )}
    </UnownedProfile>
  );
}
