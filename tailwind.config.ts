import type { Config } from 'tailwindcss';

/** Colours are tokens of src/dashboard/app/tokens.css, because the stage ramp is also read outside of classes. */
export default {
  darkMode: ['selector', '[data-theme="dark"]'],
  theme: {
    extend: {
      fontFamily: {
        sans: ['Inter Variable', 'Inter Fallback', 'system-ui', 'sans-serif'],
        mono: ['JetBrains Mono Variable', 'ui-monospace', 'monospace'],
      },
      height: { row: '36px', item: '56px' },
      screens: { tablet: '641px', wide: '900px', full: '1101px' },
    },
  },
} satisfies Config;
