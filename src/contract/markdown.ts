/**
 * A text as literal Markdown, on one line: nothing in it is emphasis, a link, an image, HTML, an entity, a list, a
 * heading, or a date of an Adaptive Card (`{{DATE(...)}}`).
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]{}<>|#~&]/g, String.raw`\$&`)
    // Only at the start do these begin a list or a rule, or underline a heading.
    .replace(/^( ?)([-+]|=(?==* ?$))/, String.raw`$1\$2`)
    .replace(/^( ?\d+)([.)])/, String.raw`$1\$2`);
