import { unlockedPeople, type PersonRecord } from '../../library/records/records.ts';
import type { Figures } from '../../search/resource/resource.ts';

/** A person, with the deals that match the deal filters of the answer; null without such filters. */
export type PersonRow = {
  readonly id: string;
  readonly person: PersonRecord;
  readonly matching: number | null;
  readonly matchingLed: number | null;
};

const toCount = (figure: number | string | null | undefined) => (typeof figure === 'number' ? figure : null);

/** One person as a row; undefined when the person is not owned. */
export function toPersonRow(id: string, figures?: Figures): PersonRow | undefined {
  const person = unlockedPeople.read(id);
  if (!person) return undefined;
  return {
    id,
    person,
    matching: toCount(figures?.['filtered_deal_count']),
    matchingLed: toCount(figures?.['filtered_lead_count']),
  };
}

/** Who a person is to an investor or a founder, in few words. */
export const toKinds = ({ person }: PersonRow): string =>
  [
    ...(person.is_founder === true ? ['founder'] : []),
    ...(person.is_angel === true ? ['angel'] : []),
    ...(person.is_investor === true && person.is_angel !== true ? ['investor'] : []),
  ].join(', ');
