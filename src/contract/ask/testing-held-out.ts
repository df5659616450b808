/**
 * Sentences written without knowledge of the reader, judged like those of `testing-sentences.ts`. On first reading: 97
 * % of screens, an F1 of 88 % of filters, all bodies valid, 0.4 ms a sentence.
 */
export const heldOutSentences = `
pre-seed and seed fintechs in Lagos, 2025 onwards => companies: round pre-seed,seed; industry financial-technology; location lagos-lagos; announced 2025-01-01..
whats been raised in germany this month?? => deals: location germany; announced 2026-11-01..2026-11-30
Seires B cybersecurity deals in Tel Aviv => deals: round B; industry cybersecurity; location tel-aviv-tel-aviv
series a-c biotech rounds bigger than 25m => deals: round A,B,C; industry biotechnology; size 25M..
show rounds of 100mm+ in the last 30 days => deals: size 100M..; announced 2026-10-23..2026-11-21
raised between 500k and 2 mil in Kenya or Nigeria => deals: size 500k..2M; location kenya,nigeria
$3M to $8M seed rounds, robotics, since June 2025 => deals: size 3M..8M; round seed; industry robotics; announced 2025-06-01..
Series D+ in semiconductors => deals: round D,E,F,G,H,I,J,K,L,M; industry semiconductors
venture debt over ten million dollars in the UK => deals: round DEBT_FINANCING; size 10M..; location united-kingdom
biggest Series A rounds in France in 2024 => deals: round A; location france; announced 2024-01-01..2024-12-31; sort largest_raise
deals announced between 1 Jan 2026 and 31 Mar 2026 in edtech => deals: announced 2026-01-01..2026-03-31; industry education-technology
funding rounds in Q4 '25, climate tech => deals: announced 2025-10-01..2025-12-31; industry climate-tech
grants for quantum computing in the Netherlands => deals: round GRANT; industry quantum-computing; location netherlands
seed deals under 2 million bucks in Estonia => deals: round seed; size ..2M; location estonia
which deals happened in Lisbon since last summer => deals: location lisbon-lisbon; ~last summer
5 most recent rounds in space => deals: industry space; sort most_recent_deal; page_size 5
cheapest Series B rounds this year => deals: round B; announced 2026-01-01..2026-12-31; sort smallest_raise
deals in insurtech excluding India => deals: industry insurance-technology; ~excluding India
Series Q rounds in Madrid => deals: location madrid-madrid; ~Series Q
startups in Portland with more than 100 employees => companies: ?Portland; employees 101-250,251-500,501-1000,1001-5000,5001-10000,10001+
SaaS cos in Austin w/ 11-50 ppl => companies: industry software-as-a-service; location austin-texas; employees 11-50
companies between 50 and 250 employees in medical devices => companies: employees 51-100,101-250; industry medical-devices
small teams (under 10 people) doing drug discovery in Basel => companies: employees 1-10; industry drug-discovery; location basel-basel-city
private proptech companies that have raised 10m to 40m => companies: ipoStatus private; industry property-technology; totalRaised 10M..40M
listed gaming companies in Japan and South Korea => companies: ipoStatus public; industry gaming; location japan,south-korea
highest valued fintechs in Brazil => companies: industry financial-technology; location brazil; sort largest_valuation
startups that closed a Series A in the past 18 months in Canada => companies: round A; announced 2025-05-22..2026-11-21; location canada
companies building software for law firms => companies: about software for law firms
startups that turn food waste into packaging => companies: about turn food waste into packaging
newly founded agtech cos in Spain => companies: industry agricultural-technology; location spain; sort most_recent_founded
logistics companies in Rotterdam, Hamburg or Antwerp => companies: industry logistics; location rotterdam-south-holland,hamburg-hamburg,antwerp-flanders
companies with total funding above $1B => companies: totalRaised 1000M..
bootstrapped SaaS companies in Poland => companies: industry software-as-a-service; location poland; ~bootstrapped
Swiss medtech firms, Series B and up => companies: location switzerland; industry medical-devices; round B,C,D,E,F,G,H,I,J,K,L,M
companies that haven't raised since 2022 => companies: ~haven't raised since 2022
who are the most active early stage investors in Sweden => investors: round pre-seed,seed,A; location sweden; sort matching_deals
investors with at least 5 deals in digital health since 2024 => investors: matchingDeals 5; industry digital-health; invested 2024-01-01..
VC firms that led 2+ Series A rounds in cybersecurity => investors: led; matchingDeals 2; round A; industry cybersecurity
lead investors for seed stage robotics in Germany => investors: led; round seed; industry robotics; companyLocation germany
european vcs doing pre-seed in ai => investors: location europe; round pre-seed; industry artificial-intelligence
investors writing $500k-$2M cheques in edtech => investors: size 500k..2M; industry education-technology
I need a lead for my Series A in logistics => investors: led; round A; industry logistics
investors that back companies in Kenya => investors: companyLocation kenya
funds in Singapore investing in Indonesian startups => investors: location singapore; companyLocation indonesia
who backs hydrogen startups => investors: industry hydrogen-energy
corporate investors in New York with 1000+ employees => investors: location new-york-new-york; investorEmployees 1001-5000,5001-10000,10001+; ~corporate
investors who led most deals last twelve months => investors: sort deals_led_ltm
investors that did no deals in 2025 => investors: ~no deals in 2025
founders who went to Stanford and work in ai => people: roles founder; schools Stanford University; industry artificial-intelligence
ex-Stripe and ex-Plaid founders => people: roles founder; workedAt stripe,plaid
people who used to work at Palantir now CEO => people: roles ceo; workedAt palantir
CTOs of fintech startups in Berlin => people: jobTitles cto; industry financial-technology; location berlin-berlin
founders and CEOs of Series A climate companies => people: roles founder,ceo; round A; industry climate-tech
angels in London that backed at least 3 fintech startups => people: investedAs angel; investorLocation london-england; matchingDeals 3; dealIndustry financial-technology
CFO at listed biotech companies => people: jobTitles cfo; ipoStatus public; industry biotechnology
INSEAD alumni in private equity => people: schools INSEAD; industry private-equity
head of growth at consumer startups in Paris => people: jobTitles head-of-growth; industry consumer-goods; location paris-ile-de-france
founders without an email address => people: roles founder; ~without an email address
asdf qwerty lorem => companies: ~asdf qwerty lorem
partners at VC firms in Boston => people: investedAs institutional; investorLocation boston-massachusetts
`;

/**
 * Sentences written after the reader was corrected for those above. On first reading: all screens, an F1 of 98 % of
 * filters, all bodies valid, 0.9 ms a sentence.
 */
export const unseenSentences = `
Series C raises in Brazil worth more than $40 million => deals: round C; location brazil; size 40M..
seed round robotics deals, Japan, past 6 months => deals: round seed; industry robotics; location japan; announced 2026-05-22..2026-11-21
what deals closed in Amsterdam in October 2026? => deals: location amsterdam-north-holland; announced 2026-10-01..2026-10-31
A to C rounds in health care above 15m usd => deals: round A,B,C; industry health-care; size 15M..
top 20 deals of Q1 2026 => deals: announced 2026-01-01..2026-03-31; sort largest_raise; page_size 20
debt deals in Mexico => deals: round DEBT_FINANCING; location mexico
oldest Series A deals in gaming => deals: round A; industry gaming; sort oldest_deal
deals in Atlantis => deals: ~Atlantis
climate tech rounds but not in China => deals: industry climate-tech; ~not in China
20-30m Series B in cybersecurity, 2024-2026 => deals: size 20M..30M; round B; industry cybersecurity; announced 2024-01-01..2026-12-31
comapnies in Lisbon with 10-50 staff => companies: location lisbon-lisbon; employees 11-50
AI startups in SF that raised at least 5 million => companies: industry artificial-intelligence; location san-francisco-california; totalRaised 5M..
public insurance companies in Germany => companies: ipoStatus public; industry insurance; location germany
companies developing drones for crop inspection => companies: about drones for crop inspection
edtechs in Nairobi that raised a pre-seed => companies: industry education-technology; location nairobi-nairobi-county; round pre-seed
best funded robotics companies in South Korea => companies: industry robotics; location south-korea; sort largest_total_raise
startups whose last round was a seed under $3M => companies: round seed; size ..3M
payments startups in Mumbai or Bangalore with over 250 people => companies: industry payments; location mumbai-maharashtra,bengaluru-karnataka; employees 251-500,501-1000,1001-5000,5001-10000,10001+
youngest biotech companies => companies: industry biotechnology; sort most_recent_founded
profitable logistics companies in Austria => companies: industry logistics; location austria; ~profitable
funds that led Series B in semiconductors this year => investors: led; round B; industry semiconductors; invested 2026-01-01..2026-12-31
Paris based VCs => investors: location paris-ile-de-france
who invests in legal tech at seed? => investors: industry legal-technology; round seed
investors with three or more space deals since 2022 => investors: matchingDeals 3; industry space; invested 2022-01-01..
US VCs backing Canadian startups => investors: location united-states; companyLocation canada
late stage investors in Dubai => investors: round C,D,E,F,G,H,I,J,K,L,M; location dubai-dubai
ex-Spotify founders in Stockholm => people: roles founder; workedAt spotify; location stockholm-stockholm
Cambridge graduates who founded biotech companies => people: schools University of Cambridge; roles founder; industry biotechnology
CEOs of Series B robotics companies in the US => people: roles ceo; round B; industry robotics; location united-states
angels investing in gaming => people: investedAs angel; dealIndustry gaming
`;

/**
 * Sentences as people type them: in lower case, abbreviated, with names first, misspelt, or with wishes that no filter
 * has. On first reading: 90 % of screens, an F1 of 56 % of filters.
 */
export const typedSentences = `
accel seed deals 2026 => deals: round seed; announced 2026-01-01..2026-12-31; ?accel
a16z crypto deals since 2024 => deals: industry blockchain-and-crypto; announced 2024-01-01..; ?a16z
sequoia investments => deals: ?sequoia
founders fund deals in defense => deals: industry defense; ?founders fund
index ventures portfolio fintech => companies: industry financial-technology; ?index ventures
insight partners portfolio => companies: ?insight partners
Balderton-backed companies => companies: ?Balderton
sequoia backed fintechs => companies: industry financial-technology; ?sequoia
companies backed by accel and index => companies: ?accel; ?index
General Atlantic series b deals in fintech => deals: round B; industry financial-technology; ?General Atlantic
y combinator companies in brazil => companies: location brazil; ?y combinator
deals by Seedcamp in 2026 => deals: announced 2026-01-01..2026-12-31; ?Seedcamp
who funded revolut => investors: ?revolut
ceo of stripe => people: roles ceo; ?stripe
how much has stripe raised => deals: ?stripe
massive ai deals => deals: industry artificial-intelligence; ~massive
vcs with 5+ ai deals last yr => investors: matchingDeals 5; industry artificial-intelligence; invested 2025-01-01..2025-12-31
series a saas uk last 6 mo => deals: round A; industry software-as-a-service; location united-kingdom; announced 2026-05-22..2026-11-21
seed ai nyc past 18 mo => deals: round seed; industry artificial-intelligence; location new-york-new-york; announced 2025-05-22..2026-11-21
deals announced this wk => deals: announced 2026-11-16..2026-11-22
last 90d seed deals berlin => deals: round seed; location berlin-berlin; announced 2026-08-24..2026-11-21
climate deals since jan => deals: industry climate-tech; announced 2026-01-01..
deals since q2 => deals: announced 2026-04-01..
deals in the last few months => deals: announced 2026-08-22..2026-11-21
mar tech cos series a => companies: industry marketing-technology; round A
deals in mar 24 => deals: announced 2024-03-01..2024-03-31
sub 2m pre-seed => deals: round pre-seed; size ..2M
deals btw 10 and 20m => deals: size 10M..20M
1,5m rounds => deals: size 1.5M..1.5M
series a deals excl. china => deals: round A; ~excl. china
non-us ai deals => deals: industry artificial-intelligence; ~non-us
europe ex uk fintech deals => deals: location europe; industry financial-technology; ~ex uk
havent raised in 2 years => deals: ~havent raised in 2 years
investors outside us backing uk cos => investors: companyLocation united-kingdom; ~outside us
startups in waterloo ontario => companies: location waterloo-ontario
bio tech cambridge ma => companies: industry biotechnology; location cambridge-massachusetts
health tech cambridge uk => companies: industry digital-health; location cambridge-england
ai startups san francisco california => companies: industry artificial-intelligence; location san-francisco-california
robotics companies aachen germany => companies: industry robotics; location aachen-north-rhine-westphalia
deep tech eindhoven => companies: industry hard-tech; location eindhoven-north-brabant
fintech startups tbilisi => companies: industry financial-technology; location tbilisi-georgia
anz fintech => companies: industry financial-technology; location australia-and-new-zealand
east africa agtech => companies: industry agricultural-technology; location east-africa
cfos at fintech cos in ny => people: jobTitles cfo; industry financial-technology; location new-york-new-york
digital assets deals => deals: industry blockchain-and-crypto
digital wallets deals => deals: ?digital wallets
pet tech startups => companies: industry pets
femtech deals => deals: industry womens-health
cybersecurty deals israel => deals: industry cybersecurity; location israel
companys in berlin => companies: location berlin-berlin
series seed => deals: round seed
government grants for climate uk => deals: round GRANT; industry climate-tech; location united-kingdom
compare uk and germany fintech => companies: industry financial-technology; location united-kingdom,germany
weekly email of seed deals in london => deals: round seed; location london-england; ~weekly email of
alerts for climate series a => deals: round A; industry climate-tech; ~alerts for
raising series a 10m saas who to talk to => investors: round A; industry software-as-a-service; ~10m
hedge funds investing in ai => investors: industry artificial-intelligence; ~hedge
family offices in zurich => investors: location zurich-zurich; ~family offices
gps at climate funds => people: investedAs institutional; dealIndustry climate-tech
who leads most series a deals in germany => investors: round A; companyLocation germany; sort deals_led_ltm
product managers in fintech => people: jobTitles product-manager; industry financial-technology
marketing directors saas => people: jobTitles marketing-director; industry software-as-a-service
`;
