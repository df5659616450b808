import { roundOrder } from '../../../../platform/rounds.ts';

const variants = [
  { value: 'Plain rounds', pre: false, extension: false },
  { value: 'Pre-rounds', pre: true, extension: false },
  { value: 'Extensions', pre: false, extension: true },
  { value: 'Extensions of pre-rounds', pre: true, extension: true },
];

/** All rounds to choose from, in groups under a heading. */
export const roundGroups = variants.map(({ value, pre, extension }) => ({
  value,
  items: roundOrder.map((type) => ({ type, pre, extension })),
}));
