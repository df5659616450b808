import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { type NameSearches } from '#ask/name-words.ts';
import { readSentence } from '#ask/read-sentence.ts';
import { searchEndpoints, type SentenceReading } from '#ask/reading.ts';
import { readCharge } from '#contract/charge.ts';
import { calculatePrice } from '#contract/credits.ts';
import { StartError } from '../../service/db/start-error.ts';
import type { AskService } from '../server/ask-service.ts';
import { parseCredits, parseDay, printResult } from './command.ts';

type Options = { json?: true | string; run?: true; maxCredits?: number; today?: string; hosted?: string };

const defaultRows = 10;

/** Adds `ask`, which reads sentences as searches. `input` is where `--json -` reads them. */
export function registerAsk(
  program: Command,
  openService: (hosted?: string) => Promise<AskService>,
  input: Readable = process.stdin,
): void {
  program
    .command('ask')
    .description('Read a sentence as a search: its route, its body and the highest price; free')
    .argument('[sentence...]', 'such as: Series B fintech companies in New York that raised over $20M')
    .option('--json [-]', 'print JSON; with -, one object a line for each sentence on standard input')
    .option('--run', 'send the request, if every word was understood', false)
    .option('--max-credits <credits>', 'the most credits that --run may spend, all sentences together', parseCredits)
    .option('--hosted <url>', 'the hosted service to ask, in place of FUNDSCOPE_UPSTREAM; FUNDSCOPE_KEY is its key')
    .option('--today <day>', 'the UTC day that "last month" refers to', parseDay)
    .action(async (words: string[], { json, run, maxCredits, today, hosted }: Options) => {
      if (run && maxCredits === undefined)
        throw new StartError('--run spends credits.', 'Say how many with --max-credits.');
      // In `--json "a sentence"` the option takes the sentence as its value.
      const sentence = [...(typeof json === 'string' && json !== '-' ? [json] : []), ...words].join(' ').trim();
      if (json !== '-' && sentence === '')
        throw new StartError('There is no sentence.', 'Add one in quotes, or --json - to read them.');
      const service = await openService(hosted);
      const budget = run ? { tenths: (maxCredits ?? 0) * 10 } : undefined;
      const readOne = (text: string) =>
        readSearch(service, text, today ?? new Date().toISOString().slice(0, 10), budget);
      try {
        if (json === '-')
          for await (const line of createInterface({ input })) console.log(JSON.stringify(await readOne(line)));
        else {
          const result = await readOne(sentence);
          printResult(result, formatResult(result), { json: json === undefined ? undefined : true });
        }
      } finally {
        await service.close();
      }
    });
}

/** A sentence as a request; `price` is the highest that it can cost, in credits. */
type AskResult = {
  route: string;
  body: object;
  price: number;
  unread: string[];
  /** Dates that can be read in two ways, with how they were read. */
  notes?: string[];
  choices: { words: string; candidates: object[] }[];
  result?: unknown;
  /** The highest price of a request whose charge is unconfirmed. */
  unconfirmed_credits?: number;
  not_run?: string;
};

type Budget = { tenths: number };

async function readSearch(
  service: AskService,
  text: string,
  today: string,
  budget: Budget | undefined,
): Promise<AskResult> {
  const reading = await readSentence(text, today, service.searches satisfies NameSearches);
  const { screen, body, pieces, unread, choices, limit } = reading;
  const notes = pieces.flatMap(({ words, note }) => (note === undefined ? [] : `${words}: read ${note}`));
  const read: AskResult = {
    route: searchEndpoints[screen].path,
    body,
    price: calculatePrice(searchEndpoints[screen].cost, limit ?? defaultRows) / 10,
    unread: unread.map(({ words }) => words),
    ...(notes.length > 0 ? { notes } : {}),
    choices: choices.map(({ words, candidates }) => ({ words, candidates: [...candidates] })),
  };
  if (!budget) return read;
  // A search without filters has all records.
  const sent = /[\p{L}\p{N}]/u.test(text)
    ? await runSearch(service, reading, budget)
    : { not_run: 'There is no sentence.' };
  return { ...read, ...sent };
}

/** Sends the request for as many rows as the budget pays for. An ambiguous sentence is not sent. */
async function runSearch(
  service: AskService,
  { screen, body, unread, choices, limit }: SentenceReading,
  budget: Budget,
) {
  if (unread.length + choices.length > 0) return { not_run: 'Not every word was understood.' };
  const { cost } = searchEndpoints[screen];
  const rows = Math.min(limit ?? defaultRows, Math.floor(budget.tenths / calculatePrice(cost, 1)));
  if (rows < 1) return { not_run: 'The credits of --max-credits are spent.' };
  const { content, ...reply } = await service.search(searchEndpoints[screen], { ...body, page_size: rows });
  const { state, billedTenths } = readCharge({ ...reply, body: content }, calculatePrice(cost, rows));
  budget.tenths -= billedTenths;
  return { result: content, ...(state === 'unconfirmed' ? { unconfirmed_credits: billedTenths / 10 } : {}) };
}

function formatResult(found: AskResult): string[] {
  const {
    route,
    body,
    price,
    unread,
    notes = [],
    choices,
    result,
    unconfirmed_credits: unconfirmed,
    not_run: notRun,
  } = found;
  return [
    `POST ${route}`,
    JSON.stringify(body, null, 2),
    `Up to ${formatCredits(price)}`,
    ...unread.map((words) => `Not used: ${words}`),
    ...notes,
    ...new Set(
      choices.map(({ words, candidates }) => {
        const names = candidates.map((one) =>
          'permalink' in one ? String(one.permalink) : 'name' in one ? String(one.name) : '',
        );
        return names.length > 0
          ? `Several for "${words}": ${names.join(', ')}`
          : `Unknown name "${words}": find its id with a search by name`;
      }),
    ),
    ...(notRun === undefined ? [] : [`Not sent: ${notRun}`]),
    ...(unconfirmed === undefined ? [] : [`Charge unconfirmed: up to ${formatCredits(unconfirmed)}`]),
    ...(result === undefined ? [] : [JSON.stringify(result, null, 2)]),
  ];
}

const formatCredits = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
