/**
 * The path below which this site stands, such as `/desk`, without a slash at the end; empty at the root of its host. The
 * gateway writes it into the page.
 */
export const siteBase = document.querySelector<HTMLMetaElement>('meta[name="fundscope-base"]')?.content ?? '';
