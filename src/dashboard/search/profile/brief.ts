import { toMarkdownText } from '../../platform/markdown.ts';
import { readMark, type MarkedKind } from '../../library/status/marks.ts';
import { readConnected } from '../../platform/http/config.ts';

/** A line of a brief: what it is about, and what is known of it. */
export type BriefLine = readonly [name: string, text: string];

/** A part of a brief under its own heading, with what it rests on. */
export type BriefSection = {
  readonly title: string;
  readonly basis: string;
  readonly lines: readonly BriefLine[];
};

/** One page about a record, from owned rows alone. */
export type Brief = {
  readonly name: string;
  readonly line: string;
  /** The UTC day on which it was made. */
  readonly day: string;
  /** Without those that have no lines. */
  readonly sections: readonly BriefSection[];
  /** What is not owned, in sentences. */
  readonly missing: readonly string[];
  readonly sources: readonly string[];
};

type BriefParts = Omit<Brief, 'day' | 'sections' | 'sources'> & {
  /** The person's own word on the record stands last. */
  readonly marked: readonly [kind: MarkedKind, id: string];
  readonly sections: readonly BriefSection[];
  /** What was answered, and when, in milliseconds; without a time it is not owned. */
  readonly answered: readonly (readonly [what: string, at: number | undefined])[];
};

const formatUtcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Puts a brief together: no part without lines, the own notes, and where everything comes from. */
export function toBrief({ marked, answered, sections, ...parts }: BriefParts, now: number): Brief {
  return {
    ...parts,
    day: formatUtcDay(now),
    sections: [...sections, toNotes(...marked)].filter(({ lines }) => lines.length > 0),
    sources: [
      ...answered.flatMap(([what, at]) => (at === undefined ? [] : [`${what}, answered ${formatUtcDay(at)} (UTC)`])),
      ...toSourceNames(),
    ],
  };
}

/** Tags and note of the person. */
function toNotes(kind: MarkedKind, id: string): BriefSection {
  const { tags, note } = readMark(kind, id);
  return {
    title: 'Own notes',
    basis: 'Kept on this device.',
    lines: [
      ...(tags.length > 0 ? [['Tags', tags.join(', ')] as const] : []),
      ...(note.trim() === '' ? [] : [['Note', note.trim()] as const]),
    ],
  };
}

function toSourceNames(): string[] {
  const sources = readConnected()?.sources ?? [];
  if (sources.length === 0) return ['The service does not tell where its records come from'];
  const names = sources.map(({ title, licence }) => `${title} (${licence})`);
  return [`${sources.length === 1 ? 'Source' : 'One or more of these sources'}: ${names.join('; ')}`];
}

/** A brief as Markdown, for a message or a document. */
export function toBriefMarkdown({ name, line, day, sections, missing, sources }: Brief): string {
  return [
    `# ${toMarkdownText(name)}`,
    ...(line === '' ? [] : [toMarkdownText(line)]),
    `Brief for a call, made ${day} (UTC) from owned rows.`,
    ...sections.flatMap((section) => [
      `## ${section.title}`,
      ...(section.basis === '' ? [] : [`*${toMarkdownText(section.basis)}*`]),
      toList(
        section.lines.map(
          ([what, text]) => `${what === '' ? '' : `**${toMarkdownText(what)}**: `}${toMarkdownText(text)}`,
        ),
      ),
    ]),
    ...(missing.length === 0 ? [] : ['## Not owned', toList(missing.map(toMarkdownText))]),
    '## Sources',
    toList(sources.map(toMarkdownText)),
  ].join('\n\n');
}

const toList = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
