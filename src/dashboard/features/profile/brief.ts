import { type StatusKind, readStatusOf } from '../../library/status/marks.ts';
import { readConnected } from '../../platform/http/config.ts';
import { escapeMarkdown } from '../../platform/markdown.ts';

/** A line of a brief. */
export type BriefLine = readonly [name: string, text: string];

/** A section of a brief, with what it is based on. */
export type BriefSection = {
  readonly title: string;
  readonly basis: string;
  readonly lines: readonly BriefLine[];
};

/** One page about a record, from unlocked data only. */
export type Brief = {
  readonly name: string;
  readonly line: string;
  /** The UTC day on which the brief was made. */
  readonly day: string;
  /** Without empty sections. */
  readonly sections: readonly BriefSection[];
  /** What is not unlocked, in sentences. */
  readonly missing: readonly string[];
  readonly sources: readonly string[];
};

type BriefParts = Omit<Brief, 'day' | 'sections' | 'sources'> & {
  /** The record whose notes end the brief. */
  readonly marked: readonly [kind: StatusKind, id: string];
  readonly sections: readonly BriefSection[];
  /** What was fetched and when, in milliseconds; left out without a time. */
  readonly fetched: readonly (readonly [what: string, at: number | undefined])[];
};

const formatUtcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Completes a brief with the user's notes and its sources, and drops empty sections. */
export function buildBrief({ marked, fetched, sections, ...parts }: BriefParts, now: number): Brief {
  return {
    ...parts,
    day: formatUtcDay(now),
    sections: [...sections, listNotes(...marked)].filter(({ lines }) => lines.length > 0),
    sources: [
      ...fetched.flatMap(([what, at]) => (at === undefined ? [] : [`${what}, fetched ${formatUtcDay(at)} (UTC)`])),
      ...listSources(),
    ],
  };
}

function listNotes(kind: StatusKind, id: string): BriefSection {
  const { tags, note } = readStatusOf(kind, id);
  return {
    title: 'Your notes',
    basis: 'Stored on this device only.',
    lines: [
      ...(tags.length > 0 ? [['Tags', tags.join(', ')] as const] : []),
      ...(note.trim() === '' ? [] : [['Note', note.trim()] as const]),
    ],
  };
}

function listSources(): string[] {
  const sources = readConnected()?.sources ?? [];
  if (sources.length === 0) return ['The service names no sources'];
  const names = sources.map(({ title, licence }) => `${title} (${licence})`);
  return [`${sources.length === 1 ? 'Source' : 'One or more of these sources'}: ${names.join('; ')}`];
}

/** A brief as Markdown. */
export function formatBriefMarkdown({ name, line, day, sections, missing, sources }: Brief): string {
  return [
    `# ${escapeMarkdown(name)}`,
    ...(line === '' ? [] : [escapeMarkdown(line)]),
    `Brief for a call, made ${day} (UTC) from unlocked data.`,
    ...sections.flatMap((section) => [
      `## ${section.title}`,
      ...(section.basis === '' ? [] : [`*${escapeMarkdown(section.basis)}*`]),
      formatList(
        section.lines.map(
          ([what, text]) => `${what === '' ? '' : `**${escapeMarkdown(what)}**: `}${escapeMarkdown(text)}`,
        ),
      ),
    ]),
    ...(missing.length === 0 ? [] : ['## Not unlocked', formatList(missing.map(escapeMarkdown))]),
    '## Sources',
    formatList(sources.map(escapeMarkdown)),
  ].join('\n\n');
}

const formatList = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');
