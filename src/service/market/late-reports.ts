import { readNextRange } from './percentiles.ts';
import { lastAge, type ReportingTriangle } from './reporting-triangle.ts';

/** A factor is the mean of this many earlier periods. */
const periodsOfFactor = 12;
/** With fewer periods there is no estimate, and a stage with fewer borrows the factor of all stages. */
export const fewestPeriods = 8;

/** What is expected of a period in the end, and the range that 80 % of earlier periods would have stayed within. */
export type Expected = { readonly value: number; readonly low: number; readonly high: number };
/** How the range did on earlier periods: of so many it held so many. */
export type Tested = { readonly tested: number; readonly held: number };

export type LateReports = {
  /** What a period will reach by a later age, from what was known at an age; undefined with too few earlier periods. */
  readonly expect: (period: number, age: number, until?: number) => (Expected & Tested) | undefined;
};

/**
 * Estimates late reports by the chain ladder: a period grows from an age to a later one by the factor by which earlier
 * periods grew, stage by stage. The range comes from the errors of the same method on earlier periods at the same age,
 * whatever their distribution.
 *
 * @param first The first period whose reports are complete from age 0 on.
 * @param knownOn The day up to which reports are known.
 * @param step The days of one link of the chain.
 */
export function estimateLateReports(
  triangle: ReportingTriangle,
  { first, knownOn, step }: { readonly first: number; readonly knownOn: number; readonly step: number },
): LateReports {
  /** How much a stage grows between two ages, in the periods before one as they were known on a day. */
  function findFactor(before: number, known: number, stage: number, from: number, to: number): number | undefined {
    let [earlier, later, all, allLater, periods, withStage] = [0, 0, 0, 0, 0, 0];
    for (let period = before - 1; period >= first && periods < periodsOfFactor; period -= 1) {
      if (known - triangle.end(period) < to) continue;
      periods += 1;
      const value = triangle.find(period, stage, from);
      if (value > 0) withStage += 1;
      earlier += value;
      later += triangle.find(period, stage, to);
      all += triangle.findAll(period, from);
      allLater += triangle.findAll(period, to);
    }
    if (withStage >= fewestPeriods) return later / earlier;
    return all > 0 ? allLater / all : undefined;
  }

  /** The sum over all stages at a later age, from what was known on a day. */
  function project(period: number, known: number, from: number, until: number): number | undefined {
    let sum = 0;
    for (let stage = 0; stage < triangle.stages; stage += 1) {
      let value = triangle.find(period, stage, from);
      for (let age = from; value > 0 && age < until; age += step) {
        const factor = findFactor(period, known, stage, age, Math.min(age + step, until));
        if (factor === undefined) return undefined;
        value *= factor;
      }
      sum += value;
    }
    return sum;
  }

  /** By what errors of sums are comparable between periods of different size: the root of what is expected late. */
  const scaleOf = (value: number, reported: number): number =>
    triangle.isSum ? Math.sqrt(Math.max(value - reported, 0)) : value;

  /** How far earlier periods ended from what the method would have said of them at the same age, by their scale. */
  function listErrors(period: number, age: number, until: number): number[] {
    const errors: number[] = [];
    for (let other = period - 1; other >= first && errors.length < periodsOfFactor; other -= 1) {
      const otherAge = knownOn - triangle.end(other);
      // What is still missing of it must be little.
      if (otherAge < Math.min(until, age + 365)) continue;
      const projected = project(other, triangle.end(other) + age, age, until);
      const truth = project(other, knownOn, Math.min(otherAge, until), until);
      if (projected === undefined || truth === undefined) continue;
      const scale = scaleOf(projected, triangle.findAll(other, age));
      if (scale > 0) errors.push((truth - projected) / scale);
    }
    return errors;
  }

  return {
    expect(period, age, until = lastAge) {
      const value = project(period, knownOn, age, until);
      if (value === undefined) return undefined;
      const errors = listErrors(period, age, until);
      if (errors.length < fewestPeriods) return undefined;
      const { low, high } = readNextRange(errors.toSorted((a, b) => a - b));
      const held = errors.filter((error, at) => {
        const others = readNextRange(errors.filter((_, other) => other !== at).toSorted((a, b) => a - b));
        return others.low <= error && error <= others.high;
      }).length;
      const scale = scaleOf(value, triangle.findAll(period, age));
      return { value, low: value + low * scale, high: value + high * scale, tested: errors.length, held };
    },
  };
}
