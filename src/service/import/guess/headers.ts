import { buildNameKey } from '../../db/name-key.ts';

/** "companyName" and "company_name (INR)" are "company name" and "company name inr"; of a path in JSON only the names. */
export function toWords(column: string): string {
  const words = buildNameKey(column.replace(/([a-z])([A-Z])/g, '$1 $2'));
  return column.includes('.') && !column.includes(' ')
    ? words.replace(wrappers, ' ').replace(/ +/g, ' ').trim()
    : words;
}

/** Members of JSON that hold others and say nothing themselves. */
const wrappers =
  /\b(data|properties|relationships|items|attributes|fields|node|edges|value|identifiers?|entity|entities)\b/g;

/** Words for one thing in the languages of most tables, as a pattern for folded headers. */
const anyWord = (words: string) => {
  const listed = words.trim().split(/\s*,\s*/);
  const eastern = listed.filter((word) => /[^ -~]/.test(word));
  const latin = listed.filter((word) => !eastern.includes(word));
  return `(?:(?:\\b(?:${latin.join('|')})\\b)${eastern.length > 0 ? `|${eastern.join('|')}` : ''})`;
};

const company = anyWord(
  `compan(?:y|ies), start ?ups?, org, organi[sz]ations?, companies, issuer, investee, brand, unternehmen, firma, firmenname, gesellschaft,
  entreprises?, societes?, empresas?, compania, sociedad, aziend[ae], societa, impresa, bedrijf, bedrijfsnaam, onderneming, sirket,
  sirket adi, girisim, girisim adi, 公司, 企业, 项目, 会社, 企業, 社名, スタートアップ`,
);
const investor = anyWord(
  `investors?, backers?, participants, participating, syndicate, investoren, kapitalgeber, geldgeber, investisseurs?, inversor(?:es)?,
  inversionistas?, inversores, investidor(?:es)?, investitor[ei], investeerders?, yatirimci, yatirimcilar, 投资方, 投资机构, 投资人, 投資家, 出資者, 引受先,
  出資元`,
);
const money = anyWord(
  `amount, raised, raise, size, sum, money, ticket, deal value, betrag, summe, volumen, hohe, finanzierungssumme, montant, somme, leve,
  levee, monto, importe, cantidad, valor, montante, importo, ammontare, somma, raccolto, bedrag, tutar, tutari, miktar, miktari, 金额, 融资额,
  金額, 調達額`,
);
const total = anyWord(
  `total, overall, cumulative, to date, lifetime, all time, aggregate, gesamt, gesamtfinanzierung, gesamtbetrag, insgesamt, totale, totaal, toplam, 累计, 累計,
  总额, 総額`,
);
const round = anyWord(
  `round, stage, series, funding type, raise type, finanzierungsrunde, runde, phase, tour, tour de table, serie, stade, ronda, etapa, fase,
  rodada, estagio, ronde, tur, turu, asama, asamasi, 轮次, 阶段, ラウンド, ステージ, シリーズ`,
);
const day = anyWord(
  `date, announced, closed, funded, when, day, datum, fecha, data, dato, dagsetning, tarih, tarihi, 日期, 时间, 日付, 年月日, 発表日, 調達日`,
);

/** What a header can mean, in the order in which columns are taken; `not` refuses words that mean something else. */
type HeaderWords = { field: string; words: RegExp; not?: RegExp };

const aside = /\b(uuids?|ids?|permalink|slug|path|count|number|created|updated|rank|logo|image|precision|entity def)\b/;

/**
 * Columns that would be taken for something else: they are left out, and the reason is said. Counts are no names, and
 * what is the investor's is not the company's.
 */
export const leftOut = [
  [
    'is a count',
    /\b(number|num|no|nr|count|anzahl|nombre|numero|aantal|sayisi|quantity) (of |der |de |d |des |di )?(?!emp|staff|people|mitarbeiter)\p{L}+|\b(investors?|rounds?|articles?|deals?|lead) count\b|^(n|num|nb) investors?$/u,
  ],
  [
    'is about the investor',
    /\b(investors?|lead|vc|fund|buyer|acquirer)s?\b.*\b(country|countries|nationality|origin|origins|location|city|hq|headquarters|region|type|website|url|email|phone|address)\b|\b(country|origin|type|nationality|location) of (the )?(lead )?investors?\b|^financial investor$/,
  ],
  [
    'is what was asked, not raised',
    /\b(ask|asked|asking|sought|seeking|requested|goal)\b|\btarget (amount|raise|size|round|funding)\b/,
  ],
  ['is a picture', /\b(logo|image|picture|photo|avatar|icon|thumbnail|favicon|screenshot)\b/],
  ['is a share', /\b(stake|ownership|percentage|percent|pct|equity share|dilution)\b/],
] as const satisfies [string, RegExp][];

/** Tables of these are no lists of rounds. */
export const rowWords = {
  layoffs: /\blaid off\b|\blayoffs?\b|\bredundanc/,
  acquisitions:
    /\b(acquirer|acquiror|acquired by|acquiring|buyer|purchaser|acquiree|kaufer|acquereur|comprador|acquirente|koper|alici)\b|收购方|買い手/,
  investors:
    /\b(che(que|ck) ?(size|range|sizes)?|ticket size|investment thesis|thesis|aum|assets under management|fund size|portfolio (size|companies)|dry powder|sweet spot|check size|invests? in|investment focus|stage focus|sector focus|typical investment|stages? of investment|countries of investment|investor types?)\b/,
} as const;

/** Patterns for folded headers; the first that fits wins, and each column and field is used once. */
export const headerWords = [
  { field: 'person_linkedin', words: /\blinked ?in\b/ },
  { field: 'linkedin', words: /\blinked ?in\b/ },
  { field: 'crunchbase', words: /\bcrunch ?base\b|^cb url$/ },
  { field: 'twitter', words: /\btwitter\b|\bx handle\b/ },
  { field: 'facebook', words: /\bfacebook\b/ },
  {
    field: 'lead_investors',
    words: new RegExp(
      `\\b(lead|leading|led|sole|haupt|principal|principaux|lider)\\b.*${investor}|${investor}.*\\b(lead|principal|lider|capofila)\\b|^lead$|^led by$|领投|リード`,
    ),
    not: aside,
  },
  { field: 'lead_flag', words: /\b(is )?lead\b.*\bflag\b|^is lead( investor)?$/ },
  {
    field: 'investors',
    words: new RegExp(`${investor}|^(others?|other participants|co investors?|followers?)$`),
    not: aside,
  },
  {
    field: 'founders',
    words:
      /^(co )?founders?( ?s? names?)?$|^founder names?$|^founders names$|^(grunder|fondateurs?|fundadores|fondatori|oprichters|kurucular)$|创始人|創業者/,
  },
  { field: 'person', words: /^(full name|person|contact)( names?)?$|^contact person$/ },
  { field: 'title', words: /^(job )?(title|position|role)$/ },
  {
    field: 'founded',
    words:
      /\b(founded|founding|inception|established|incorporated|year started|grundung|grundungsjahr|creation|fundacion|fundada|fondazione|oprichting|kurulus)\b|成立|設立/,
    not: /\bfunded\b/,
  },
  {
    field: 'num_employees',
    words:
      /\b(employees?|num emps|emps|head ?count|team size|company size|staff|mitarbeiter|effectifs?|empleados|funcionarios|dipendenti|werknemers|calisan)\b|员工|従業員/,
  },
  { field: 'valuation_date', words: /\bdate joined\b|\bvaluation date\b/ },
  {
    field: 'valuation',
    words:
      /\b(valuation|post money|pre money|bewertung|valorisation|valoracion|valuacion|avaliacao|valutazione|waardering|degerleme)\b|估值|評価額|時価総額/,
    not: /\b(date|currency|code|usd)\b/,
  },
  {
    field: 'valuation',
    words:
      /\b(valuation|post money|pre money|bewertung|valorisation|valoracion|valuacion|avaliacao|valutazione|waardering|degerleme)\b|估值|評価額|時価総額/,
    not: /\b(date|currency|code)\b/,
  },
  {
    field: 'total_raised',
    words: new RegExp(
      `${total}.*\\b(funding|raised|amount|investment|capital|money|funds|leve|financiacion|finanzierung)\\b|\\b(funding|raised) (total|to date)\\b|\\b(funding|raised|investment|investissement|financement|levee|inversion|investimento|finanziamento)s? ${total}|^funding$|\\bfunding total\\b|累计融资|总融资额|累計調達`,
    ),
    not: /\bround\b/,
  },
  {
    field: 'raised_usd',
    words: /\b(raised|amount|size|value|money)\b.*\b(usd|dollars?)\b/,
    not: /\b(total|valuation|money valuation|invested|post|pre)\b/,
  },
  {
    field: 'raised',
    words: new RegExp(money),
    not: /\b(valuation|post money|pre money|currency|code|employees?|company size|team size|fund size|total(?! round)|invested|average|date|rank|revenue)\b|^(?:data )?size$/,
  },
  {
    field: 'raised',
    words:
      /^(funding|investment|investissement|inversion|investimento|finanzierung|funds raised|capital raised|value|funds raised (thousands|millions|billions|usd|m|mn))$|融资|調達/,
  },
  { field: 'valuation_currency', words: /\b(valuation|money)\b.*\bcurrency\b/, not: /\b(raised|invested)\b/ },
  {
    field: 'currency',
    words: /\b(currency|wahrung|devise|moneda|moeda|valuta|para birimi)\b|币种|货币|通貨/,
    not: /\b(valuation|post|pre|invested)\b/,
  },
  {
    field: 'date',
    words: new RegExp(`${day}( ?(on|at))?`),
    not: /\b(founded|created|updated|birth|joined|valuation|trust|precision|updated|data source|modified|added|launch)\b|成立/,
  },
  {
    field: 'date',
    words:
      /^(month|year|quarter|year ?quarter|period|monat|jahr|quartal|mois|annee|trimestre|mes|ano|trimestre|mese|anno|maand|jaar|kwartaal|ay|yil|ceyrek)$|年份|^年$|时间|年度/,
  },
  {
    field: 'date',
    words: /\b(month|year)\b/,
    not: /\b(founded|founding|established|started|inception|incorporated|joined)\b/,
  },
  { field: 'series', words: /^(series|serie)$/ },
  {
    field: 'round_type',
    words: new RegExp(
      `${round}|\\binvestmentn? ?type\\b|\\b(deal|transaction) type\\b|\\btype (of|de) (deal|round|investment|transaction|financement)\\b`,
    ),
    not: /\b(date|amount|size|count|number|total|value|market stage|uuid|id|money)\b/,
  },
  {
    field: 'domain',
    words:
      /\b(website|domain|homepage|web site|web|company url|site|webseite|internet|sitio|pagina web|sito)\b|^url$|网站|官网|サイト/,
    not: /\b(investor|logo)\b/,
  },
  {
    field: 'article',
    words: /\b(source|article|news|press|reference|link|url|quelle|lien|fuente|fonte|bron|kaynak)\b|来源|出典/,
    not: /\b(created|updated|paging|type|title|author|logo|image)\b/,
  },
  {
    field: 'industries',
    words:
      /\b(industr(y|ies)|sectors?|vertical|categor(y|ies)|tags?|market|segment|branche|secteur|sector|industria|setor|settore|sektor|primary tag)\b|行业|领域|業種|業界|分野/,
  },
  { field: 'city', words: /\b(city|town|stadt|ville|ciudad|cidade|citta|stad|sehir)\b|城市|都市/ },
  {
    field: 'state',
    words:
      /\b(state|province|canton|kanton|bundesland|provincia|estado|region code|prefecture|state code)\b|省份|都道府県/,
  },
  { field: 'country', words: /\b(country|land|pays|pais|paese|ulke|country code)\b|^nation$|国家|国$/ },
  { field: 'region', words: /\b(continent|region|ecosystem name)\b/ },
  {
    field: 'location',
    words:
      /\b(location|head ?quarters?|hq|based in|geography|standort|sitz|siege|ubicacion|localizacao|sede|vestigingsplaats|konum|merkez)\b|所在地|地区|本社/,
  },
  { field: 'address', words: /\baddress\b/ },
  { field: 'status', words: /\bstatus\b/ },
  {
    field: 'short_description',
    words:
      /\b(short description|description|about|overview|tagline|what (it|they) do(es)?|summary|beschreibung|descripcion|descricao|descrizione|aciklama)\b|简介|概要/,
  },
  { field: 'long_description', words: /\b(long description|details|full description)\b/ },
] as const satisfies HeaderWords[];

/** Headers of the company's name, best first: "Company" is better than "Name". */
export const nameWords: readonly RegExp[] = [
  new RegExp(`^(target |portfolio |funded |investee )?${company}( brand)?( ?names?| 名称|名称|名|名前)?$`),
  new RegExp(
    `^(nom|nombre|nome|name|naam) (de |del |della |der |des |du |d |of )?(l |la |le |el |das |the )?${company}$`,
  ),
  new RegExp(`${company}.*\\bnames?$`),
  /^names?$|^(nom|nombre|nome|naam|ad|adi|isim)$|^(project|business|firm|portfolio|business name|project name|firm name)( names?)?$|^名称$|^名前$/,
  new RegExp(company),
];

/** Words behind a word for companies that make a header something else: "Company stage". */
export const noName =
  /\b(uuid|id|ids|url|website|site|domain|description|about|stage|size|type|country|city|state|region|location|hq|headquarters?|number|count|logo|linkedin|crunchbase|permalink|status|founded|industry|sector|email|age|path|created|updated|valuation|employees)\b/;

/** The fields that a header can name. */
export type GuessedField =
  (typeof headerWords)[number]['field'] | 'name' | 'deal_id' | 'company_id' | 'investor_country';
