import type { Subject } from './pieces.ts';

type Sorts = readonly (readonly [string, string])[];
const newest = String.raw`\b(?:newest|latest|most recent)(?= (?:\S+ ){0,4}?(?:deals?|rounds?|raises|financings?|investments?|fundings?)\b)(?! round)|\b(?:newest|most recent)(?: ones)? first\b|\bby date\b`;
const ranked = String.raw`(?:(?:ranked|sorted|ordered|rank|sort|order)(?: by)? |by )`;
/** The words of each order of a subject, with its name; the first that matches counts. */
export const sorts: Readonly<Record<Subject, Sorts>> = {
  deals: [
    [
      String.raw`\b(?:largest|biggest|top|highest)\b(?: raises first| first)?|${ranked}(?:round )?(?:size|amount)`,
      'largest_raise',
    ],
    [String.raw`\bsmallest\b(?: first)?|\b(?:tiniest|cheapest)\b`, 'smallest_raise'],
    [String.raw`\b(?:oldest|earliest)\b(?: first)?`, 'oldest_deal'],
    [
      `${newest}|${String.raw`\b(?:newest|latest|most recent)\b(?: first)?`}|${ranked}(?:date|recency)`,
      'most_recent_deal',
    ],
  ],
  companies: [
    [
      String.raw`\b(?:recently|newly|just|freshly) founded\b|\bfounded (?:recently|lately)\b|\b(?:youngest|newest|young|newly formed)\b(?: first)?`,
      'most_recent_founded',
    ],
    [String.raw`\boldest\b(?: first)?`, 'oldest_founded'],
    [
      String.raw`\b(?:recently|newly|just|most recently|freshly) (?:funded|raised|financed)\b|\b(?:funded|raised) recently\b|\b(?:latest|most recent) (?:raise|raises|funding)(?: first)?\b|\b(?:latest|most recent)\b(?! (?:\S+ ){0,2}?rounds?)`,
      'most_recent_raise',
    ],
    [
      String.raw`\bmost valuable\b|\bhighest[- ]?(?:valued|valuations?)\b|\bhighest valuation\b|${ranked}valuation|\bmost highly valued\b|\blargest valuations?\b`,
      'largest_valuation',
    ],
    [String.raw`\bleast valuable\b|\blowest[- ](?:valued|valuations?)\b`, 'smallest_valuation'],
    [
      String.raw`(?:with )?(?:the )?most (?:funding )?rounds\b|${ranked}(?:number of )?(?:funding )?rounds`,
      'most_funding_rounds',
    ],
    [
      String.raw`(?:with )?(?:the )?(?:most|largest number of) (?:investors|backers)\b|\bmost backed\b|${ranked}(?:number of )?investors`,
      'most_investors',
    ],
    [
      String.raw`\b(?:least|worst)[- ](?:funded|financed|raised|funding)\b|\bsmallest\b|\b(?:raised|with) the least(?: funding| money)?\b`,
      'smallest_total_raise',
    ],
    [
      String.raw`\b(?:best|most|top|highest|well)[- ](?:funded|financed|capitali[sz]ed)\b|\bmost (?:funding|money|capital)(?: raised)?\b|\braised the most(?: money| funding)?\b|\bmost raised\b|\b(?:largest|biggest|top)\b|${ranked}(?:total )?(?:funding|raised|amount raised|capital raised)(?: raised)?`,
      'largest_total_raise',
    ],
  ],
  investors: [
    [
      String.raw`\b(?:led|leads?|leading) (?:the )?most(?: (?:deals|rounds))?\b(?: (?:(?:in|over) )?(?:the )?(?:last|past) (?:year|12 months|twelve months))?|\bmost (?:active )?lead(?:s|ing| deals)?\b|\bmost active leads?\b|\b(?:top|biggest) lead\b`,
      'deals_led_ltm',
    ],
    [
      String.raw`\bmost (?:active|prolific|frequent|busy)\b|\bbusiest\b|\b(?:made|did|done|with) the most (?:deals|investments)\b|\bmost (?:deals|investments)\b|${ranked}(?:activity|matching deals|(?:number|count) of (?:deals|investments)|(?:number|count) of(?= (?:\S+ ){1,3}(?:deals|investments|rounds))|deal count|deals)|\btop\b|\b(?:biggest|largest)\b`,
      'active',
    ],
    [String.raw`\b(?:most recently active|recently active|newest|latest|most recent)\b(?: first)?`, 'most_recent_deal'],
  ],
  people: [
    [String.raw`${ranked}name|\balphabetical(?:ly)?\b`, 'name'],
    [String.raw`\b(?:largest|biggest) (?:latest |last )?rounds?\b`, 'latest_deal_size'],
    [
      String.raw`\b(?:best|most|top)[- ]funded\b|\braised the most(?: money| funding)?\b|\bmost (?:funding|money|raised)\b|\b(?:largest|biggest)\b`,
      'total_raised',
    ],
  ],
  angels: [
    [String.raw`${ranked}name|\balphabetical(?:ly)?\b`, 'name'],
    [String.raw`\bled (?:the )?most(?: (?:deals|rounds))?\b|\bmost leads?\b`, 'lead_deal_count'],
    [
      String.raw`\bmost (?:active|prolific)\b|\bbusiest\b|\btop\b|\bmost (?:deals|investments)\b|${ranked}(?:activity|(?:number of )?deals|investments)`,
      'active',
    ],
    [String.raw`\b(?:newest|latest|most recent)\b`, 'most_recent_deal_date'],
  ],
};
