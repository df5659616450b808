/** A point or an arc of a shape in a cell of 10 units. */
type Step = readonly ['M' | 'L', number, number] | readonly ['A', number, number, number];

/** An arc has the radius 10 or 5, and turns clockwise. */
const shapes: readonly (readonly Step[])[] = [
  [
    ['M', 0, 0],
    ['L', 10, 0],
    ['L', 10, 10],
    ['L', 0, 10],
  ],
  [
    ['M', 0, 0],
    ['L', 10, 0],
    ['A', 10, 0, 10],
  ],
  [
    ['M', 0, 0],
    ['L', 10, 0],
    ['L', 0, 10],
  ],
  [
    ['M', 5, 0],
    ['A', 5, 5, 10],
    ['A', 5, 5, 0],
  ],
  [
    ['M', 0, 0],
    ['L', 5, 0],
    ['A', 5, 10, 5],
    ['L', 10, 10],
    ['L', 5, 10],
    ['A', 5, 0, 5],
  ],
  [
    ['M', 0, 0],
    ['L', 10, 0],
    ['L', 10, 5],
    ['L', 0, 5],
  ],
  [
    ['M', 5, 0],
    ['L', 10, 5],
    ['L', 5, 10],
    ['L', 0, 5],
  ],
];

/** How often the shape of each cell is turned by 90 degrees, from the top left to the bottom right. */
const turns = [
  [0, 1, 3, 2],
  [0, 0, 0, 0],
  [2, 3, 1, 0],
  [0, 2, 2, 0],
] as const;

/** The same number for the same text every time. */
export function hashMark(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * The path of a mark over 28 units, filled by even and odd: two shapes in a grid of two by two. One in four is the ground
 * with these shapes cut out.
 */
export function drawMark(id: string): string {
  const hash = hashMark(id);
  const pick = <T>(list: readonly T[], at: number): T => list[(hash >>> at) % list.length] as T;
  const [one, other, turn] = [pick(shapes, 0), pick(shapes, 7), pick(turns, 14)];
  const isMixed = (hash >>> 20) % 2 === 1;
  const cells = [0, 1, 2, 3].map((cell) =>
    drawShape(isMixed && (cell === 1 || cell === 2) ? other : one, turn[cell] as number, [
      4 + 10 * (cell % 2),
      4 + 10 * Math.floor(cell / 2),
    ]),
  );
  return `${(hash >>> 24) % 4 === 0 ? 'M0 0H28V28H0z' : ''}${cells.join('')}`;
}

function drawShape(shape: readonly Step[], turn: number, [left, top]: readonly [number, number]): string {
  const place = (x: number, y: number) => {
    let at: readonly [number, number] = [x, y];
    for (let step = 0; step < turn; step += 1) at = [10 - at[1], at[0]];
    return `${left + at[0]} ${top + at[1]}`;
  };
  const steps = shape.map((step) => {
    if (step[0] !== 'A') return `${step[0]}${place(step[1], step[2])}`;
    const [, radius, x, y] = step;
    return `A${radius} ${radius} 0 0 1 ${place(x, y)}`;
  });
  return `${steps.join('')}z`;
}
