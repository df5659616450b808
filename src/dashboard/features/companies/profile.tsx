import { BriefLink } from '../../search/profile/brief-link.tsx';
import { NoProfile } from '../../search/profile/no-profile.tsx';
import { OwnNotes } from '../../search/profile/own-notes.tsx';
import { ProfileFrame } from '../../search/profile/profile-frame.tsx';
import { HeadFigures, ProfileHead } from '../../search/profile/profile-head.tsx';
import { useProfileId } from '../../search/profile/profile-url.ts';
import { useHistory } from '../../search/profile/use-history.ts';
import { useLibraryVersion } from '../../library/records/record-store.ts';
import { unlockedCompanies } from '../../library/records/records.ts';
import { CompanyLinks } from './company-links.tsx';
import { BackersBlock, CompanyRecord } from './profile-blocks.tsx';
import { toHeadFigures, toHeadLine } from './profile-words.ts';
import { RoundsBlock, type RenderRound } from './rounds-block.tsx';
import { toTimeline } from './rounds.ts';
import { toCompanyRow } from './rows.ts';
import { UnownedCompany } from './unowned-company.tsx';

type CompanyProfilePageProps = { readonly renderRound: RenderRound };

/** The profile of the company in the address. */
export function CompanyProfilePage({ renderRound }: CompanyProfilePageProps) {
  const id = useProfileId();
  return id === undefined ? <NoProfile one="company" /> : <CompanyProfile key={id} id={id} renderRound={renderRound} />;
}

/** All that is owned of a company, each part with what completes it; opening it asks for nothing. */
function CompanyProfile({ id, renderRound }: CompanyProfilePageProps & { readonly id: string }) {
  useLibraryVersion();
  const row = toCompanyRow(id);
  const history = useHistory('company deals', id, row?.company.num_funding_rounds ?? null);
  if (!row) return <UnownedCompany id={id} history={history} renderRound={renderRound} />;
  const { company } = row;
  const at = unlockedCompanies.readTime(id);
  const name = company.name ?? 'Unnamed company';
  const rounds = toTimeline(company, history.deals);
  return (
    <ProfileFrame
      id={id}
      label={name}
      head={
        <>
          <title>{`${name}, Fundscope`}</title>
          <ProfileHead
            name={name}
            line={toHeadLine(row)}
            links={<CompanyLinks company={company} />}
            tools={<BriefLink to="/companies/$id/brief" id={id} />}
          />
          <HeadFigures figures={toHeadFigures(row)} />
        </>
      }
      main={<RoundsBlock id={id} history={history} rounds={rounds} renderRound={renderRound} />}
      side={
        <>
          <BackersBlock row={row} deals={history.deals} at={at} />
          <CompanyRecord row={row} at={at} />
          <OwnNotes kind="company" id={id} />
        </>
      }
    />
  );
}
