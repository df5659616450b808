import type { LinkedRows } from './read-records.ts';

/** Companies by their tags: those with the same tags are one group. */
export type TagGroups = {
  readonly groupOf: Int32Array;
  readonly groups: number;
  /** The groups that have each tag. */
  readonly links: Pick<LinkedRows, 'offsets' | 'targets'>;
};

/** Groups companies by the tags that `links` lead to them from: there are far fewer groups than companies. */
export function groupByTags({ offsets, targets }: LinkedRows, companies: number): TagGroups {
  const groupOf = splitByTags({ offsets, targets }, companies);
  // Many groups were split up whole: those that are left get numbers without gaps, and one company speaks for each.
  const numbers = new Map<number, number>();
  const speakers: number[] = [];
  for (const [company, group] of groupOf.entries()) {
    if (!numbers.has(group)) numbers.set(group, speakers.push(company) - 1);
    groupOf[company] = numbers.get(group) as number;
  }
  const links = { offsets: new Int32Array(offsets.length), targets: [] as number[] };
  for (let tag = 0; tag + 1 < offsets.length; tag += 1) {
    for (let at = offsets[tag] as number; at < (offsets[tag + 1] as number); at += 1) {
      const company = targets[at] as number;
      const group = groupOf[company] as number;
      if (speakers[group] === company) links.targets.push(group);
    }
    links.offsets[tag + 1] = links.targets.length;
  }
  return { groupOf, groups: speakers.length, links: { ...links, targets: Int32Array.from(links.targets) } };
}

/** The number of the group of each company: for each tag, the companies that have it leave their groups for new ones. */
function splitByTags({ offsets, targets }: Pick<LinkedRows, 'offsets' | 'targets'>, companies: number): Int32Array {
  const groupOf = new Int32Array(companies);
  const splitInto = [0];
  const splitBy = [-1];
  for (let tag = 0; tag + 1 < offsets.length; tag += 1) {
    const end = offsets[tag + 1] as number;
    for (let at = offsets[tag] as number; at < end; at += 1) {
      const company = targets[at] as number;
      const group = groupOf[company] as number;
      if (splitBy[group] !== tag) {
        splitBy[group] = tag;
        splitInto[group] = splitInto.push(0) - 1;
        splitBy.push(-1);
      }
      groupOf[company] = splitInto[group] as number;
    }
  }
  return groupOf;
}
