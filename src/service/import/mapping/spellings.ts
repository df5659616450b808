/** How often each name is written in each spelling. */
export type Spellings = {
  /** Counts a spelling; gives the first one of the same name, undefined when this is it. */
  add: (key: string, name: string) => string | undefined;
  /** The names of which another spelling is more common than the first. */
  commonest: () => Generator<{ key: string; name: string }>;
};

type Entry = { first: string; count: number; others?: Map<string, number> };

/** Nearly all names have one spelling, which takes no map of its own. */
export function createSpellings(): Spellings {
  const entries = new Map<string, Entry>();
  return {
    add(key, name) {
      const entry = entries.get(key);
      if (!entry) {
        entries.set(key, { first: name, count: 1 });
        return undefined;
      }
      if (entry.first === name) entry.count += 1;
      else {
        entry.others ??= new Map();
        entry.others.set(name, (entry.others.get(name) ?? 0) + 1);
      }
      return entry.first;
    },
    *commonest() {
      for (const [key, { count, others }] of entries) {
        const [best] = [...(others ?? [])].toSorted(([, a], [, b]) => b - a);
        if (best && best[1] > count) yield { key, name: best[0] };
      }
    },
  };
}
