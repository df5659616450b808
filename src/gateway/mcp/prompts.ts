import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const credits = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number of credits')
  .optional()
  .describe('The most credits to spend. Default: 25.');

/** Adds the prompts that users can start by name: a weekly review and a brief on an investor. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'weekly-review',
    {
      title: 'Weekly review',
      description: 'The rounds of the last seven days that matter to you.',
      argsSchema: {
        focus: z.string().max(500).optional().describe('What to look at, such as: seed rounds in climate in Europe.'),
        max_credits: credits,
      },
    },
    ({ focus, max_credits: limit }) => buildPrompt(describeReview(focus, new Date(), limit)),
  );
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

const describeLimit = (limit = '25') =>
  `Spend at most ${limit} credits in total: call price before each tool that is not free, set max_credits on it, and stop when the credits are used up. Do not pay for a record twice.`;

const formatDay = (time: Date, daysBefore = 0) =>
  new Date(time.getTime() - daysBefore * 86_400_000).toISOString().slice(0, 10);

const describeReview = (focus: string | undefined, now: Date, limit: string | undefined) => `\
Write a review of the venture funding from ${formatDay(now, 6)} to ${formatDay(now)} (UTC).

1. Call list_alerts, and read_alerts with their ids for these days. If alerts are not part of the plan, continue without them.
2. ${focus === undefined ? 'Search the largest deals that were announced on these days (search_deals, sort_by largest_raise).' : `Call ask with "${focus}", add date_start and date_end of these days, and search. Ask me about words that were not understood.`}
3. Read the names of companies that are not known yet, for the most important deals only.
4. Write one page: a first paragraph with what stands out, then the deals by size with company, round, amount in US dollars and date, then what to follow up. Say where an amount is undisclosed, and never fill in what the data does not have.

${describeLimit(limit)}
End with what was spent.`;

const describeBrief = (investor: string, limit: string | undefined) => `\
Write a brief on the investor "${investor}" for a call.

1. Find it with find_investors. If several match, ask me which one is meant.
2. Call read_investor, then read_investor_deals for its latest deals, at most 10 rows.
3. Read the companies of the deals that matter most, and the investors of one or two of these deals to see with whom it invests.
4. Write one page: what it invests in (stages, places, industries), how active it is and how often it leads, its latest deals with company, round, amount in US dollars and date, who invests with it, and three questions for the call. Say where an amount is undisclosed, and never fill in what the data does not have.

${describeLimit(limit)}
End with what was spent.`;
