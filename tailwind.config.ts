import type { Config } from 'tailwindcss';

// In the unit that follows the font size of the browser: what holds text grows with it, and breakpoints come earlier.
const rem = (pixels: number): string => `${pixels / 16}rem`;
const textSizes = [10.5, 11, 11.5, 12, 12.5, 13, 14, 15, 16, 17, 18, 23];

/** Colours are tokens of src/dashboard/app/tokens.css, because the stage ramp is also read outside of classes. */
export default {
  darkMode: ['selector', '[data-theme="dark"]'],
  theme: {
    extend: {
      fontFamily: {
        sans: ['Inter Variable', 'Inter Fallback', 'system-ui', 'sans-serif'],
        mono: ['JetBrains Mono Variable', 'ui-monospace', 'monospace'],
      },
      // `text-12` has 12 pixels at the usual font size of the browser.
      fontSize: Object.fromEntries(textSizes.map((pixels) => [pixels, rem(pixels)])),
      height: { row: rem(36), item: rem(56) },
      screens: { tablet: rem(641), wide: rem(900), full: rem(1101) },
    },
  },
} satisfies Config;
