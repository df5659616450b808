import type { ProvenanceKind } from '#contract/sources.ts';

const withFirstDeal = (deals: string, alias: string): string =>
  `coalesce((SELECT min(created_at) FROM deals WHERE ${deals}), (SELECT imported_at FROM sources WHERE id = ${alias}.source_id))`;

/** When a record was added, as SQL of an alias of its table: with the first of its deals, or else with its source. */
export const addedAt: Readonly<Record<ProvenanceKind, (alias: string) => string>> = {
  deal: (alias) => `${alias}.created_at`,
  company: (alias) => withFirstDeal(`company_id = ${alias}.id`, alias),
  investor: (alias) =>
    withFirstDeal(`id IN (SELECT deal_id FROM deal_investors WHERE investor_id = ${alias}.id)`, alias),
  person: (alias) =>
    withFirstDeal(
      `company_id = ${alias}.current_company_id OR id IN (SELECT deal_id FROM person_deals WHERE person_id = ${alias}.id)`,
      alias,
    ),
};
