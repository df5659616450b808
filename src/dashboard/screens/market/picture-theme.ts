export type PictureTheme = 'light' | 'dark';

/** The theme of the page. */
export function readPageTheme(): PictureTheme {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

function* listRules(rules: CSSRuleList): Generator<CSSStyleRule> {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) yield rule;
    else if (rule instanceof CSSGroupingRule) yield* listRules(rule.cssRules);
  }
}

/**
 * The colors of the page as properties of an element in a theme of its own. They are declared once, for the whole page,
 * and what inherits them gets those of its theme.
 */
export function listThemeTokens(theme: PictureTheme): Readonly<Record<string, string>> {
  const tokens: Record<string, string> = {
    colorScheme: theme,
    // The build writes `light-dark()` as a choice between these two.
    '--lightningcss-light': theme === 'light' ? 'initial' : ' ',
    '--lightningcss-dark': theme === 'dark' ? 'initial' : ' ',
  };
  for (const sheet of document.styleSheets) {
    for (const { selectorText, style } of listRules(sheet.cssRules)) {
      if (!selectorText.startsWith(':root')) continue;
      for (const name of style) if (name.startsWith('--color-')) tokens[name] = style.getPropertyValue(name);
    }
  }
  return tokens;
}
