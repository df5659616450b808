import type { StatusKind } from '#contract/workspace/statuses.ts';
import { readStatusOf } from '../../records/status/statuses.ts';
import { readConnected } from '../../platform/http/connection.ts';
import { escapeMarkdown } from '#contract/markdown.ts';
import { formatFilePart, formatShortDay, formatUtcDay } from '../../platform/format.ts';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Download } from 'lucide-react';
import type { NamedPerson } from './people-list.tsx';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { DocumentTools } from '../../platform/ui/document-tools.tsx';
import { saveFile } from '../../platform/ui/copy-and-save.tsx';

/** A line of a brief. */
export type BriefLine = readonly [name: string, text: string];

/** A line, or none without a text. */
export const listLine = (name: string, text: string | null | undefined): BriefLine[] => (text ? [[name, text]] : []);

/** People with their titles. */
export const listPeopleLines = (people: readonly NamedPerson[]): BriefLine[] =>
  people.flatMap(({ name, title }) => (name === null ? [] : [[name, title ?? 'title not known'] as const]));

/** What sizes are compared with. */
export const peersBasis =
  'Disclosed rounds, each against rounds of its stage, place and industry in the 24 months before.';

/** A section of a brief, with what it is based on. */
export type BriefSection = {
  readonly title: string;
  readonly basis: string;
  readonly lines: readonly BriefLine[];
  /** The lines as a drawing, on screen and in print; Markdown has the lines. */
  readonly figure?: ReactNode;
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
  readonly record: readonly [kind: StatusKind, id: string];
  readonly sections: readonly BriefSection[];
  /** What was fetched and when, in milliseconds; left out without a time. */
  readonly fetched: readonly (readonly [what: string, at: number | undefined])[];
};

/** Completes a brief with the user's notes and its sources, and drops empty sections. */
export function buildBrief({ record, fetched, sections, ...parts }: BriefParts, now: number): Brief {
  return {
    ...parts,
    day: formatUtcDay(now),
    sections: [...sections, listNotes(...record)].filter(({ lines }) => lines.length > 0),
    sources: [
      ...fetched.flatMap(([what, at]) =>
        at === undefined ? [] : [`${what}, fetched ${formatShortDay(formatUtcDay(at))}, UTC`],
      ),
      ...listSources(),
    ],
  };
}

function listNotes(kind: StatusKind, id: string): BriefSection {
  const { tags, note } = readStatusOf(kind, id);
  return {
    title: 'Your notes',
    basis: 'Your own, not from the service.',
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
function formatBriefMarkdown({ name, line, day, sections, missing, sources }: Brief): string {
  return [
    `# ${escapeMarkdown(name)}`,
    ...(line === '' ? [] : [escapeMarkdown(line)]),
    `Brief for a call, made on ${formatShortDay(day)} (UTC) from unlocked data.`,
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

type BriefViewProps = {
  readonly brief: Brief;
  readonly back: { readonly to: '/investors/$id' | '/companies/$id'; readonly id: string };
};

/** A brief as one page, for the screen and for print. */
export function BriefView({ brief, back }: BriefViewProps) {
  const { name, line, day, sections, missing, sources } = brief;
  return (
    <article
      aria-label={`Brief on ${name}`}
      data-scroll-restoration-id={`brief ${back.id}`}
      className="min-h-0 grow scroll-y px-4 py-4.5 wide:px-6.5 print:overflow-visible print:p-0"
    >
      <title>{`Brief on ${name}, Fundscope`}</title>
      <div className="mx-auto grid max-w-205 grid-cols-1 gap-5 print:max-w-none print:gap-3.5 print:[zoom:0.75]">
        <BriefTools brief={brief} back={back} />
        <header className="grid gap-1">
          <h1 className="text-23 leading-[1.2] font-[680] tracking-[-0.02em] break-words">{name}</h1>
          {line !== '' && <p className="text-ink-2">{line}</p>}
          <p className="text-11.5 text-ink-3">
            Brief for a call, made on {formatShortDay(day)} (UTC) from unlocked data
          </p>
        </header>
        <div className="grid grid-cols-1 gap-x-8 gap-y-5 wide:grid-cols-2 print:grid-cols-2 print:gap-y-3.5">
          {sections.map(({ title, basis, lines, figure }) => (
            <section
              key={title}
              className={`grid content-start gap-1.5 break-inside-avoid border-t border-line pt-2.5 ${figure || isLong(lines) ? 'wide:col-span-2 print:col-span-2' : ''}`}
            >
              <h2 className="text-13 font-semibold">{title}</h2>
              <p className="text-11.5 text-ink-3 empty:hidden">{basis}</p>
              {figure ?? <BriefLines lines={lines} />}
            </section>
          ))}
        </div>
        {missing.length > 0 && <SmallList title="Not unlocked" lines={missing} />}
        <SmallList title="Sources" lines={sources} />
      </div>
    </article>
  );
}

const widestLine = 60;

/** Whether a section needs the whole width. */
const isLong = (lines: readonly BriefLine[]): boolean =>
  lines.some(([what, text]) => what.length + text.length > widestLine);

function BriefLines({ lines }: { readonly lines: readonly BriefLine[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
      {lines.map(([what, text]) => (
        <div key={`${what} ${text}`} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-3">{what}</dt>
          <dd className="min-w-0 break-words">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function SmallList({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section className="grid gap-1 break-inside-avoid border-t border-line pt-2.5">
      <h2 className="text-12 font-semibold">{title}</h2>
      <ul className="grid gap-0.5 text-12 text-ink-2">
        {lines.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </section>
  );
}

const BriefTools = ({ brief, back }: BriefViewProps) => (
  <div className="flex flex-wrap items-center justify-between gap-1.5 print:hidden">
    <Link
      to={back.to}
      params={{ id: back.id }}
      className="inline-flex min-h-8 items-center gap-1.5 text-accent-ink decoration-line underline-offset-2 hover:underline"
    >
      <ArrowLeft aria-hidden className="size-3.5" />
      Profile
    </Link>
    <DocumentTools toMarkdown={() => formatBriefMarkdown(brief)}>
      <ActionButton Icon={Download} onPress={() => saveBrief(brief)}>
        Save as Markdown
      </ActionButton>
    </DocumentTools>
  </div>
);

/** As "brief-ridge-capital-2026-11-22.md". */
const saveBrief = (brief: Brief): void =>
  saveFile(
    `brief-${formatFilePart(brief.name)}-${brief.day}.md`,
    new Blob([`${formatBriefMarkdown(brief)}\n`], { type: 'text/markdown;charset=utf-8' }),
  );
