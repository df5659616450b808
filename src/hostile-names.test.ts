// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { escapeMarkdown } from '#contract/markdown.ts';
import { buildMail } from './service/alerts/deliveries/email.ts';
import { formatFeed } from './service/alerts/deliveries/feed.ts';
import { buildSlackBody, buildTeamsBody } from './service/alerts/deliveries/message-formats.ts';
import { toPlainLine } from './service/alerts/deliveries/plain-text.ts';
import type { MessageContents } from './service/alerts/deliveries/prepare.ts';

/** Names of an import or a user, each in every text of a delivery and in every format that it is sent in. */
const hostileNames = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  ']]><script>alert(1)</script><![CDATA[',
  '<!--',
  '-->',
  '&lt;img src=x onerror=alert(1)&gt;',
  '&amp;amp; &#0; &bogus;',
  '"><a href="javascript:alert(1)">x</a>',
  "' onmouseover='alert(1)",
  'null \u0000 byte',
  'bell \u0007, escape \u001b[31m, delete \u007f',
  'half a pair \ud800',
  'other half \udc00',
  'no character \ufffe \uffff',
  'line\nbreak\r\nBcc: eve@evil.example',
  'separator \u2028 paragraph \u2029 end',
  'gpj.\u202egnp.exe',
  '<!channel>',
  '<!here|here> <@U012AB3CD> <#C012AB3CD>',
  '@here @channel #general',
  '<https://evil.example|Sign in>',
  '[Sign in](https://evil.example)',
  '![x](https://evil.example/pixel.png)',
  '**bold** _italics_ ~~gone~~ `code`',
  '# Heading',
  '- item',
  '===',
  '---',
  '1. first',
  '{{DATE(2026-01-01T00:00:00Z, SHORT)}} ${name}',
  'a|b \\ c \\[d](e)',
  '   ',
  'x'.repeat(20_000),
  '👩‍🚀'.repeat(500),
];

/** The names for which a check fails, with its error. */
const listFailures = (check: (name: string) => void): string[] =>
  hostileNames.flatMap((name) => {
    try {
      check(name);
      return [];
    } catch (error) {
      return `${JSON.stringify(name).slice(0, 100)}: ${String(error)}`;
    }
  });

test.each([
  ['null \u0000 byte', 'null byte'],
  ['\u001b[31mred\u007f\u0085', '[31mred'],
  ['half \ud800, half \udc00, whole \ud83d\ude00', 'half , half , whole \ud83d\ude00'],
  ['\ufffe\uffff', ''],
  ['one\r\n\u2028two', 'one two'],
  ['gpj.\u202egnp.exe', 'gpj.gnp.exe'],
])('%j is shown as %j', (name, shown) => {
  expect(toPlainLine(name)).toBe(shown);
});

test('a long name is cut, but not within a character', () => {
  expect(toPlainLine('\ud83d\ude00'.repeat(9), 6)).toBe('\ud83d\ude00\ud83d\ude00…');
});

const publicUrl = 'https://funds.example';
const ids = ['1d9e6f9e-3f5c-4a44-9b50-4b1c9d4b7f10', '2d9e6f9e-3f5c-4a44-9b50-4b1c9d4b7f10'] as const;
const dealUrl = `${publicUrl}/alerts?period=review&open=${ids[1]}`;
const stopUrl = `${publicUrl}/account/unsubscribe/token`;

const buildContents = (name: string): MessageContents => ({
  delivery: { id: ids[0], name },
  scheduled_at: '2026-03-02T08:00:00.000Z',
  late: false,
  test: false,
  deals: [
    {
      id: ids[1],
      company_name: name,
      round_type: 'SEED',
      round_name: name,
      total_round_raised: 1_500_000,
      date: '2026-03-01T00:00:00.000Z',
      location: { city: name, country: name },
      deal_short_description: name,
      company_website: name,
      alerts: [{ id: ids[0], name, reasoning: name }],
    },
  ],
});

/** What a reader sees of a name: on one line, without what no text has, and not longer than fits. */
const showName = (name: string) => toPlainLine(name, 200) || 'Unnamed company';
const showTitle = (name: string) => `1 new deal: ${toPlainLine(name)}`;
const showFacts = (name: string) => {
  const place = toPlainLine(name, 60);
  return [place, '$1.5M', place, place, '1 Mar 2026'].filter(Boolean).join(', ');
};

test('every name is text in an Atom feed, which stays readable', () => {
  const failures = listFailures((name) => {
    const [deal] = buildContents(name).deals;
    const xml = formatFeed({ id: ids[0], name }, [deal!], { publicUrl, now: new Date('2026-03-02T08:00:00Z') });
    const feed = new DOMParser().parseFromString(xml, 'application/xml');
    expect(feed.querySelector('parsererror')).toBeNull();
    expect([...feed.querySelectorAll('*')].map((element) => element.tagName)).toEqual(
      ['feed', 'id', 'title', 'link', 'updated', 'author', 'name', 'generator'].concat([
        'entry',
        'id',
        'title',
        'link',
        'updated',
        'summary',
      ]),
    );
    const titles = [...feed.querySelectorAll('title')];
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      toPlainLine(name),
      `${showName(name)}: ${showFacts(name)}`,
    ]);
    for (const text of feed.querySelectorAll('title, summary')) {
      expect([text.getAttribute('type'), text.children.length]).toEqual(['text', 0]);
    }
  });
  expect(failures).toEqual([]);
});

test('every name is text in an email, and adds no line, element or header to it', () => {
  const failures = listFailures((name) => {
    const { subject, text, html } = buildMail(buildContents(name), publicUrl, stopUrl);
    // No word of a user.
    expect(subject).toBe('1 new deal matches your alerts');
    const reason = toPlainLine(`${name}: ${name}`);
    const facts = showFacts(name);
    const paragraphs = [
      showTitle(name),
      `${showName(name)}\n${facts}\n${reason}\n${dealUrl}`,
      `Stop these emails: ${stopUrl}`,
    ];
    expect(text).toBe(paragraphs.join('\n\n'));
    const page = new DOMParser().parseFromString(html, 'text/html');
    expect([...page.body.querySelectorAll('*')].map(({ tagName }) => tagName)).toEqual([
      'MAIN',
      'H1',
      'DIV',
      'A',
      'STRONG',
      'DIV',
      'DIV',
      'P',
      'A',
    ]);
    expect(page.querySelectorAll('script, img, [onerror], [onmouseover]')).toHaveLength(0);
    expect([...page.querySelectorAll('a')].map(({ href }) => href)).toEqual([dealUrl, stopUrl]);
    expect([page.title, page.querySelector('h1')?.textContent]).toEqual([showTitle(name).trim(), showTitle(name)]);
    expect([...page.querySelectorAll('.deal > *')].map((element) => element.textContent)).toEqual([
      showName(name),
      facts,
      reason,
    ]);
  });
  expect(failures).toEqual([]);
});

/** A text of Slack as it is shown; throws if it has another link or mention than to the deal. */
function readSlack(text: string): string {
  const shown = text
    .split(`<${dealUrl}|`)
    .map((part, at) => (at === 0 ? part : part.replace('>', '')))
    .join('');
  if (/[<>]/.test(shown) || /&(?!amp;|lt;|gt;)/.test(shown)) throw new Error(`Slack would read ${shown}`);
  return shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

test('every name is text in a message of Slack, and mentions nobody', () => {
  const failures = listFailures((name) => {
    const body = buildSlackBody(buildContents(name), publicUrl) as {
      text: string;
      blocks: { text: { type: string; text: string; verbatim: boolean } }[];
    };
    expect(readSlack(body.text)).toBe(showTitle(name));
    expect(body.blocks.map(({ text }) => readSlack(text.text))).toEqual([
      `*${showTitle(name)}*`,
      `• ${showName(name)}  ${showFacts(name)}`,
    ]);
    for (const { text } of body.blocks) {
      expect(text).toMatchObject({ type: 'mrkdwn', verbatim: true });
      expect(text.text.length).toBeLessThanOrEqual(3000);
    }
  });
  expect(failures).toEqual([]);
});

/** Markdown as it is shown; throws if a sign in it has a meaning. */
function readMarkdown(markdown: string): string {
  const signs = markdown.replaceAll(/\\[!-/:-@[-`{-~]/g, 'x');
  if (/[\\`*_[\]{}<>|#~&\r\n]/.test(signs) || /^ *([-+]|=+ *$|\d+[.)])/.test(signs)) {
    throw new Error(`${markdown} has a meaning in Markdown`);
  }
  return markdown.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}

test('every name is text in a card of Teams', () => {
  const failures = listFailures((name) => {
    const { attachments } = buildTeamsBody(buildContents(name), publicUrl) as {
      attachments: { content: { body: { text: string }[] } }[];
    };
    const [title, deal, ...more] = attachments[0]!.content.body.map(({ text }) => text);
    expect(more).toEqual([]);
    expect(readMarkdown(title!)).toBe(showTitle(name));
    const [label, facts, ...rest] = deal!.split(`](${dealUrl}) `);
    expect(rest).toEqual([]);
    expect(label).toMatch(/^\[/);
    expect([readMarkdown(label!.slice(1)), readMarkdown(facts!)]).toEqual([showName(name), showFacts(name)]);
  });
  expect(failures).toEqual([]);
});

test('every name is text in what is copied as Markdown', () => {
  const failures = listFailures((name) => {
    expect(readMarkdown(escapeMarkdown(name))).toBe(name.replaceAll(/\s+/g, ' '));
  });
  expect(failures).toEqual([]);
});
