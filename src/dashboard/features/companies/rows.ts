import { useMemo } from 'react';
import { useRowsVersion } from '../../library/records/record-store.ts';
import { readNamed } from '../../search/lookups/known-names.ts';
import type { Named } from '../../search/profile/name-links.tsx';
import { unlockedCompanies, unlockedInvestors, type CompanyRecord } from '../../library/records/records.ts';
import type { Figures } from '../../search/resource/resource.ts';
import { useSliced, type Work } from '../../search/table/slices.ts';

/** A company with what is owned about those it names, and how near it came to what was searched for. */
export type CompanyRow = {
  readonly id: string;
  readonly company: CompanyRecord;
  /** Its firms that have a name. */
  readonly firms: readonly Named[];
  /** 0 to 1 in an answer that was searched by meaning, else null. */
  readonly similarity: number | null;
};

/** One company as a row; undefined when it is not owned. */
export function toCompanyRow(id: string, figures?: Figures): CompanyRow | undefined {
  const company = unlockedCompanies.read(id);
  if (!company) return undefined;
  const similarity = figures?.['similarity'];
  return {
    id,
    company,
    firms: (company.all_investor_ids ?? []).flatMap((firm) => {
      const name = readNamed('firm', firm);
      return name === undefined ? [] : [{ id: firm, name }];
    }),
    similarity: typeof similarity === 'number' ? similarity : null,
  };
}

/** Reads through companies for their firms that have no name yet, each once. */
function* toUnnamedFirms(ids: readonly string[]): Work<readonly string[]> {
  const firms = new Set<string>();
  for (let at = 0; at < ids.length; at += 1) {
    for (const firm of unlockedCompanies.read(ids[at] ?? '')?.all_investor_ids ?? []) firms.add(firm);
    if (at % 64 === 63) yield;
  }
  return unlockedInvestors.missing([...firms].filter((firm) => readNamed('firm', firm) === undefined));
}

/** The firms without a name of many companies; undefined while they are counted. */
export function useUnnamedFirms(ids: readonly string[]): readonly string[] | undefined {
  const version = useRowsVersion();
  const make = useMemo(() => toMake({ ids, version }), [ids, version]);
  return useSliced(ids.length, make);
}

const toMake =
  ({ ids }: { readonly ids: readonly string[]; readonly version: number }) =>
  () =>
    toUnnamedFirms(ids);
/** The industries of a company in one line; blank where none is known. */
export const toIndustryNames = ({ company }: CompanyRow): string =>
  (company.industries ?? []).flatMap(({ name }) => name ?? []).join(', ');
