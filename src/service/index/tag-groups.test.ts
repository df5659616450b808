import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupByTags } from './tag-groups.ts';

it('groups companies that have exactly the same tags, and lists the groups of each tag', () => {
  const drawn = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 5 })).chain(([companies, tags]) =>
    fc.array(fc.array(fc.nat(Math.max(0, tags - 1)), { maxLength: tags }), {
      minLength: companies,
      maxLength: companies,
    }),
  );
  fc.assert(
    fc.property(drawn, (tagsOfCompanies) => {
      const tagsOf = tagsOfCompanies.map((tags) => [...new Set(tags)].toSorted((a, b) => a - b));
      const byTag = Array.from({ length: 6 }, (_, tag) =>
        tagsOf.flatMap((tags, company) => (tags.includes(tag) ? [company] : [])),
      );
      const offsets = [0];
      for (const companies of byTag) offsets.push((offsets.at(-1) ?? 0) + companies.length);
      const links = { offsets: Int32Array.from(offsets), targets: Int32Array.from(byTag.flat()), flags: undefined };
      const { groupOf, groups, links: groupLinks } = groupByTags(links, tagsOf.length);

      const names = tagsOf.map(String);
      expect(groups).toBe(new Set(names).size);
      for (const [a, one] of names.entries())
        for (const [b, other] of names.entries()) expect(groupOf[a] === groupOf[b]).toBe(one === other);
      for (const [tag, companies] of byTag.entries()) {
        const listed = groupLinks.targets.slice(groupLinks.offsets[tag], groupLinks.offsets[tag + 1]);
        const expected = new Set(companies.map((company) => groupOf[company]));
        expect([listed.length, new Set(listed)]).toEqual([expected.size, expected]);
      }
    }),
  );
});
