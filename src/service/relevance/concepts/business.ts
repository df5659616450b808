/** What companies do and whom they serve, as descriptions and searches word it; see ../thesaurus.ts for the format. */
export const businessConcepts = `
# money
payment, pay, checkout, payment processing, card acceptance, merchant acquiring | transaction, wallet, money transfer
pay out, payout, disbursement, payouts | payment, contractor payment
remittance, money transfer, send money, cross border payment, international transfer | foreign exchange, migrant, currency
foreign exchange, forex, fx, currency exchange | currency, multi currency, hedging
payable, accounts payable, supplier bill, vendor payment, bill pay, invoice payment | invoice, payment, expense, b2b payment
receivable, accounts receivable, collect invoices, invoice collection, dunning | invoice, collections, cash flow
invoice, invoicing, bill, billing | receivable, payable, accounting
expense, spend, spending, expense report, reimbursement, spend management | corporate card, procurement
corporate card, company card, business credit card, charge card | expense, credit card
credit card, card, charge card | debit card, payment
debit card, prepaid card, bank card | card, bank account
bank, banking, neobank, digital bank, challenger bank, bank account, checking account, current account | deposit, fintech, card
open banking, bank api, account aggregation, bank data | banking, financial data
embedded finance, banking as a service, baas | fintech, card issuing, api
lending, loan, lender, borrow, credit, financing, borrower | underwriting, mortgage, debt
factoring, invoice financing, working capital, cash advance, revenue based financing | lending, small business
buy now pay later, bnpl, installment, instalment, pay later | lending, checkout
mortgage, home loan, home financing | lending, home buyer
underwriting, credit scoring, credit score, creditworthiness, creditworthy | risk, lending
debt, debt collection, arrears, collections, repayment | lending, credit
savings, save money, saving, piggy bank, pocket money, allowance | deposit, personal finance
personal finance, budgeting, money management, financial wellness, household budget | savings, financial planning
invest, investing, investment, investor, brokerage, stock trading, shares, stock market | portfolio, wealth management, trading
wealth management, robo advisor, financial advisor, financial planning, financial adviser | invest, retirement
retirement, pension, 401k, old age savings | savings, benefits
stock option, employee equity, esop, equity compensation, cap table, vesting | startup employee, shares
trading, exchange, trader, hedge fund, quant | invest, liquidity
venture capital, fundraising, raise capital, startup investing, angel investing, vc | investor, startup
crowdfunding, crowd funding, fundraiser | donation, investor
insurance, insurer, insurtech, policy, coverage, cover, insure, uninsured | premium, claim, broker
claim, claims processing, loss adjusting | insurance
fraud, scam, fraud detection, fraud prevention, chargeback, fraudster | risk, identity verification
money laundering, aml, kyc, know your customer, identity verification, onboarding check, id verification | compliance, fraud
compliance, regulation, regulatory, regtech, audit, soc 2, hipaa, gdpr | risk, legal, security
tax, taxes, tax filing, vat, sales tax, bookkeeping tax | accounting
accounting, bookkeeping, accountant, cpa, general ledger, bookkeeper, close the books | tax, finance team
finance team, cfo, fp&a, financial planning and analysis, forecasting | spreadsheet, accounting, budget
treasury, cash management, cash flow | finance team
crypto, cryptocurrency, bitcoin, blockchain, web3, token, ethereum, defi, digital asset, coin | wallet, stablecoin, nft
stablecoin, usdc, digital dollar, dollar account | crypto, currency
nft, digital collectible, collectible | crypto, art
donation, charity, nonprofit, philanthropy, giving, donor, ngo | fundraising, volunteer
price, pricing, dynamic pricing, cost | revenue, monetize
subscription, recurring payment, recurring billing, membership | billing, saas
gift card, voucher, prepaid voucher, gift certificate | loyalty, coupon
coupon, discount, deal, promo, rebate, cashback, bargain | loyalty, shopping
loyalty, rewards, reward program, points program, customer loyalty | cashback, retention
payroll, salary payment, pay employees, wages, earned wage access | hr, employee, compensation
compensation, salary, pay, remuneration, wage, salary benchmark | payroll, hr
benefits, employee benefits, perks, perk | health insurance, hr
# trade
ecommerce, e commerce, online store, online shop, webshop, online retail, shopify, internet retail | merchant, marketplace, shopping
marketplace, two sided marketplace, exchange platform, buy and sell, buyers and sellers, airbnb for, uber for | ecommerce, seller
resale, second hand, secondhand, used goods, pre owned, thrift, classifieds, preloved | marketplace
retail, retailer, shop, store, brick and mortar, merchant | point of sale, ecommerce, shopkeeper
point of sale, pos, cash register, payment terminal, card reader | retail, restaurant
shopping, shopper, consumer, buy, purchase | ecommerce, retail
wholesale, distributor, b2b marketplace, wholesaler, bulk purchase | supplier, retailer
procurement, sourcing, purchasing, supplier, vendor, supplier management | supply chain, b2b marketplace
inventory, stock, inventory management, stock control, stock keeping | warehouse, retail
warehouse, warehousing, storage, fulfillment, fulfilment, depot, storage space, storage unit | logistics, inventory
return, returns, reverse logistics, refund | ecommerce
brand, direct to consumer, d2c, dtc, consumer brand, consumer goods, cpg | ecommerce, retail
livestream shopping, live shopping, video shopping, social commerce | ecommerce, influencer
fashion, clothing, apparel, clothes, garment, wardrobe, outfit | textile, style, shoes
beauty, cosmetics, makeup, skincare, skin care | hair, salon
jewelry, jewellery, diamond, watch, ring | fashion
furniture, home decor, interior design, decor, home goods | house, design
toys, toy, games for children | child
flower, flowers, bouquet, florist | gift
gift, gifting, present | gift card
# people and work
recruiting, hiring, recruitment, hire, talent acquisition, job board, applicant tracking, ats, headhunting, find candidates | candidate, job, staffing, interview
job, work, employment, vacancy, job search, career, job seeker | recruiting, employee
candidate, applicant, job seeker, interviewee | recruiting, interview
interview, technical interview, screening, assessment | candidate, recruiting
staffing, temp worker, temporary worker, shift, gig, freelance, freelancer, contractor, independent worker | worker, hiring
frontline worker, deskless worker, blue collar, hourly worker, field worker, shift worker | worker, staffing
employee, staff, worker, workforce, personnel, team member | hr, employer
employer, company, workplace | employee
hr, human resources, people team, hris, people operations | employee, payroll, onboarding
global employment, employer of record, remote hiring, international hiring | payroll, remote work
remote work, remote team, distributed team, work from home, hybrid work, telework | coworking, virtual office, collaboration
coworking, office space, shared office, workspace | office, real estate
onboarding, new hire, orientation | training, hr
training, upskilling, corporate learning, learning and development, coaching, reskilling | course, skill
performance review, employee engagement, feedback, employee feedback | hr, culture
diversity, inclusion, underrepresented, minority | women, hiring
disability, disabled, accessibility, accommodation, impairment, wheelchair, blind, deaf | health
scheduling, calendar, appointment, booking, reservation, meeting scheduling | meeting, shift
meeting, video call, video conference, video conferencing, virtual meeting, zoom | notes, transcription, remote work
note, notes, note taking, knowledge base, wiki, documentation | document, knowledge management
collaboration, teamwork, team chat, work together, slack | productivity, workspace
project management, task management, to do, tasks, chores, issue tracking | productivity, team
productivity, get more done, efficiency, time saving | automation, calendar
email, inbox, mail, email client, gmail | message, outreach
newsletter, mailing list, mailing | email, creator
messaging, chat, text message, sms, messenger, whatsapp, instant messaging | communication
phone call, call, telephone, phone system, voip, telephony, calling | voice, call center
call center, contact center, call centre, phone support, contact centre | customer support, voice agent
customer support, customer service, help desk, helpdesk, support ticket, support agent, customer care | chatbot, call center
voice, speech, dictation, dictate, speech recognition, voice recognition, spoken, talk, speak | transcription, audio, voice assistant
transcription, transcribe, transcript, speech to text, captions, subtitles | voice, notes
translation, translate, localization, language barrier, interpreter, multilingual, foreign language, tongue | language, global
chatbot, conversational ai, virtual assistant, ai assistant, voice assistant, bot, ai agent | language model, customer support
# selling
sales, selling, sales team, sales rep, seller, sell | crm, lead, outreach
crm, customer relationship management, sales pipeline | sales, customer data
lead, prospect, lead generation, sales lead, pipeline, prospecting | outreach, sales, marketing
outreach, outbound, cold email, cold outreach, sdr, cold call, email deliverability | lead, email, spam
spam, junk mail, junk, unwanted mail, deliverability | email
marketing, marketer, promotion, growth marketing, campaign, demand generation | advertising, brand
advertising, ad, ads, advertiser, adtech, ad network, commercials, sponsored | marketing, campaign
influencer, creator, content creator, youtuber, tiktok, social media star, creator economy | social media, brand deal
social media, social network, instagram, facebook, twitter | community, friends
search engine optimization, seo, search ranking, organic traffic | marketing, website
public relations, pr, press, media coverage, publicity | marketing, journalist
survey, user research, market research, customer interview, customer feedback, questionnaire, opinion poll | feedback, insight
personalization, recommendation, recommender, personalized content, suggestions, discover | machine learning, content
review, reputation, ratings, testimonials | local business
conversion, landing page, a b testing, experiment, website optimization | growth, analytics
customer success, churn, retention, onboarding customers | saas, customer
contract, agreement, contract management, contract drafting, e signature, signature | legal, document
legal, lawyer, law firm, attorney, law, legal team, litigation, legaltech, counsel | contract, compliance
patent, intellectual property, trademark, ip | legal
immigration, visa, green card, work permit | legal, relocation
document, paperwork, pdf, form, forms | contract, automation
government, public sector, civic, city hall, municipality, govtech, federal, authorities | public safety, election
election, vote, voting, politics, voter, campaign | government
police, law enforcement, public safety, emergency response, 911, first responder, crime | security, government
prison, jail, incarcerated, inmate | justice
defense, military, defence, army, national security, warfare | drone, government
small business, smb, sme, local business, mom and pop, small merchant, corner shop | merchant, entrepreneur
startup, founder, entrepreneur, early stage company | small business
enterprise, large company, corporation, fortune 500, big company | business
agency, consultancy, consulting, consultant, service firm | services
outsourcing, back office, bpo, virtual assistants, outsource | automation
# home, property, places
real estate, property, proptech, realty, housing, home, house | rent, home buyer, mortgage
rent, rental, renter, tenant, lease, landlord, apartment, leasing, letting, lodger | property management, real estate
property management, property manager, building management, landlord software | rent, maintenance
home buyer, buy a home, home sale, sell house, realtor, real estate agent, estate agent, broker | real estate, mortgage
roommate, co living, coliving, shared housing, flatshare | rent
short term rental, vacation rental, airbnb, holiday home, holiday let | hotel, travel, property management
hotel, lodging, hospitality, accommodation, stay, guest | travel, booking
travel, trip, tourism, traveler, vacation, holiday, tour, tourist, business travel, itinerary | flight, hotel, booking
flight, airline, airfare, air travel, plane ticket | travel, aviation
aviation, aircraft, airplane, plane, aerospace, jet, pilot | flight, air taxi
air taxi, evtol, flying car, urban air mobility | aviation, electric
construction, builder, contractor, building site, jobsite, general contractor, construction site | architecture, building material, home improvement
architecture, architect, cad, building design, blueprint, floor plan | construction, design
home improvement, renovation, remodel, handyman, home repair, home services, plumber, electrician | contractor, cleaning
cleaning, cleaner, housekeeping, laundry, dry cleaning, janitor | home services
moving, relocation, movers | storage
garden, gardening, lawn, landscaping, yard | home services
smart home, home automation, connected home, thermostat, smart lock | iot
event, conference, concert, ticket, ticketing, festival, gathering, party, show, box office | venue, live music
wedding, bride, wedding planning, marriage | event
dating, matchmaking, date, relationship, love, couple, partner search | social
neighbor, neighborhood, local community, community, resident | social
religion, church, faith, prayer, spiritual, muslim, christian | community
funeral, death, end of life, grief, estate planning, will, inheritance, bereavement | legal, family
`;
