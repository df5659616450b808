import fc from 'fast-check';
import { z } from 'zod';
import type { Problem } from '#contract/error-body.ts';
import { type Leaf, setAtPath, listLeaves } from './testing-bodies.ts';

type Body = Record<string, unknown>;
/** A wrong value, and the expected error. */
type Step = readonly [value: unknown, status: 400 | 422, code: Problem['code']];
/** A body with one wrong member: its path, and the expected error. */
type WrongBody = { readonly body: Body; readonly field: string; readonly status: number; readonly code: string };

const noText: readonly Step[] = [
  [null, 400, 'INVALID_TYPE'],
  [7, 400, 'INVALID_TYPE'],
  [{}, 400, 'INVALID_TYPE'],
];
const noNumber: readonly Step[] = [
  [null, 400, 'INVALID_TYPE'],
  ['1', 400, 'INVALID_TYPE'],
  [[], 400, 'INVALID_TYPE'],
  [-1, 422, 'OUT_OF_RANGE'],
];
const noDay = [
  '',
  'today',
  '0000-01-01',
  '10000-01-01',
  '2023-02-29',
  '2026-13-01',
  '0001-01-01T00:00:00+01:00',
  '٢٠٢٤-٠١-٠١',
];

/** A value for each way in which a schema rejects one. */
function buildSteps(schema: z.core.$ZodType): readonly Step[] {
  if (schema instanceof z.ZodArray) {
    const element = buildSteps(schema.element).map(([value, status, code]): Step => [[value], status, code]);
    return [
      [null, 400, 'INVALID_TYPE'],
      ['x', 400, 'INVALID_TYPE'],
      [{ 0: 'x' }, 400, 'INVALID_TYPE'],
      [[], 422, 'EMPTY_ARRAY_PARAMETER'],
      ...element,
    ];
  }
  if (schema instanceof z.ZodEnum) return [...noText, ['nonsense', 422, 'INVALID_ENUM_VALUE']];
  if (schema instanceof z.ZodGUID)
    return [...noText, ['1', 422, 'INVALID_UUID'], ['0'.repeat(36), 422, 'INVALID_UUID']];
  if (schema instanceof z.ZodPipe) return [...noText, ...noDay.map((day): Step => [day, 422, 'INVALID_DATE'])];
  if (schema instanceof z.ZodString) return [...noText, [' \t', 422, 'EMPTY_STRING'], ['nul\0', 422, 'OUT_OF_RANGE']];
  if (schema instanceof z.ZodNumberFormat)
    return [...noNumber, [1.5, 422, 'INVALID_INTEGER'], [1e20, 422, 'OUT_OF_RANGE']];
  if (schema instanceof z.ZodNumber) return noNumber;
  if (schema instanceof z.ZodBoolean) return [...noText, ['true', 400, 'INVALID_TYPE'], [1, 400, 'INVALID_TYPE']];
  if (schema instanceof z.ZodObject) {
    return [
      ['x', 400, 'INVALID_TYPE'],
      [{ type: 'SERIES_Z' }, 422, 'INVALID_FINANCING_TYPE'],
      [{ type: 'SEED', pre: 'yes' }, 400, 'INVALID_TYPE'],
      [{ type: 'SEED', late: true }, 422, 'UNKNOWN_PARAMETER'],
    ];
  }
  throw new Error('the fuzzer knows no wrong value for a schema of the contract');
}

/** Draws a valid body and makes one member invalid. */
export function drawWrong(schema: z.ZodType, right: fc.Arbitrary<Body>): fc.Arbitrary<WrongBody> {
  const leaves = listLeaves(schema);
  const wrongValue = fc
    .constantFrom(...leaves)
    .chain((leaf) => fc.constantFrom(...buildSteps(leaf.schema)).map((step) => ({ leaf, step })));
  const unknownMember = fc
    .tuple(fc.constantFrom(...leaves), fc.constantFrom('extra', 'Page', 'constructor', 'limit', ''))
    .map(([leaf, key]) => ({
      leaf: { ...leaf, path: [...leaf.path.slice(0, -1), key] },
      step: ['x', 422, 'UNKNOWN_PARAMETER'] as Step,
    }));
  return fc
    .tuple(right, fc.oneof({ weight: 4, arbitrary: wrongValue }, { weight: 1, arbitrary: unknownMember }))
    .map(([body, { leaf, step }]) => makeWrong(structuredClone(body), leaf, step));
}

function makeWrong(body: Body, { path }: Leaf, [value, status, code]: Step): WrongBody {
  const field = path.join('.').replace(/^\.|\.$/, '');
  return {
    body: setAtPath(body, path, value),
    field: code === 'INVALID_FINANCING_TYPE' ? 'financing_types' : field,
    status,
    code,
  };
}
