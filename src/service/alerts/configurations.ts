import { type AlertConfiguration, alertFilters } from '#contract/alerts.ts';
import { parseRoundName } from '#contract/rounds.ts';
import type { Sql } from '../db/sql.ts';

type Row = {
  id: string;
  name: string;
  frequency: AlertConfiguration['frequency'];
  description: string;
  filters: unknown;
  paused: boolean;
};

/** The alerts of an account that are not paused, oldest first. */
export async function readConfigurations(sql: Sql, accountId: string): Promise<AlertConfiguration[]> {
  const rows = await sql<Row[]>`
    SELECT id, name, frequency, coalesce(description, '') AS description, filters FROM alert_configurations
    WHERE account_id = ${accountId} AND paused_at IS NULL ORDER BY created_at, id`;
  return rows.map(buildConfiguration);
}

/** The alerts of the account with these ids, including paused ones. */
export async function readAlertsById(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<(AlertConfiguration & { paused: boolean })[]> {
  const rows = await sql<Row[]>`
    SELECT id, name, frequency, coalesce(description, '') AS description, filters, paused_at IS NOT NULL AS paused FROM alert_configurations
    WHERE account_id = ${accountId} AND id = ANY(${ids}::uuid[])`;
  return rows.map((row) => ({ ...buildConfiguration(row), paused: row.paused }));
}

function buildConfiguration({ id, name, frequency, description, filters }: Row): AlertConfiguration {
  const read = alertFilters.parse(filters);
  return {
    configuration_id: id,
    configuration_name: name,
    frequency,
    description: withUnknownRounds(description, read.financing_types),
    filters: read,
  };
}

/** An unknown round name matches nothing and is listed in the configuration (contract 2). */
function withUnknownRounds(description: string, names: readonly string[]): string {
  const unknown = names.filter((name) => !parseRoundName(name));
  if (unknown.length === 0) return description;
  const note = `Not a known round type, matches nothing: ${unknown.join(', ')}.`;
  return description === '' ? note : `${description} ${note}`;
}
