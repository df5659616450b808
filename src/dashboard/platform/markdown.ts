/** A text of the data as Markdown that means nothing but itself, in one line. */
export const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
