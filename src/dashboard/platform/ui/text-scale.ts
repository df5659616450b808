/** How many times as large as usual the browser's font size is. Lengths in code that hold text are multiplied by it. */
export const textScale: number =
  typeof document === 'undefined'
    ? 1
    : Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

/** Pixels at the usual font size, as a CSS length that follows the browser's. */
export const toRem = (pixels: number): string => `${pixels / 16}rem`;
