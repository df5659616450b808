/** A task that an assistant does with the tools: a prompt that users start by name, and a skill in a folder. */
type ResearchTask = {
  readonly name: string;
  readonly title: string;
  /** When to use it, for the assistant. */
  readonly description: string;
  /** What the user names, if anything. */
  readonly subject: { readonly name: string; readonly about: string; readonly isOptional: boolean };
  /** What to do with the tools, in order. */
  readonly steps: readonly string[];
  /** What to do on the command line where there are no tools. */
  readonly commands: readonly string[];
  /** What to write. */
  readonly answer: string;
};

/** The five tasks of research. */
export const researchTasks: readonly ResearchTask[] = [
  {
    name: 'screen-deals',
    title: 'Screen deals',
    description: 'Find the rounds that fit an investment thesis and rank them.',
    subject: { name: 'thesis', about: 'What fits, such as: seed rounds in climate in Europe.', isOptional: false },
    steps: [
      'Call ask with the thesis. Ask the user about words in unread and choices; never guess a filter.',
      'Call search_deals (or the tool that ask names) with at most 25 rows, newest first.',
      'Read the companies of the deals that fit best with read_company, at most 5.',
    ],
    commands: ['fundscope ask --run --max-credits 25 "<the thesis>"'],
    answer:
      'A table of the deals, best fit first: company, round, amount in US dollars, date, lead investors, and one sentence on why it fits or does not. Then what the search left out.',
  },
  {
    name: 'company-brief',
    title: 'Brief on a company',
    description: 'Prepare a call with or about a company: its rounds, investors and people.',
    subject: { name: 'company', about: 'Its name or domain.', isOptional: false },
    steps: [
      'Find it with find_companies. If several match, ask the user which one is meant.',
      'Call read_company, then read_company_deals for its rounds, at most 10 rows.',
      'Call read_deal_investors for the latest round, and search_people with its id for its founders, at most 5 rows.',
    ],
    commands: ['fundscope ask --run --max-credits 15 "rounds of <the company>"'],
    answer:
      'One page: what it does, its rounds by date with amount and lead investors, who is on its side, what changed lately, and three questions for the call.',
  },
  {
    name: 'weekly-review',
    title: 'Weekly review',
    description: 'Review the rounds of the last seven days that matter to the user.',
    subject: {
      name: 'focus',
      about: 'What to look at, such as: seed rounds in climate in Europe.',
      isOptional: true,
    },
    steps: [
      'Call list_alerts, and read_alerts with their ids for the last seven UTC days. If alerts are not part of the plan, continue without them.',
      'Call ask with the focus, add date_start and date_end of these days, and search. Without a focus, search the largest deals of these days (search_deals, sort_by largest_raise).',
      'Read the names of companies that are not known yet, for the most important deals only.',
    ],
    commands: ['fundscope ask --run --max-credits 25 "<the focus> in the last 7 days"'],
    answer:
      'One page: a first paragraph with what stands out, then the deals by size with company, round, amount in US dollars and date, then what to follow up.',
  },
  {
    name: 'benchmark-round',
    title: 'Benchmark a round',
    description: 'Say where the size of a round lies among its peers.',
    subject: {
      name: 'round',
      about: 'The round, such as: the Series A of Anvil, or $12M seed in fintech.',
      isOptional: false,
    },
    steps: [
      'Find the company with find_companies and its round with read_company_deals, unless the user gives stage and size.',
      'Where the tool compare_round exists, call it: it is free and has the percentile and the peers.',
      'Otherwise call search_deals for the same stage, industry and last 24 months, at most 50 rows, and compare the disclosed amounts. Say how many of them disclosed one.',
    ],
    commands: ['fundscope ask --run --max-credits 50 "<stage> <industry> in the last 24 months"'],
    answer:
      'The size, its percentile, the median and the quartiles with the number of rounds behind them, the five most similar rounds, and how late reports could change this.',
  },
  {
    name: 'market-landscape',
    title: 'Landscape of a market',
    description: 'Describe who funds whom in a market, and how that changed.',
    subject: { name: 'market', about: 'The market, such as: battery storage in Europe.', isOptional: false },
    steps: [
      'Call ask with the market. Ask the user about words in unread and choices.',
      'Where the tool market exists, call it with these filters: it is free and has deals by quarter, sizes, places and leads.',
      'Call search_deals with sort_by largest_raise, at most 15 rows, and search_investors with the same filters as company_investments, at most 10 rows.',
    ],
    commands: ['fundscope ask --run --max-credits 25 "largest rounds in <the market>"'],
    answer:
      'How much was raised in how many rounds by quarter, with late reports named; the largest rounds; who leads; which stages grow or shrink; and three companies to look at.',
  },
];

const citing =
  'Cite every deal that you use by company, round and date with its id, say where an amount is undisclosed, and never fill in what the data does not have.';

/** What an assistant must do before it spends. */
export const describeSpending = (credits: string): string =>
  `Spend at most ${credits} credits in total: call price before each tool that is not free, tell the user the price before the first one, set max_credits on it, and stop when the credits are used up. Do not pay for a record twice.`;

const numberSteps = (steps: readonly string[]): string => steps.map((step, at) => `${at + 1}. ${step}`).join('\n');

/** A task as a prompt for the tools. */
export const formatTaskPrompt = (task: ResearchTask, subject: string | undefined, credits: string): string => `\
${task.title}${subject === undefined ? '' : `: "${subject}"`}. Today is ${new Date().toISOString().slice(0, 10)} (UTC).

${numberSteps(task.steps)}
${task.steps.length + 1}. Write: ${task.answer}

${citing}
${describeSpending(credits)}
End with what was spent.`;

/** A task as the SKILL.md of a folder (agentskills.io): name and description first, then what to do. */
export const formatSkill = (task: ResearchTask): string => `\
---
name: fundscope-${task.name}
description: ${task.description} Uses Fundscope, venture funding data that costs credits.
---

# ${task.title}

${task.subject.about}${task.subject.isOptional ? ' It may be missing.' : ' Ask for it if it is missing.'}

## Before you spend

${describeSpending('25')} The user may name another limit.

## With the Fundscope tools (MCP)

${numberSteps(task.steps)}

## Without them

The price is printed without \`--run\`, for free; \`--max-credits\` is never exceeded.

\`\`\`sh
${task.commands.map((command) => `${command.replace('--run ', '').replace(/--max-credits \d+ /, '')}\n${command}`).join('\n')}
\`\`\`

## Answer

${task.answer}

${citing} End with what was spent.
`;
