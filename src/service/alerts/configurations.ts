import { type AlertConfiguration, alertFilters } from '#contract/alerts.ts';
import { readHumanRound } from '#contract/round-names.ts';
import type { Sql } from '../db/open.ts';

type Row = {
  id: string;
  name: string;
  frequency: AlertConfiguration['frequency'];
  description: string | null;
  filters: unknown;
};

/** The alerts of an account that are not paused, oldest first; with ids, those of them. */
export async function readConfigurations(
  sql: Sql,
  accountId: string,
  ids?: readonly string[],
): Promise<AlertConfiguration[]> {
  const rows = await sql<Row[]>`
    SELECT id, name, frequency, description, filters FROM alert_configurations
    WHERE account_id = ${accountId} AND paused_at IS NULL ${ids ? sql`AND id = ANY(${ids}::uuid[])` : sql``}
    ORDER BY created_at, id`;
  return rows.map(({ id, name, frequency, description, filters }) => {
    const read = alertFilters.parse(filters);
    return {
      configuration_id: id,
      configuration_name: name,
      frequency,
      description: withUnknownRounds(description, read.financing_types),
      filters: read,
    };
  });
}

/** An unknown round name matches nothing, and the configuration says so (contract 2). */
function withUnknownRounds(description: string | null, names: readonly string[]): string | null {
  const unknown = names.filter((name) => !readHumanRound(name));
  if (unknown.length === 0) return description;
  const note = `Not a known round type, matches nothing: ${unknown.join(', ')}.`;
  return description === null ? note : `${description} ${note}`;
}
