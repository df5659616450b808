import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { describeSpending, formatTaskPrompt, researchTasks } from '../reference/research-tasks.ts';

const credits = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number of credits')
  .optional()
  .describe('The most credits to spend. Default: 25.');
const defaultCredits = '25';

/** Adds the prompts that users can start by name: the tasks of research, and a brief on an investor. */
export function registerPrompts(server: McpServer): void {
  for (const task of researchTasks) {
    const { name, title, description, subject } = task;
    const given = z.string().min(1).max(500).describe(subject.about);
    server.registerPrompt(
      name,
      {
        title,
        description,
        argsSchema: { [subject.name]: subject.isOptional ? given.optional() : given, max_credits: credits },
      },
      (values) => buildPrompt(formatTaskPrompt(task, values[subject.name], values['max_credits'] ?? defaultCredits)),
    );
  }
  server.registerPrompt(
    'investor-brief',
    {
      title: 'Brief on an investor',
      description: 'What an investor does, for a call.',
      argsSchema: {
        investor: z.string().min(1).max(200).describe('Its name or domain.'),
        max_credits: credits,
      },
    },
    ({ investor, max_credits: limit }) => buildPrompt(describeBrief(investor, limit)),
  );
}

const buildPrompt = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
});

const describeBrief = (investor: string, limit = defaultCredits) => `\
Write a brief on the investor "${investor}" for a call.

1. Find it with find_investors. If several match, ask me which one is meant.
2. Call read_investor, then read_investor_deals for its latest deals, at most 10 rows.
3. Read the companies of the deals that matter most, and the investors of one or two of these deals to see with whom it invests.
4. Write one page: what it invests in (stages, places, industries), how active it is and how often it leads, its latest deals with company, round, amount in US dollars and date, who invests with it, and three questions for the call. Say where an amount is undisclosed, and never fill in what the data does not have.

${describeSpending(limit)}
End with what was spent.`;
