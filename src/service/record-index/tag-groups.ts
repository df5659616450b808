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
  const found = splitByTags({ offsets, targets }, companies);
  // Many groups were split up whole: those that are left get numbers without gaps, and one company speaks for each.
  const numbers = new Int32Array(targets.length + 1).fill(-1);
  const speakers: number[] = [];
  const groupOf = found.map((group, company) => {
    if (numbers[group] === -1) numbers[group] = speakers.push(company) - 1;
    return numbers[group] as number;
  });
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
  const splitInto = new Int32Array(targets.length + 1);
  const splitBy = new Int32Array(targets.length + 1).fill(-1);
  let groups = 0;
  for (let tag = 0; tag + 1 < offsets.length; tag += 1) {
    const end = offsets[tag + 1] as number;
    for (let at = offsets[tag] as number; at < end; at += 1) {
      const company = targets[at] as number;
      const group = groupOf[company] as number;
      if (splitBy[group] !== tag) {
        groups += 1;
        splitBy[group] = tag;
        splitInto[group] = groups;
      }
      groupOf[company] = splitInto[group] as number;
    }
  }
  return groupOf;
}
