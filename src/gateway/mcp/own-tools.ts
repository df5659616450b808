import { z } from 'zod';
import { account, readAccount } from '#contract/account.ts';
import { maxSentenceLength, readSentence } from '#ask/read-sentence.ts';
import { searchEndpoints } from '#ask/reading.ts';
import { utcDay } from '#contract/scalars.ts';
import { type AssistantTool, findToolName, type ToolArguments } from './endpoint-tools.ts';
import { buildNameSearches } from './name-searches.ts';
import { buildAskLink } from './screen-links.ts';
import { quoteCall, ToolError, type ToolSession } from './session.ts';
import { describeExactly } from './tool-schemas.ts';

type OwnTool<I extends z.ZodType<object>> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: z.ZodObject;
  run(given: z.output<I>, session: ToolSession): object | Promise<object>;
};

/** The tools that are not endpoints; all are free. `tools` are those whose price can be looked up. */
export const createOwnTools = (tools: readonly AssistantTool[]): AssistantTool[] => [
  createOwnTool(askTool),
  createOwnTool(buildPriceTool(tools)),
  createOwnTool(accountTool),
  createOwnTool(unlockedTool),
];

function createOwnTool<I extends z.ZodType<object>>(tool: OwnTool<I>): AssistantTool {
  const { name, title, description } = tool;
  return {
    name,
    title,
    description: `${description} Free.`,
    input: describeExactly(tool.input, 'input'),
    output: describeExactly(tool.output, 'output'),
    isFree: true,
    quote: () => 0,
    async run(given, session) {
      const read = tool.input.safeParse(given);
      if (read.success) return tool.run(read.data, session);
      throw new ToolError(z.prettifyError(read.error));
    },
  };
}

const candidate = z.looseObject({ name: z.string() });
const askTool = {
  name: 'ask',
  title: 'Read a sentence as a search',
  description:
    'Reads a sentence such as "Series B fintech companies in New York that raised over $20M" as a call of a search tool. Nothing is guessed: unread lists words that were not used, choices what has several meanings. Nothing is searched yet.',
  input: z.strictObject({
    sentence: z.string().min(1).max(maxSentenceLength),
    today: utcDay.optional().describe('The UTC day that "last month" refers to. Default: today.'),
  }),
  output: z.object({
    tool: z.string().describe('The tool to call.'),
    arguments: z.looseObject({}).describe('Its arguments.'),
    price: z.number().describe('The most that the call can cost, in credits.'),
    link: z.string().describe('The same on a screen, to show a person.'),
    unread: z.array(z.string()),
    choices: z.array(z.object({ words: z.string(), filter: z.string(), candidates: z.array(candidate) })),
  }),
  async run({ sentence, today = new Date().toISOString().slice(0, 10) }, session) {
    const reading = await readSentence(sentence, today, buildNameSearches(session));
    const endpoint = searchEndpoints[reading.screen];
    return {
      tool: findToolName(endpoint.id),
      arguments: reading.body,
      price: quoteCall(endpoint, endpoint.body.parse(reading.body).page_size) / 10,
      link: buildAskLink(session.publicUrl, sentence),
      unread: reading.unread.map(({ words }) => words),
      choices: reading.choices.map(({ words, filter, candidates }) => ({ words, filter: filter.label, candidates })),
    };
  },
} satisfies OwnTool<z.ZodType<{ sentence: string; today?: string | undefined }>>;

const buildPriceTool = (tools: readonly AssistantTool[]) => {
  const names = tools.map(({ name }) => name) as [string, ...string[]];
  return {
    name: 'price',
    title: 'Price of a call',
    description: 'The most credits that a call of another tool can cost, and whether the session can pay them.',
    input: z.strictObject({
      tool: z.enum(names),
      arguments: z.looseObject({}).default({}).describe('The arguments of the call.'),
    }),
    output: z.object({ price: z.number(), session_credits_left: z.number(), is_affordable: z.boolean() }),
    run(given: { tool: string; arguments: ToolArguments }, session: ToolSession) {
      const { max_credits: _limit, ...rest } = given.arguments;
      const tenths = tools.find(({ name }) => name === given.tool)?.quote(rest, session) ?? 0;
      const { left } = session.budget;
      return { price: tenths / 10, session_credits_left: left / 10, is_affordable: tenths <= left };
    },
  } satisfies OwnTool<z.ZodType<{ tool: string; arguments: ToolArguments }>>;
};

const budget = z.object({ credits: z.number(), spent: z.number(), left: z.number() });
const accountTool = {
  name: 'account',
  title: 'Account and session budget',
  description: 'The credits of this session, and the plan and credits of the account, where the service tells them.',
  input: z.strictObject({}),
  output: z.object({ session: budget, account: account.nullable() }),
  async run(_given, { send, budget: { total, spent, left } }) {
    const { status, content } = await send({ endpoint: readAccount });
    const data = status === 200 ? (content as { data: unknown }).data : undefined;
    return {
      session: { credits: total / 10, spent: spent / 10, left: left / 10 },
      account: readAccount.data.safeParse(data).data?.account ?? null,
    };
  },
} satisfies OwnTool<z.ZodType<object>>;

const unlockedTool = {
  name: 'list_unlocked',
  title: 'Records of this session',
  description:
    'The records that this session has received and paid for, newest last. Read them in the earlier results instead of paying again.',
  input: z.strictObject({
    kind: z.enum(['deal', 'company', 'investor', 'person']).optional(),
    name: z.string().optional().describe('Only records whose name contains this text. Deals have no name.'),
  }),
  output: z.object({
    records: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string().optional() })),
  }),
  run: ({ kind, name }, { unlocked }) => ({ records: unlocked.list(kind, name) }),
} satisfies OwnTool<
  z.ZodType<{ kind?: 'deal' | 'company' | 'investor' | 'person' | undefined; name?: string | undefined }>
>;
