import { facetStages } from '#contract/facets.ts';
import type { Position, readPosition } from '#contract/market.ts';
import type { ParsedBodyOf } from '#contract/endpoint.ts';
import type { IndexSnapshot } from '../db/page.ts';
import { currentGeneration } from '../db/permalinks.ts';
import { all, oneOf, type Predicate, related } from '../db/predicates.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError } from '../http/http-error.ts';
import { toDayNumber } from './deal-table.ts';

type Place = { readonly id: number; readonly permalink: string; readonly name: string };
type ComparedDeal = {
  readonly id: number;
  readonly generation: number;
  readonly country: Place | null;
  /** The smallest first. */
  readonly regions: Place[];
  readonly industry: Place | null;
};
type Group = { readonly country: Place | null; readonly region: Place | null; readonly industry: Place | null };

/**
 * Compares the size of a round with its peers.
 *
 * @throws HttpError `dealNotFound`; `indexNotReady` while there is no index.
 */
export async function findPosition(
  sql: Sql,
  { deal_id, known_on }: ParsedBodyOf<typeof readPosition>,
  snapshot: IndexSnapshot | undefined,
  today: Date,
): Promise<Position> {
  if (!snapshot) throw new HttpError('indexNotReady');
  const deal = await readDeal(sql, deal_id);
  if (!deal) throw new HttpError('dealNotFound');
  const groups = listGroups(deal);
  const day = toDayNumber(today.toISOString().slice(0, 10));
  const answer =
    deal.generation === snapshot.permalinks.generation
      ? await snapshot.readPosition(sql, {
          deal: deal.id,
          groups: groups.map(toPredicate),
          knownOn: Math.min(day, known_on === undefined ? Infinity : toDayNumber(known_on)),
        })
      : undefined;
  if (!answer) throw new HttpError('indexNotReady');
  const { group, start, end, deals, disclosed, ...figures } = answer.figures;
  const { country, region, industry } = groups[group] as Group;
  return {
    peers: {
      stage: facetStages[answer.figures.stage] as (typeof facetStages)[number],
      country: name(country),
      region: name(region),
      industry: name(industry),
      start,
      end,
      deals,
      disclosed,
    },
    larger_than: figures.larger_than,
    percentiles: figures.percentiles,
    sizes: figures.sizes,
  };
}

const name = (place: Place | null) => place && { permalink: place.permalink, name: place.name };

/** From the closest peers to all: industry is given up first, then the country for its regions. */
function listGroups({ country, regions, industry }: ComparedDeal): Group[] {
  return [
    ...(country && industry ? [{ country, region: null, industry }] : []),
    ...(country ? [{ country, region: null, industry: null }] : []),
    ...regions.map((region) => ({ country: null, region, industry: null })),
    { country: null, region: null, industry: null },
  ];
}

function toPredicate({ country, region, industry }: Group): Predicate | undefined {
  const place = country ?? region;
  const parts = [
    ...(place ? [related('locationsOfDeal', oneOf('company_location_tags.location_id', [place.id]))] : []),
    ...(industry ? [related('industriesOfDeal', oneOf('company_industry_tags.industry_id', [industry.id]))] : []),
  ];
  return parts.length === 0 ? undefined : all(...parts);
}

async function readDeal(sql: Sql, uuid: string): Promise<ComparedDeal | undefined> {
  const [deal] = await sql<ComparedDeal[]>`
    SELECT d.id, ${currentGeneration(sql)} AS generation,
      (SELECT jsonb_build_object('id', l.id, 'permalink', l.permalink, 'name', l.name)
        FROM locations l WHERE l.id = c.country_id) AS country,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', l.id, 'permalink', l.permalink, 'name', l.name)
          ORDER BY (SELECT count(*) FROM location_below inner_places WHERE inner_places.above_id = l.id), l.id)
        FROM location_below b JOIN locations l ON l.id = b.above_id AND l.location_type = 'REGION'
        WHERE b.below_id = coalesce(c.country_id, c.region_id)), '[]') AS regions,
      (SELECT jsonb_build_object('id', n.id, 'permalink', n.permalink, 'name', n.name)
        FROM company_industries ci JOIN industry_below b ON b.below_id = ci.industry_id
          JOIN industries n ON n.id = b.above_id AND n.industry_type = 'SUPER_CATEGORY'
        WHERE ci.company_id = c.id ORDER BY ci.position, n.id LIMIT 1) AS industry
    FROM deals d JOIN companies c ON c.id = d.company_id WHERE d.uuid = ${uuid}`;
  return deal;
}
