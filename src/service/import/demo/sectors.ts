import { splitParts, type NameParts } from './names.ts';

/** What a company sells, to whom, and what these do better for it: `${customers} ${benefit}` is a sentence. */
export type Offer = { product: string; customers: string; benefit: string };

/** A field of business: its industries by permalink, what its companies sell, and how they end their names. */
export type Sector = {
  weight: number;
  tails: NameParts;
  industries: readonly [string, ...string[]];
  offers: readonly [Offer, ...Offer[]];
};

const parseList = (text: string) => text.split('; ') as [string, ...string[]];

/** One offer a line: product, customers, benefit. */
const writeOffers = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line): Offer => {
      const [product = '', customers = '', benefit = ''] = line.trim().split(' | ');
      return { product, customers, benefit };
    }) as [Offer, ...Offer[]];

export const sectors: readonly [Sector, ...Sector[]] = [
  {
    weight: 20,
    tails: splitParts('Systems|Works|Cloud|Labs|Networks|Software'),
    industries: parseList(
      'enterprise-software; software-as-a-service; workflow-automation; developer-tools; cloud-computing',
    ),
    offers: writeOffers(`
      a planning tool | finance teams | close their books in half the time
      a workflow engine | operations managers | replace a dozen spreadsheets with one list
      a testing service | software teams | find errors before their customers do
      a release platform | developers of mobile apps | ship every day without a night shift
      a knowledge base | support desks | answer most questions from one page
      a contract desk | mid-sized companies | sign within days instead of weeks
      a data catalogue | analysts | know where every number comes from
      scheduling software | hotels and clinics | staff each shift without telephone calls
      an expense service | sales teams | hand in a receipt by photograph`),
  },
  {
    weight: 18,
    tails: splitParts('AI|Labs|Robotics|Mind|Systems'),
    industries: parseList(
      'applied-ai; machine-learning; generative-ai; computer-vision; ai-infrastructure; conversational-ai',
    ),
    offers: writeOffers(`
      language models | law firms | read a thousand pages before lunch
      a training platform | laboratories | test a model before it speaks to anyone
      voice assistants | call centres | answer routine questions at once
      an image inspection system | machine builders | see defects that people miss
      an evaluation suite | makers of assistants | know when an answer is made up
      research agents | publishers | check every source they print
      models that run on site | insurers | keep their data in house
      a claims reader | damage assessors | settle simple cases on the same day
      chips for inference | data centres | serve twice as many requests with the same power`),
  },
  {
    weight: 13,
    tails: splitParts('Pay|Finance|Money|Ledger'),
    industries: parseList(
      'financial-technology; payment-processing; commercial-lending; digital-banks; insurance-services; wealth-management',
    ),
    offers: writeOffers(`
      business accounts | freelancers | get paid on the same day
      a card programme | small shops | see every fee in advance
      instant loans | market traders | borrow without paperwork
      a claims desk | insurers | pay honest claims within hours
      a savings app | families | save without thinking of it
      a ledger for payments | exporters | match every invoice by itself
      pensions by telephone | people with several jobs | keep one pot for all their work
      student accounts | universities | collect fees in forty currencies
      fraud checks for transfers | credit unions | stop a false transfer before it leaves`),
  },
  {
    weight: 12,
    tails: splitParts('Bio|Therapeutics|Sciences|Labs'),
    industries: parseList('biopharmaceuticals; drug-discovery; gene-therapy; genomics; life-sciences; therapeutics'),
    offers: writeOffers(`
      antibodies against solid tumours | oncologists | reach tissue that no drug reached
      a gene therapy for inherited blindness | eye clinics | treat a child once instead of every month
      a vaccine platform | health ministries | answer a new strain within a season
      enzymes made to order | drug makers | leave out a dozen steps of synthesis
      a blood test for early cancer | family doctors | find a tumour years before it is felt
      medicines for rare diseases | children's hospitals | treat what nobody could treat before
      cell lines grown without animals | research institutes | repeat each other's results
      a screening service | small biotech companies | run trials with fewer patients`),
  },
  {
    weight: 10,
    tails: splitParts('Health|Care|Medical|Clinic'),
    industries: parseList('digital-health; medical-devices; telemedicine; mental-health; diagnostics; elder-care'),
    offers: writeOffers(`
      a clinic on the telephone | country doctors | see patients without a waiting room
      a wearable heart monitor | cardiologists | catch a fault that comes once a week
      therapy by chat | young parents | find help at three in the morning
      a surgical robot arm | hospitals | send patients home a day earlier
      a records exchange | clinics | spend less time on forms
      a fall alarm without a camera | nursing homes | notice a fall within seconds
      exercises with a motion sensor | physiotherapists | watch their patients recover at home
      a test strip for infections | pharmacies | tell in ten minutes who needs a doctor`),
  },
  {
    weight: 9,
    tails: splitParts('Energy|Power|Grid|Climate'),
    industries: parseList(
      'energy-storage; solar-energy; carbon-accounting; electric-vehicles; renewable-energy; recycling',
    ),
    offers: writeOffers(`
      batteries for trucks | haulage firms | drive a whole day on one charge
      solar roofs | housing associations | earn from surplus power
      a carbon ledger | cement works | report emissions that auditors accept
      heat pumps for old houses | landlords | heat without gas or scaffolding
      charging stations | supermarkets | charge a car while its owner shops
      a sorting robot for waste | towns | bury half as much as before
      forecasts of wind and sun | grid operators | keep fewer plants on standby
      storage in heated sand | paper mills | use cheap power whenever it comes`),
  },
  {
    weight: 8,
    tails: splitParts('Market|Foods|Goods|Studio'),
    industries: parseList(
      'e-commerce; retail-technology; food-delivery; online-marketplaces; fashion; direct-to-consumer-brands',
    ),
    offers: writeOffers(`
      a marketplace for used furniture | people who move | sell what used to be thrown away
      a grocery service | city families | order by nine and cook by noon
      a fitting room for the telephone | fashion brands | take back half as many parcels
      a wholesale exchange | independent shops | stock only what sells
      refill stations | bakers and grocers | save a tonne of plastic a year
      a repair platform | makers of appliances | mend instead of replace
      shop software | tailors and shoemakers | take orders from three continents
      delivery by cargo bicycle | restaurants | bring dinner while it is hot`),
  },
  {
    weight: 7,
    tails: splitParts('Security|Systems|Trust|Labs'),
    industries: parseList('cybersecurity; identity-verification; fraud-detection; cloud-security; encryption'),
    offers: writeOffers(`
      a sign-in without passwords | online banks | lose fewer customers at the door
      an alarm for stolen data | hospitals | learn of a leak before the newspapers do
      a vault for keys | software makers | keep their secrets out of their code
      a map of open doors | public offices | patch first what matters most
      checks of identity papers | car rentals | hand over the key within a minute
      a guard for games | studios | play without cheats
      training against false letters | insurers | click on fewer traps each month
      encryption for sensors | water works | trust what their pumps report`),
  },
  {
    weight: 6,
    tails: splitParts('Logistics|Robotics|Mobility|Space'),
    industries: parseList('logistics; freight; warehousing; industrial-automation; drones; satellites'),
    offers: writeOffers(`
      a freight exchange | hauliers | fill trucks that drove home empty
      shelf-climbing robots | warehouses | pick twice as many orders
      route planning | parcel services | drive a fifth fewer kilometres
      pictures from orbit | farm cooperatives | water only where it is dry
      a digital twin of the factory | machine shops | mend machines before they stop
      container sensors | port authorities | know where every container is
      inspection drones | owners of bridges | find cracks without closing a lane`),
  },
  {
    weight: 5,
    tails: splitParts('Learning|School|People|Works'),
    industries: parseList('e-learning; educational-services; recruiting; corporate-training; language-learning'),
    offers: writeOffers(`
      a tutor for mathematics | schools | let every pupil learn at their own pace
      language lessons by conversation | nurses from abroad | speak with patients within months
      a job board for trades | apprentices | find work within a month
      a timetable service | teachers | plan a term in an afternoon
      practice for interviews | graduates | lose their fear of the first question
      courses for the night shift | factories | keep people who would leave
      a reading companion | primary schools | notice early who falls behind`),
  },
  {
    weight: 4,
    tails: splitParts('Network|Labs|Protocol|Chain'),
    industries: parseList('cryptocurrency; decentralized-finance; blockchain-infrastructure; crypto-wallets'),
    offers: writeOffers(`
      a wallet for families | migrant workers | send money home for cents
      a settlement network | exchanges | settle within seconds
      proofs for private payments | asset managers | show their books without their clients
      a custody service | foundations | hold assets without a broker
      accounting for tokens | game studios | pay taxes without guessing`),
  },
  {
    weight: 4,
    tails: splitParts('Studio|Games|Media|Sound'),
    industries: parseList('video-games; music-streaming; podcasts; video-streaming; game-development'),
    offers: writeOffers(`
      a game engine | small studios | play together on any device
      a stage for small bands | musicians | live from their listeners
      stories to listen to | commuters | look forward to the train
      a studio in the browser | film schools | cut a film without a workstation
      a league for amateurs | sports clubs | fill the seats on a Tuesday`),
  },
];
