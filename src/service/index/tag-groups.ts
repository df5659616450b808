import type { LinkedRows } from '../db/indexed-links.ts';

/** Companies by their tags: those with the same tags are one group. */
export type TagGroups = {
  readonly groupOf: Int32Array;
  readonly groups: number;
  /** The groups that have each tag. */
  readonly links: LinkedRows;
};

/** Groups companies by the tags that `links` connects them with; there are far fewer groups than companies. */
export function groupByTags({ offsets, targets }: LinkedRows, companies: number): TagGroups {
  const groupOf = splitByTags({ offsets, targets }, companies);
  // When whole groups were split up, the remaining ones are renumbered without gaps, and one company represents each.
  const numbers = new Int32Array(companies + 1).fill(-1);
  const representatives: number[] = [];
  for (let company = 0; company < companies; company += 1) {
    const group = groupOf[company] as number;
    if (numbers[group] === -1) numbers[group] = representatives.push(company) - 1;
    groupOf[company] = numbers[group] as number;
  }
  const links = { offsets: new Int32Array(offsets.length), targets: new Int32Array(targets.length) };
  let count = 0;
  for (let tag = 0; tag + 1 < offsets.length; tag += 1) {
    for (let at = offsets[tag] as number; at < (offsets[tag + 1] as number); at += 1) {
      const company = targets[at] as number;
      const group = groupOf[company] as number;
      if (representatives[group] !== company) continue;
      links.targets[count] = group;
      count += 1;
    }
    links.offsets[tag + 1] = count;
  }
  return {
    groupOf,
    groups: representatives.length,
    links: { ...links, targets: links.targets.slice(0, count), flags: undefined },
  };
}

/**
 * The number of the group of each company: for each tag, the companies that have it leave their groups for new ones.
 * The number of an empty group is reused, so that there are never more numbers than companies.
 */
function splitByTags({ offsets, targets }: Pick<LinkedRows, 'offsets' | 'targets'>, companies: number): Int32Array {
  const groupOf = new Int32Array(companies);
  const sizes = new Int32Array(companies + 1);
  sizes[0] = companies;
  const splitInto = new Int32Array(companies + 1);
  const splitBy = new Int32Array(companies + 1).fill(-1);
  const free = Int32Array.from({ length: companies + 1 }, (_, at) => companies - at);
  let left = companies;
  for (let tag = 0; tag + 1 < offsets.length; tag += 1) {
    const end = offsets[tag + 1] as number;
    for (let at = offsets[tag] as number; at < end; at += 1) {
      const company = targets[at] as number;
      const group = groupOf[company] as number;
      if (splitBy[group] !== tag) {
        left -= 1;
        splitBy[group] = tag;
        splitInto[group] = free[left] as number;
        splitBy[splitInto[group]] = -1;
      }
      const next = splitInto[group] as number;
      groupOf[company] = next;
      sizes[next] = (sizes[next] as number) + 1;
      sizes[group] = (sizes[group] as number) - 1;
      if (sizes[group] === 0) {
        free[left] = group;
        left += 1;
      }
    }
  }
  return groupOf;
}
