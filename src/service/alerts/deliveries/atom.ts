/** An entry of a feed; its texts are plain text. */
type AtomEntry = {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly updated: Date;
  readonly summary: string;
};

/** A feed; its title is plain text. */
type AtomFeed = Omit<AtomEntry, 'summary'> & { readonly entries: readonly AtomEntry[] };

/** A feed in Atom 1.0 (RFC 4287). Texts must not contain characters that XML forbids. */
export const formatAtom = ({ entries, ...feed }: AtomFeed): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    ...formatHead(feed),
    '<author><name>Fundscope</name></author>',
    '<generator>Fundscope</generator>',
    ...entries.flatMap((entry) => [
      '<entry>',
      ...formatHead(entry),
      `<summary type="text">${escapeXml(entry.summary)}</summary>`,
      '</entry>',
    ]),
    '</feed>',
    '',
  ].join('\n');

const formatHead = ({ id, title, link, updated }: Omit<AtomEntry, 'summary'>): string[] => [
  `<id>${escapeXml(id)}</id>`,
  `<title type="text">${escapeXml(title)}</title>`,
  `<link href="${escapeXml(link)}"/>`,
  `<updated>${updated.toISOString()}</updated>`,
];

const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
