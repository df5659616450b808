import { readNamed } from '../lookups/named.ts';
import { ownedCompanies, ownedInvestors, type OwnedCompany } from '../records/records.ts';
import type { Figures } from '../search/resource.ts';

/** A company with what is owned about those it names, and how near it came to what was searched for. */
export type CompanyRow = {
  readonly id: string;
  readonly company: OwnedCompany;
  readonly firmNames: readonly string[];
  /** 0 to 1 in an answer that was searched by meaning, else null. */
  readonly similarity: number | null;
};

/** One company as a row; undefined when it is not owned. */
export function toCompanyRow(id: string, figures?: Figures): CompanyRow | undefined {
  const company = ownedCompanies.read(id);
  if (!company) return undefined;
  const similarity = figures?.['similarity'];
  return {
    id,
    company,
    firmNames: (company.all_investor_ids ?? []).flatMap((firm) => readNamed('firm', firm) ?? []),
    similarity: typeof similarity === 'number' ? similarity : null,
  };
}

/** The firms of these companies that have no name yet, each once. */
export const toUnnamedFirms = (ids: readonly string[]): string[] =>
  ownedInvestors.missing(
    ids.flatMap((id) =>
      (ownedCompanies.read(id)?.all_investor_ids ?? []).filter((firm) => readNamed('firm', firm) === undefined),
    ),
  );
