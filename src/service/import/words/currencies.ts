/** Powers of ten by the word for them, in the languages of the tables that people share. */
const powerWords: readonly (readonly [string, number])[] = [
  ['k thousand thousands thsd tsd tausend tys mille bin тыс 千 천', 3],
  ['万 萬 만 w', 4],
  ['l lac lacs lakh lakhs lakhh 십만', 5],
  ['m mm mn mln mio mil mill mills million millions millionen millón millones milhão milhões milhao milhoes', 6],
  [
    'milione milioni miljoen miljoner millioner milj milyon juta jt triệu млн миллион миллиона миллионов 百万 百萬 백만',
    6,
  ],
  ['cr crs crore crores 千万 千萬 천만', 7],
  ['億 亿 억', 8],
  ['b bn bln bil billion billions mrd mia md mld mlrd milliard milliards milliarde milliarden milliarder', 9],
  ['miliard miliardo miliardi miljard miljarder milyar miliar tỷ bilhão bilhões bilhao bilhoes bi', 9],
  ['milmillones млрд миллиард миллиарда миллиардов 十亿 十億 십억', 9],
  ['t tn trn trillion trillions 兆 조', 12],
];
export const powers = new Map(
  powerWords.flatMap(([words, power]) => words.split(' ').map((word) => [word, power] as const)),
);

export const multiplierWords: readonly string[] = [...powers.keys()];

export const dollars = ['USD', 'AUD', 'CAD', 'SGD', 'HKD', 'NZD', 'TWD', 'MXN', 'CLP', 'COP', 'ARS'];
const rupees = ['INR', 'PKR', 'LKR', 'NPR', 'MUR'];
const crowns = ['SEK', 'NOK', 'DKK', 'ISK'];

/** Signs and words with one meaning: a code with its signs. */
const plainSigns = `USD us$ u$s u$d us-$ 美元 美金 ドル 米ドル 달러 | AUD a$ au$ | CAD c$ ca$ | SGD s$ sg$ | HKD hk$ 港元 港币
  | NZD nz$ | TWD nt$ 台币 | BRL r$ real reais | EUR € euro euros eur. 欧元 ユーロ 유로 | GBP £ pound pounds 英镑 | INR ₹ rupee
  rupees | CNY rmb cn¥ 元 人民币 人民幣 元人民币 yuan | JPY jp¥ yen 円 日元 | KRW ₩ 원 won | RUB ₽ rub. руб руб. рублей | ILS ₪ nis
  | TRY ₺ tl | VND ₫ | NGN ₦ naira | PHP ₱ | THB ฿ | PLN zł zl złotych | CZK kč | HUF ft | RON lei | CHF sfr sfr. fr. franken |
  MYR rm | IDR rp rp. | KES ksh kshs | ZAR rand | AED dh dhs aed. | UAH ₴ | KZT ₸ | GHS gh₵ | EGP e£ | MXN mx$`;
const signs = new Map<string, readonly string[]>([
  ['$', dollars],
  ['dollar', dollars],
  ['dollars', dollars],
  ['dólares', dollars],
  ['dolares', dollars],
  ['dollari', dollars],
  ['rs', rupees],
  ['rs.', rupees],
  ['¥', ['JPY', 'CNY']],
  ['￥', ['JPY', 'CNY']],
  ['kr', crowns],
  ['kr.', crowns],
  ...plainSigns
    .split('|')
    .map((entry) => entry.trim().split(/\s+/))
    .flatMap(([code = '', ...words]) => words.map((word) => [word, [code]] as const)),
]);

const currencyCodes = new Set(Intl.supportedValuesOf('currency'));

/** The currencies that a code, sign or word can mean; undefined when it is none. */
export function parseCurrency(word: string): readonly string[] | undefined {
  const code = word.trim().toUpperCase();
  return signs.get(word.trim().toLowerCase()) ?? (currencyCodes.has(code) ? [code] : undefined);
}

/** The longest sign or word above; longer texts are names. */
const longestWord = 14;

/** Whether a text is a unit or a currency. */
const isKnown = (word: string) => powers.has(word) || parseCurrency(word) !== undefined;

/**
 * The units and currencies of which a word in lower case consists: "musd" and "m$" are two, "mio." is one. Undefined if
 * it has anything else.
 */
export function splitUnits(word: string): string[] | undefined {
  if (isKnown(word)) return [word];
  const plain = word.replace(/\.+$/, '');
  if (plain !== word && isKnown(plain)) return [plain];
  if (word.length > longestWord) return undefined;
  for (let length = word.length - 1; length > 0; length -= 1) {
    const start = word.slice(0, length);
    const rest = isKnown(start) ? splitUnits(word.slice(length)) : undefined;
    if (rest) return [start, ...rest];
  }
  return undefined;
}
