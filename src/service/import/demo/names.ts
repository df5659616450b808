import { toSlug } from '../../db/name-key.ts';
import { Random } from './random.ts';

/** A generated name with its slug. */
export type Name = { name: string; slug: string };

export type NameParts = readonly [Name, ...Name[]];

/** Parts of names with their slugs, computed once because they are the most expensive part of a name. */
export const splitParts = (text: string, separator = '|') =>
  text.split(separator).map((part): Name => buildName(part.trim())) as [Name, ...Name[]];

/** Most parts are plain ASCII, for which the general function would take a hundred times longer. */
const buildName = (name: string): Name => ({
  name,
  slug: /^[A-Za-z ]+$/.test(name) ? name.toLowerCase().replaceAll(' ', '-') : toSlug(name),
});

const firstParts = splitParts(
  `Alder|Amber|Anchor|Arrow|Ash|Aspen|Beacon|Birch|Bold|Bramble|Bridge|Bright|Brook|Calm|Cedar|Chalk|Clay|Clear|Cliff|
  Clover|Cobalt|Copper|Coral|Crane|Crest|Dawn|Deep|Dove|Drift|Dune|Dusk|Ember|Even|Fair|Falcon|Fern|Field|Finch|Fjord|
  Flint|Fox|Frost|Gale|Glen|Gold|Grain|Granite|Green|Grove|Harbor|Hawk|Hazel|Heath|Heron|High|Hollow|Honey|Indigo|Iron|
  Ivory|Jade|Juniper|Keel|Kelp|Lake|Lantern|Lark|Laurel|Leaf|Linden|Maple|Marble|Marsh|Meadow|Mill|Mint|Mist|Moss|
  North|Oak|Ochre|Olive|Opal|Orchard|Osprey|Otter|Pearl|Pebble|Pine|Plum|Poplar|Quartz|Quill|Rain|Raven|Reed|Ridge|
  River|Robin|Rook|Rowan|Sage|Salt|Sand|Shore|Silver|Slate|Snow|Sorrel|South|Spring|Stone|Storm|Swift|Tern|Thistle|
  Thorn|Tide|Timber|Topaz|True|Vale|Velvet|Violet|Warm|Water|Wave|West|Wheat|Wild|Willow|Wind|Winter|Wren|Yarrow`,
);
const secondParts = splitParts(
  `base|beam|bell|bloom|board|bound|branch|brook|cast|crest|croft|dale|deck|field|flow|fold|ford|forge|form|gate|glade|
  glass|grid|grove|guard|hand|haven|hold|keep|key|lane|leaf|lift|light|line|link|loft|loom|loop|mark|mast|mere|mill|
  moor|nest|pace|patch|path|peak|pier|point|port|post|quill|reach|ridge|ring|rise|road|root|sail|scale|shore|side|song|
  span|spark|spur|stack|stead|stem|step|strand|stream|tide|trail|vale|vane|view|vine|wake|walk|ward|ware|way|weave|
  well|wharf|wheel|wick|wing|wise|wood|works|yard|yield`,
);
const adjectives = splitParts(
  `Ample|Brisk|Candid|Clever|Copper|Curious|Distant|Double|Eager|Early|Eastern|Eleventh|Faithful|Fearless|Gentle|Grand|
  Hidden|Humble|Kindly|Lively|Lucid|Lucky|Mellow|Modest|Nimble|Noble|Northern|Paper|Patient|Plain|Polite|Quick|Quiet|
  Rapid|Ready|Seventh|Silent|Simple|Sober|Southern|Steady|Sturdy|Sunny|Tidy|Tiny|Upper|Vivid|Western|Wooden|Young`,
);
const nouns = splitParts(
  `Abacus|Almanac|Anvil|Badger|Barn|Basin|Bison|Bobbin|Brush|Canal|Canyon|Cargo|Cello|Chestnut|Clarinet|Compass|
  Cricket|Cypress|Delta|Dolphin|Drum|Engine|Estuary|Feather|Fiddle|Garden|Glacier|Goose|Hammer|Hedgehog|Island|Kettle|
  Kite|Ladder|Lagoon|Lemon|Lighthouse|Magpie|Marmot|Mole|Needle|Oyster|Parcel|Pelican|Pencil|Pepper|Piano|Pilot|Plover|
  Prairie|Quarry|Rabbit|Saddle|Sparrow|Spindle|Squirrel|Staple|Stork|Sundial|Swallow|Teapot|Thimble|Trellis|Trumpet|
  Tunnel|Turnip|Valley|Violin|Walnut|Weasel|Whistle`,
);
const endings = splitParts(
  'ora|elo|iva|anta|entis|ium|olo|aro|eon|etta|ian|ara|ensa|ica|ello|onda|una|evo|isto|era|ista|ova|omi|inga',
);
/** Words of other languages, as companies outside the English-speaking countries use them. */
const foreign = splitParts(
  `Lumière|Étoile|Forêt|Crème|Pépite|Écluse|Grünblick|Brücke|Flügel|Lösung|Mühle|Österwerk|Fünfhaus|Björka|Ängen|Blåbär|
  Älvdal|Sjösten|Fjäll|Snöklocka|Ørnsund|Grønhøj|Bølge|Kjærby|Havgård|Corazón|Mañana|Señal|Añil|Montaña|Coração|
  Maçã|Irmãos|Feijão|Brezza Chiàra|Città Viva|Perché|Młynek|Żuraw|Łąka|Świerk|Čajka|Řeka|Žito|Küme|Güneşli|Çınar|
  Işıltı|Põldmäe|Õunaaed|Käsi|Tähti|
  Éclair Bleu|Maître|Château d’Eau|Fenêtre|Kölnblick|Schäfchen|Fröhlich|Straßenbahn|Järnväg|Höstlöv|Sjöfågel|Kråka|
  Smørblomst|Tårn|Niño Azul|Pájaro|Compañero|Jardín|Pão Quente|Verão|Estação|Żaglowiec|Źródło|Śnieżka|Hrášek`,
);

/** Well-known companies and places whose names the parts would form. */
const takenNames = new Set(
  `amberjack brightside brightwheel brightline brightmark brightloom bridgestone bridgeport brookfield brookstone
  cedargate chalkboard claymont clearstream clearview clearpath clearlink clearbase cloverfield cloverleaf copperleaf
  copperfield deepwell driftwood fairfield fairmark fairway fairview fieldview glenmark goldfield greenfield greenlight
  greenway greenwood greenpoint greenyard hazelcast highland highline highspot honeywell honeyfield ironforge ironside
  lakeland lakeshore leafwell limelight maplecroft millstone northfield northgate northlane oakwood pinewood
  raincloud ravenwood ridgeline riverlane riverside riverstone saltstack sandforge shoreline silverstone silverlight
  silverline snowforge springboard springfield springwell stonepeak stonegate stoneridge stormforge swiftkey swiftlane
  swiftly swiftstack tidelift tidemark timberline timberland trueworks truemark truelink waterford watermark waterlight
  wavelink westfield westport westgate westpoint westwood wildwood willowtree windstream windmill windward
  lucky-cricket copper-mole silent-hammer
  credora credova cytiva deskera fermentis finova formica genova goodera helium kinova lectora lexica lithium mentora
  modelo modera motiva protera sentara silica solium sonova stellentis tenova valora vectara vitara voltera wavelo
  solaris optica publica clinica medica monera civica oncora lendera paylo arcium cellista synova sanova citadela`
    .split(/\s+/)
    .filter(Boolean),
);

const join = (first: Name, second: Name, name = '', slug = ''): Name => ({
  name: first.name + name + second.name,
  slug: first.slug + slug + second.slug,
});

/** Rejects names that are taken, repeat a part, or double a letter awkwardly. */
const reads = (first: Name, second: Name, { slug }: Name) =>
  !takenNames.has(slug) && first.slug !== second.slug && first.slug.at(-1) !== second.slug[0];

const cross = (firsts: NameParts, seconds: NameParts, space = '', hyphen = '') =>
  firsts.flatMap((first) =>
    seconds.flatMap((second) => {
      const name = join(first, second, space, hyphen);
      return reads(first, second, name) ? [name] : [];
    }),
  ) as [Name, ...Name[]];

function shuffle(list: NameParts, random: Random): NameParts {
  const shuffled: [Name, ...Name[]] = [...list];
  for (let index = shuffled.length - 1; index > 0; index -= 1) {
    const other = random.whole(0, index);
    const kept = shuffled[index] ?? shuffled[0];
    shuffled[index] = shuffled[other] ?? shuffled[0];
    shuffled[other] = kept;
  }
  return shuffled;
}

type Form = 'compound' | 'sector' | 'pair' | 'foreign';
/** The forms of names for 50 companies in turn, mixed so that neighbors differ. */
const forms = Array.from({ length: 50 }, (_, index): Form => {
  if (index === 7) return 'foreign';
  if (index % 3 === 1) return 'sector';
  return index % 6 === 3 ? 'pair' : 'compound';
});
const ranks = forms.map((form, index) => forms.slice(0, index).filter((other) => other === form).length);
const counts = new Map(forms.map((form) => [form, forms.filter((other) => other === form).length]));

/** The name endings of a sector, and the beginnings of words that suggest it. */
type SectorNames = { roots: NameParts; tails: NameParts };

/** `isFirst`: no company of the market before this one has the slug. */
export type CompanyName = Name & { isFirst: boolean };

/**
 * Names by a company's number in the market and in its sector; none repeats, with another ending, before all are used.
 */
export function openCompanyNames(seed: number, sectors: readonly SectorNames[]) {
  const random = new Random(seed);
  const shared = {
    compound: shuffle(cross(firstParts, secondParts), random),
    pair: shuffle(cross(adjectives, nouns, ' ', '-'), random),
    foreign: shuffle(foreign, random),
  };
  const own = sectors.map(({ roots }) => shuffle(cross(roots, endings), random));
  return (index: number, sector: number, ordinal: number, hasTail: boolean): CompanyName => {
    const tails = sectors[sector]?.tails ?? firstParts;
    const place = index % forms.length;
    const form = forms[place] ?? 'compound';
    const list = form === 'sector' ? own[sector] : shared[form];
    const number =
      form === 'sector' ? ordinal : Math.floor(index / forms.length) * (counts.get(form) ?? 1) + (ranks[place] ?? 0);
    const at = number % (list?.length ?? 1);
    const base = list?.[at] ?? firstParts[0];
    const round = Math.floor(number / (list?.length ?? 1));
    if (round === 0 && !hasTail) return { ...base, isFirst: true };
    const tail = tails[(round + at) % tails.length] ?? tails[0];
    return { ...join(base, tail, ' ', '-'), isFirst: round < (form === 'sector' ? tails.length : 1) };
  };
}

/** Words in the names of investors. */
export const investorWords = splitParts(
  `Aldgrove|Ambergate|Ashcombe|Barrowby|Bayberry|Belhaven|Brackenfell|Bramwell|Broadacre|Caldmoor|Canterfield|Castlemere|
  Cinderhill|Coldbrook|Corvane|Cranmere|Dunmarsh|Eastmarch|Elmstead|Fairlock|Farrowdale|Fenmark|Foxcombe|Gannet|
  Garrickmoor|Goldcrest|Greyfell|Hallmere|Harrowfield|Hartmoor|Hillcombe|Hollybank|Ironbark|Juniper Row|Kelmscott|
  Kestrel Bay|Kingsmoor|Lanyard|Larkmoor|Linfold|Longacre|Lowfield|Marlpit|Mayfold|Meridale|Merrowby|Millrace|Moonstone|
  Netherfield|Norquay|Oakhaven|Ormsgate|Overstrand|Palegate|Pemberlow|Penhallow|Plovers Point|Quayside|Quillon|Ravelin|
  Redfern|Rookery|Rushmere|Saltmarsh|Sandgate|Selbourne|Shearwater|Sparrowhawk|Stillmere|Stonecrop|Sunderfold|Tamarack|
  Tarnside|Tern Harbour|Thornbury|Tidewrack|Tolland|Tremaine|Underhill|Upland|Varley|Waymark|Wexcombe|Whinfell|Whitlow|
  Windrush|Winterbourne|Wychwood|Yarborough|Yewtree`,
);
export const investorPairs = cross(adjectives, nouns, ' ', '-');
export const investorNumbers = splitParts(
  'Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Fifteen|Twenty|Forty|Hundred',
);
export const investorThings = splitParts(
  'Pines|Rivers|Bridges|Hills|Lanterns|Sails|Gates|Oaks|Mile|Acres|Harbours|Peaks|Stones|Winds|Doors',
);
/** Family names in the names of investors. */
export const familyNames = splitParts(
  `Abernathy|Albright|Ambrose|Ashdown|Averill|Bancroft|Barlow|Beaumont|Blackwood|Bowditch|Brandt|Calloway|Carmody|
  Castellan|Chadwick|Colville|Cromarty|Dalgleish|Delacroix|Drummond|Eastlake|Ellery|Fairbairn|Falk|Farnsworth|Finlay|
  Garland|Gerlach|Goodwin|Halloran|Harcourt|Hastings|Hollis|Ingram|Kaufmann|Kerrigan|Lachlan|Lindqvist|Lockhart|
  Marchetti|Mather|Merriweather|Montrose|Nakagawa|Norwood|Okafor|Osterman|Pemberton|Prescott|Quinlan|Radcliffe|Ravenel|
  Rosenthal|Rutherford|Sandoval|Seaton|Sinclair|Stanhope|Thackeray|Thornton|Underwood|Vasquez|Venkat|Wainwright|
  Weatherby|Whitaker|Winslow|Wyndham|Yamane|Zeller`,
);
