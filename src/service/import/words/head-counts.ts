import { employeeRange, type EmployeeRange } from '#contract/enums.ts';

const ranges = employeeRange.options.map((range) => {
  const [low = 0, high = Infinity] = range.split(/[-+]/).filter(Boolean).map(Number);
  return { range, low, high };
});

/** The range of a head count, "11-50", "11 to 50 employees", "c_00011_00050" or "10001+"; undefined when it is in none. */
export function readHeadCount(text: string): EmployeeRange | undefined {
  const word = text
    .trim()
    .replaceAll(',', '')
    .replace(/ *(employees|people|staff)$/i, '');
  const exact = /^(\d{1,7})(?:\.0)?$/.exec(word);
  if (exact) return ranges.find(({ low, high }) => Number(exact[1]) >= low && Number(exact[1]) <= high)?.range;
  const [, from, to] = /^(?:c_)?0*(\d+)\s*(?:-|–|_| to )\s*0*(\d+|max)$/i.exec(word) ?? [];
  if (from && to) {
    const high = to === 'max' ? Infinity : Number(to);
    return ranges.find((range) => range.low <= Number(from) && Number(from) > 0 && range.high >= high)?.range;
  }
  const [, atLeast] = /^(\d+)\s*\+$/.exec(word) ?? [];
  return Number(atLeast) >= 10_000 ? '10001+' : undefined;
}
