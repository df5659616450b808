import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readInvestor } from '#contract/investors.ts';
import { permalinkText, type Permalink } from '../../search/lookups/permalink.ts';
import { Block } from '../../search/profile/block.tsx';
import { Ranked } from '../../search/profile/ranked.tsx';
import { SourceNames } from '../../library/records/source-names.tsx';
import { toRoundName } from '../../platform/rounds.ts';
import { Facts } from '../../search/record/facts.tsx';
import { LoadButton } from '../../search/record/not-owned.tsx';
import { CopyButton } from '../../platform/ui/copy-button.tsx';
import { namedIdText } from '../../platform/url/ids.ts';
import { loadInvestor } from './queries.ts';
import type { InvestorRow } from './rows.ts';

type BlockOfProps = { readonly row: InvestorRow; readonly at: number | undefined };

/** What a firm invests in most, as the service counts it over all deals; it names at most five of each. */
export function Tops({ row: { id, investor }, at }: BlockOfProps) {
  const toSearch = (key: 'industry' | 'location', permalink: Permalink) => ({
    firm: [namedIdText.encode({ id, name: investor.name ?? '' })],
    [key]: [permalinkText.encode(permalink)],
  });
  const toName = (key: 'industry' | 'location', name: string, permalink: string | null, kind: Permalink['kind']) =>
    permalink === null ? (
      <span className="truncate">{name}</span>
    ) : (
      <Link
        to="/deals"
        search={toSearch(key, { permalink, kind, name })}
        title={`Its deals: ${name}. Opening the filters is free`}
        className="truncate decoration-line underline-offset-2 hover:underline hover:decoration-current"
      >
        {name}
      </Link>
    );
  const basis = 'Of all deals, as the service counts them; at most five';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 wide:grid-cols-2 min-[1280px]:grid-cols-3">
      <Top title="Industries" basis={basis} at={at}>
        {(investor.top_industries ?? []).map(({ name, permalink, count }) => ({
          key: permalink ?? name ?? '',
          name: toName('industry', name ?? 'Unnamed', permalink, 'INDUSTRY'),
          count: count ?? 0,
        }))}
      </Top>
      <Top title="Locations" basis={basis} at={at}>
        {(investor.top_locations ?? []).map(({ name, permalink, type, count }) => ({
          key: permalink ?? name ?? '',
          name: toName('location', name ?? 'Unnamed', permalink, type ?? ''),
          count: count ?? 0,
        }))}
      </Top>
      <Top title="Round types" basis={basis} at={at}>
        {(investor.top_round_types ?? []).map(({ type, count }) => ({
          key: type ?? '',
          name: <span className="truncate">{toRoundName({ type })}</span>,
          count: count ?? 0,
        }))}
      </Top>
    </div>
  );
}

type TopProps = {
  readonly title: string;
  readonly basis: string;
  readonly at: number | undefined;
  readonly children: readonly { readonly key: string; readonly name: ReactNode; readonly count: number }[];
};

function Top({ title, basis, at, children }: TopProps) {
  if (children.length === 0) return null;
  return (
    <Block title={title} basis={basis} at={at}>
      <Ranked lines={children} />
    </Block>
  );
}

/** The record of a firm: what it says of itself, how to reach it, and the way to ask again. */
export function FirmRecord({ row: { id, investor }, at }: BlockOfProps) {
  const { city, state, country } = investor.location ?? {};
  return (
    <Block
      title="Firm and contacts"
      basis="The firm’s record"
      at={at}
      foot={
        <LoadButton
          label="Load this firm again"
          tenths={readInvestor.cost.tenths}
          ask={(authorization) => loadInvestor(authorization, id)}
        />
      }
    >
      {investor.description && <p className="max-w-[76ch] text-ink-2">{investor.description}</p>}
      <Facts
        facts={[
          ['Email', investor.contact_email && <CopyButton key="email" text={investor.contact_email} label="email" />],
          ['Phone', investor.contact_phone && <CopyButton key="phone" text={investor.contact_phone} label="phone" />],
          ['Office', [city, state, country].flatMap((place) => place?.name ?? []).join(', ')],
          ['Stages', investor.investment_stage],
          ['Legal name', investor.legal_name],
          ['Firm id', <CopyButton key="id" text={id} label="firm id" />],
          ['Source', <SourceNames key="source" />],
        ]}
      />
    </Block>
  );
}
