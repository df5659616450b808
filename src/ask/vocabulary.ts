/*
 * Words that are in neither the catalogue nor the searches by name: how people say where, who and what. All in lower
 * case.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s*\|\s*/));
const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(/\s*\|\s*/)
      .map((pair) => pair.split(/\s*=\s*/) as [string, string]),
  );

/** Short or old names of places, with the name in the results of the place search. */
export const placeNames =
  pairs(`nyc = new york | new york city = new york | sf = san francisco | la = los angeles | us = united states |
  usa = united states | u.s. = united states | u.s = united states | u.s.a. = united states | the states = united states |
  america = united states | uk = united kingdom | u.k. = united kingdom | britain = united kingdom |
  great britain = united kingdom | bay area = san francisco bay area | sf bay area = san francisco bay area |
  eu = european union | uae = united arab emirates | korea = south korea | latam = latin america | apac = asia-pacific |
  asia pacific = asia-pacific | bangalore = bengaluru | bombay = mumbai | dc = washington | washington dc = washington |
  washington d.c. = washington | d.c. = washington | east coast = east coast of the united states |
  west coast = west coast of the united states | midwest = midwestern united states | holland = netherlands |
  czechia = czech republic | sea = southeast asia | nordic countries = nordics |
  baltic states = baltics | philly = philadelphia | vegas = las vegas | us west coast = west coast of the united states |
  us east coast = east coast of the united states | ny = new york | jp = japan | ksa = saudi arabia | nz = new zealand |
  anz = australia and new zealand | cee = central and eastern europe | cis = commonwealth of independent states`);

/** Cities that are meant when their name is used alone, although there are others of that name. */
export const wellKnownCities =
  words(`new york | san francisco | los angeles | london | paris | berlin | boston | seattle | austin | chicago |
  denver | miami | atlanta | dallas | houston | philadelphia | phoenix | san diego | san jose | palo alto | menlo park |
  mountain view | oakland | pittsburgh | detroit | minneapolis | nashville | salt lake city | boulder | toronto |
  vancouver | montreal | ottawa | waterloo | amsterdam | rotterdam | munich | hamburg | frankfurt | cologne | stuttgart |
  zurich | geneva | vienna | brussels | antwerp | ghent | luxembourg | madrid | barcelona | valencia | lisbon | porto |
  milan | rome | turin | stockholm | gothenburg | malmo | copenhagen | aarhus | oslo | bergen | helsinki | tallinn |
  riga | vilnius | warsaw | krakow | prague | budapest | bucharest | sofia | athens | istanbul | dublin | edinburgh |
  glasgow | manchester | bristol | leeds | liverpool | oxford | tel aviv | jerusalem | haifa | dubai | abu dhabi | riyadh |
  doha | cairo | lagos | nairobi | cape town | johannesburg | accra | casablanca | bengaluru | mumbai | new delhi | delhi |
  hyderabad | chennai | pune | gurgaon | singapore | hong kong | shanghai | beijing | shenzhen | hangzhou | guangzhou |
  tokyo | osaka | kyoto | seoul | taipei | bangkok | jakarta | manila | hanoi | ho chi minh city | kuala lumpur | sydney |
  melbourne | brisbane | perth | adelaide | auckland | wellington | sao paulo | rio de janeiro | mexico city |
  guadalajara | monterrey | bogota | medellin | lima | santiago | buenos aires | montevideo | las vegas |
  cincinnati | columbus | cleveland | charlotte | raleigh | durham | baltimore | lyon | marseille | toulouse | grenoble |
  lausanne | basel | karachi | lahore | dhaka | kyiv | kiev | las palmas | brooklyn | manhattan | santa monica`);

/** Adjectives and names of peoples, with the place that they mean. */
export const demonyms =
  pairs(`american = united states | british = united kingdom | english = england | scottish = scotland | welsh = wales |
  irish = ireland | german = germany | french = france | italian = italy | spanish = spain | portuguese = portugal |
  dutch = netherlands | belgian = belgium | swiss = switzerland | austrian = austria | swedish = sweden |
  norwegian = norway | danish = denmark | finnish = finland | icelandic = iceland | estonian = estonia |
  latvian = latvia | lithuanian = lithuania | polish = poland | czech = czech republic | hungarian = hungary |
  romanian = romania | bulgarian = bulgaria | greek = greece | turkish = turkey | ukrainian = ukraine |
  russian = russia | israeli = israel | emirati = united arab emirates | saudi = saudi arabia | egyptian = egypt |
  nigerian = nigeria | kenyan = kenya | ghanaian = ghana | moroccan = morocco | ethiopian = ethiopia |
  south african = south africa | african = africa | indian = india | pakistani = pakistan | bangladeshi = bangladesh |
  chinese = china | taiwanese = taiwan | japanese = japan | korean = south korea | south korean = south korea |
  vietnamese = vietnam | thai = thailand | indonesian = indonesia | malaysian = malaysia | filipino = philippines |
  singaporean = singapore | australian = australia | canadian = canada | mexican = mexico | brazilian = brazil |
  argentinian = argentina | argentine = argentina | chilean = chile | colombian = colombia | peruvian = peru |
  latin american = latin america | european = europe | asian = asia | nordic = nordics | scandinavian = scandinavia |
  baltic = baltics | southeast asian = southeast asia | north american = north america | californian = california |
  parisian = paris | eastern european = eastern europe | western european = western europe`);

/** States of the United States by their postal code, after a comma: "Austin, TX". */
export const stateCodes =
  pairs(`al = alabama | ak = alaska | az = arizona | ar = arkansas | ca = california | co = colorado | ct = connecticut |
  de = delaware | fl = florida | ga = georgia | hi = hawaii | id = idaho | il = illinois | in = indiana | ia = iowa |
  ks = kansas | ky = kentucky | la = louisiana | me = maine | md = maryland | ma = massachusetts | mi = michigan |
  mn = minnesota | ms = mississippi | mo = missouri | mt = montana | ne = nebraska | nv = nevada | nh = new hampshire |
  nj = new jersey | nm = new mexico | ny = new york | nc = north carolina | nd = north dakota | oh = ohio |
  ok = oklahoma | or = oregon | pa = pennsylvania | ri = rhode island | sc = south carolina | sd = south dakota |
  tn = tennessee | tx = texas | ut = utah | vt = vermont | va = virginia | wa = washington | wv = west virginia |
  wi = wisconsin | wy = wyoming | dc = district of columbia | uk = england`);

/** Countries, states and regions that are meant when their name is used alone, also in lower case. */
export const wellKnownAreas = new Set([
  ...demonyms.values(),
  ...placeNames.values(),
  ...stateCodes.values(),
  ...words(`albania | algeria | angola | armenia | azerbaijan | bahrain | belarus | benelux | bolivia | bosnia and herzegovina |
  botswana | cambodia | cameroon | caribbean | central america | costa rica | croatia | cyprus | dach | dominican republic |
  dr congo | ecuador | el salvador | georgia | gibraltar | guatemala | honduras | iraq | ivory coast | jamaica | jordan |
  kazakhstan | kosovo | kuwait | kyrgyzstan | laos | lebanon | liechtenstein | malta | mauritius | mena | middle east |
  moldova | monaco | mongolia | montenegro | mozambique | myanmar | namibia | nepal | new zealand | nicaragua |
  north africa | north macedonia | northern ireland | oman | panama | papua new guinea | paraguay | puerto rico | qatar |
  rwanda | senegal | serbia | slovakia | slovenia | south america | south asia | sri lanka | sub-saharan africa | tanzania |
  trinidad and tobago | tunisia | uganda | uruguay | uzbekistan | venezuela | yemen | zambia | zimbabwe | ontario |
  quebec | british columbia | alberta | new south wales | bavaria | catalonia | karnataka | maharashtra | emea | gcc |
  asean | iberia | balkans | east africa | west africa | southern africa | central africa | central asia | east asia |
  northern europe | southern europe | north america | south florida | new england | silicon valley | greater china |
  research triangle`),
]);

/** All words that name a place by themselves. */
export const placeWords = new Set([...demonyms.keys(), ...wellKnownCities, ...wellKnownAreas, ...placeNames.keys()]);

/** Other names of industries, with the name in the results of the industry search if their letters differ. */
export const industryNames =
  pairs(`clean energy = renewable energy | web3 = blockchain and crypto | telehealth = telemedicine | vertical farming = indoor farming |
  medtech = medical devices | med tech = medical devices | deeptech = hard tech | deep tech = hard tech | food = food products |
  tech = information technology | technology = information technology | biotech = biotechnology | e-health = digital health |
  ehealth = digital health | healthtech = digital health | health tech = digital health | pharma = pharmaceuticals |
  real estate tech = property technology | insurance = insurance | neobanks = digital banks | neobank = digital banks |
  evs = electric vehicles | ev = electric vehicles | llms = large language models | llm = large language models |
  genai = generative ai | gen ai = generative ai | bnpl = buy now pay later | hr tech = hr technology |
  hr software = human resources software | defence = defense | defense tech = defense | defence tech = defense |
  logistics tech = logistics | travel tech = travel technology | mobility = transportation | vr = virtual reality |
  ar = augmented reality | b2b payments = business payments | wealthtech = wealth management | crypto = blockchain and crypto |
  greentech = clean technology | spacetech = space | space tech = space | chips = semiconductors | dtc = direct-to-consumer brands |
  d2c = direct-to-consumer brands | nfts = non-fungible tokens | nft = non-fungible tokens | healthcare = health care |
  consumer = consumer goods | mental health = mental health | femtech = women's health | fem tech = women's health |
  agentic ai = ai agents | digital assets = blockchain and crypto | pe = private equity`);

/** Schools by their short names. */
export const schoolNames =
  pairs(`stanford = Stanford University | mit = Massachusetts Institute of Technology | harvard = Harvard University |
  yale = Yale University | princeton = Princeton University | columbia = Columbia University | cornell = Cornell University |
  berkeley = University of California, Berkeley | uc berkeley = University of California, Berkeley |
  caltech = California Institute of Technology | oxford = University of Oxford | cambridge = University of Cambridge |
  oxford university = University of Oxford | cambridge university = University of Cambridge | wharton = The Wharton School |
  eth = ETH Zurich | eth zurich = ETH Zurich | epfl = EPFL | insead = INSEAD | hec = HEC Paris | hec paris = HEC Paris |
  imperial = Imperial College London | ucl = University College London | lse = London School of Economics |
  tum = Technical University of Munich | technion = Technion | iit = Indian Institute of Technology | nyu = New York University |
  carnegie mellon = Carnegie Mellon University | cmu = Carnegie Mellon University | duke = Duke University |
  brown = Brown University | upenn = University of Pennsylvania | penn = University of Pennsylvania |
  tsinghua = Tsinghua University | georgia tech = Georgia Institute of Technology | ucla = University of California, Los Angeles`);

/** Investors that are named without a capital letter, or without words that mark a name. */
export const wellKnownInvestors =
  words(`a16z | andreessen horowitz | andreessen | sequoia | sequoia capital | accel | lightspeed | lightspeed venture partners |
  index ventures | benchmark capital | founders fund | tiger global | softbank | softbank vision fund | y combinator | yc |
  techstars | 500 startups | 500 global | general catalyst | insight partners | bessemer | bessemer venture partners | greylock |
  kleiner perkins | khosla | khosla ventures | gv | google ventures | nea | new enterprise associates | usv |
  union square ventures | first round capital | balderton | balderton capital | atomico | northzone | creandum | eqt ventures |
  point nine | seedcamp | antler | entrepreneur first | localglobe | thrive capital | ribbit | ribbit capital | coatue |
  dst global | temasek | gic | mubadala | peak xv | bain capital ventures | battery ventures | spark capital | redpoint |
  menlo ventures | ivp | lux capital | felicis | craft ventures | pantera | polychain | intel capital | salesforce ventures |
  in-q-tel | speedinvest | cherry ventures | hv capital | earlybird | lakestar | partech | notion capital | octopus ventures |
  bpifrance | techleap | iconiq | norwest | sapphire ventures | dragoneer | ggv | hongshan | idg capital | naspers | prosus`);

/** Words of grammar, of asking, and for records in general: they are understood without a filter of their own. */
export const stopWords =
  words(`a | an | start | scale | ups | turned | the | and | or | of | in | at | on | to | for | from | by | with | as | is | are | was | were | be |
  been | am | has | have | had | do | does | did | that | which | who | whose | what | where | when | it | its |
  they | their | them | there | these | those | this | i | i'm | im | we're | we've | i've | me | my | we | our |
  us | you | your | show | list | find | give | get | see | search | look | looking | want | need | please |
  all | any | some | every | each | can | could | would | should | like | tell | about | into | within | across |
  near | around | throughout | currently | now | just | only | also | then | still | already | ever | company |
  companies | startup | startups | start-up | start-ups | firm | firms | business | businesses | scaleup |
  scaleups | scale-ups | venture | ventures | team | teams | player | players | deal | deals | round | rounds |
  raise | raises | raised | raising | funding | fundings | funded | financing | financings | financed |
  fundraise | fundraises | fundraising | investment | investments | transaction | transactions | investor |
  investors | vc | vcs | fund | funds | backer | backers | invest | invests | invested | investing | back |
  backs | backed | backing | support | supports | supported | people | person | persons | founder | founders |
  cos | w | based | located | headquartered | hq | hqs | living | operating | operate | active | sector |
  industry | industries | sectors | verticals | area | field | stage | stages | staged | worth | valued |
  totaling | totalling | capital | money | check | checks | cheque | cheques | ticket | tickets | write |
  writes | writing | wrote | participated | participate | took | take | part | made | make | done | doing |
  announced | announcing | closed | closing | close | got | received | secured | since | during | over | under |
  out | up | one | ones | s | working | work | works | run | running | runs | led | lead | leads | leading |
  specializing | specialising | specialize | focused | focusing | focus | focuses | interested | dollars | usd |
  so | far | employees | employee | staff | here | world | worldwide | globally | global | how | many | ago |
  whom | it's | what's | who's | hello | hi | thanks | data | info | information | records | results | come |
  coming | put | going | went | being | other | rounds' | plus | headquarters | offices | office |
  entrepreneurs | founded | started | starting | serve | serving | serves | if | via | per | between | raisers |
  using | much | know | knows | understand | understands | talk | speak | meet | reach | studio | studios |
  provider | providers | vendor | vendors | brand | brands | solution | solutions | product | products |
  everything | series | db | database | platform | platforms | app | apps | maker | makers | group | groups |
  region | regions | country | countries | city | cities | metro | state | states | greater | but | however |
  though | although | because | too | very | really | quite | rather | maybe | perhaps | hey | ok | okay | else |
  not | no | yes | whether | while | until | upon | onto | off | down | again | even | such | same | own |
  both | either | neither | nor | must | may | might | shall | will | wont | won't | don't | doesn't | isn't |
  aren't | he | she | his | her | him | hers | ours | yours | mine | myself | someone | anyone | everyone |
  something | anything | nothing | somebody | thing | things | lot | lots | kind | kinds | kindly | hopefully |
  right | let | let's | lets | wanna | gonna | gotta | having | getting | gets | goes | gone | seem | seems |
  think | thinks | thought | believe | ask | asking | asks | answer | question | questions | told | say | says |
  said | try | trying | use | used | able | way | ways | bit | few | several | certain | various`);

/** Words that mean something only next to others; alone they are named as unused, and are no description. */
export const vagueWords =
  words(`why | long | often | share | percent | percentage | help | track | first | next | early | portfolio | exposed | exposure | record | prior | experience | compare | vs | versus |
  lately | recently | recent | latest | last | new | most | more | least | than | ranked | rank | sorted | sort |
  ordered | order | size | sized | number | amount | amounts | total | whole | market | markets | name | names |
  status | type | types | happened | happening`);

/** Words that name no filter and describe no business. */
export const fillers: ReadonlySet<string> = new Set([...stopWords, ...vagueWords]);

/** Words that describe a record but nothing that the API can filter by. */
export const unfilterable =
  words(`women | woman | female | females | male | men | minority | black | diverse | solo | serial | repeat | due | twice | first-time | technical | bootstrapped |
  profitable | revenue | unicorn | unicorns | decacorn | decacorns | exit | exits | ipo | ipos | spac | spacs | hot | hottest | promising | fast-growing |
  growing | innovative | interesting | good | great | best | top | stealth | b2b | b2c | hiring | remote | undervalued | struggling | failed | dead |
  acquirers | acquisitions | acquisition | merger | mergers | m&a | valuation | valuations | gender | immigrant | young | old | down | flat | bridge | famous |
  avg | notable | sold | undisclosed | died | defunct | bankrupt | follow-on | average | median | mean |
  massive | huge | big | small | large | successful | popular | y | combinator | dry | powder | aum | lps | lp | micro | corporate | cvc`);
