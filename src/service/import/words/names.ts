import { buildNameKey } from '../../db/name-key.ts';

/** A name in a list, and whether it is marked as the lead. */
export type ListedName = { name: string; lead: boolean };

/** A legal form after a comma belongs to the name before it. */
const legalForm =
  /^(inc|llc|l\.l\.c|ltd|limited|lp|l\.p|llp|plc|co|corp|corporation|gmbh|s\.a|sa|ag|bv|b\.v|pte|pty)\.?$/i;

/** Splits a list at any of the separators, but not inside brackets, and not before "LLC" or "Inc.". */
export function splitList(text: string, separators: readonly string[]): string[] {
  const literal = readLiteralList(text);
  const parts = literal ?? cutOutsideBrackets(text, separators);
  const names: string[] = [];
  for (const part of parts) {
    const name = part.replace(/\s+/gu, ' ').trim();
    if (name === '') continue;
    const last = names.at(-1);
    if (last !== undefined && legalForm.test(name) && !literal) names[names.length - 1] = `${last}, ${name}`;
    else names.push(name);
  }
  return names;
}

/** The same with marks such as "*" or "(lead)" before or after a name. */
export function splitMarkedList(text: string, separators: readonly string[], marks: readonly string[]): ListedName[] {
  return splitList(text, separators)
    .map((part) => takeMark(part, marks))
    .filter(({ name }) => name !== '');
}

function takeMark(part: string, marks: readonly string[]): ListedName {
  const lower = part.toLowerCase();
  const behind = marks.find((mark) => lower.endsWith(mark.toLowerCase()));
  if (behind) return { name: part.slice(0, -behind.length).trim(), lead: true };
  const before = marks.find((mark) => lower.startsWith(mark.toLowerCase()));
  return before ? { name: part.slice(before.length).trim(), lead: true } : { name: part, lead: false };
}

function cutOutsideBrackets(text: string, separators: readonly string[]): string[] {
  const parts: string[] = [];
  // A bracket without its partner is a typing error and must not hide the rest of the list.
  const paired = text.split('(').length === text.split(')').length;
  let depth = 0;
  let start = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '(' && paired) depth += 1;
    else if (text[place] === ')' && paired) depth -= 1;
    const separator = depth <= 0 ? separators.find((candidate) => text.startsWith(candidate, place)) : undefined;
    if (!separator) continue;
    parts.push(text.slice(start, place));
    start = place + separator.length;
    place = start - 1;
  }
  return [...parts, text.slice(start)];
}

/** The texts of `["a", "b"]` or of Python's `['a', "b's"]`; undefined for anything else. */
export function readLiteralList(text: string): string[] | undefined {
  const inner = /^\[(.*)\]$/s.exec(text.trim())?.[1];
  if (inner === undefined) return undefined;
  const item = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(?:,|$)/sy;
  const texts: string[] = [];
  while (item.lastIndex < inner.length) {
    const found = item.exec(inner);
    if (!found) return inner.trim() === '' ? [] : undefined;
    texts.push((found[1] ?? found[2] ?? '').replace(/\\(.)/gs, '$1'));
  }
  return texts;
}

/** Words in names of investors that are no people. */
const investorWords = new Set(
  `accelerator advisors advisory agency alliance angels asset assets association bank bio blockchain capital club co
  collective com company corp corporation crypto dao digital equity exchange family finance financial foundation fund
  funds gaming gmbh group growth hub health holding holdings inc incubator innovation institute international invest
  investing investment investments investors io lab labs limited llc llp lp ltd management media network office partner
  partners plc private protocol research sa sciences securities seed software solutions startups studio studios
  syndicate systems tech technologies technology trading trust university ventures venture vc web`.split(/\s+/),
);

/** Given names: a name in a list is a person's only when it begins with one of them. */
const givenNames = new Set(
  `aaron abdul abdullah abhishek abigail adam aditya adrian adriana ahmad ahmed aidan ajay akash akshay alan albert
  alberto alejandro aleksandr alessandro alex alexander alexandra alexandre alexei alexey alexis alfonso alfred ali alice
  alison allan allen allison amanda amber ambarish amir amit amy ana anand anders andre andrea andreas andrei
  andrej andres andrew andrey andy angel angela aniket anil anish anita anja ankit ankur ann anna anne annie anoop ansel
  anthony anton antoine antonio anupam anurag april aravind ari ariel arjun armando arnaud arne arthur arun arvind asher
  ashish ashley ashton ashwin austin avi avichal axel aydin babak balaji barbara barney barry bart bastian beatrice
  beatriz ben benedict benjamin bernard bernd bernhard beth bharat biz bill billy bjorn blake bob bobby boris brad
  bradley brandon brendan brent bret brett brian brianna brock bruce bruno bryan bryce bryant caleb calvin cameron
  camila carl carla carlos carmen carol caroline carolina carsten catherine cecilia chad chamath chandra charles charlie
  charlotte chase chelsea chen chloe chris christian christina christine christoph christophe christopher chuck cindy
  claire clara clark claude claudia claudio clay clement cliff clinton cody colin colleen connor constantine corey
  courtney craig cristian cristiano cristina curtis cynthia cyrus dan dana daniel daniela daniele danielle danny daria
  darius darren darrell daryl dave david dean deborah deepak denis denise dennis derek des devin dharmesh diana diane
  diego dimitri dimitris dirk dmitri dmitry dom dominic dominik don donald donna doug douglas drew duncan dustin dylan
  eddie edith eduard eduardo edward edwin ehsan eileen elad elaine eleanor elena eli elias elizabeth ella ellen elliot
  emad emil emilie emilio emily emma emmanuel enrique eoghan eric erica erik erika erin ernest esteban esther ethan
  eugene eva evan evgeny fabian fabio fabrice fabrizio farhan fatima federico felipe felix fernando filip filippo florian
  floyd frances francesca francesco francis francisco francois frank franklin fred freddie frederic frederick frederik
  fritz gabriel gabriela gabriele gareth garrett garry gary gaurav gautam gavin geoff geoffrey george georg gerald gerard
  ghazal gil gilbert gilles gina giovanni giulia giuseppe glenn gokul gonzalo gordon grace graham grant greg gregory
  guido guillaume guillermo gustav gustavo guy hadley hans hannah hannes harald hari harold harry harsh harvey hassan
  heather hector heidi helen helena helmut hendrik henri henrik henry herbert hiroshi holger holly howard hugh hugo
  hussein ian ibrahim igor ilan ilya immad ines ingrid ira irene isaac isabel isabella ivan jack jackie jackson jacob
  jacqueline jacques jaime jake jakob james jamie jan jana jane janet jared jasmine jason javier jawed jay jean jeff
  jeffrey jen jenna jennifer jenny jens jeremiah jeremy jerome jerry jesper jesse jessica jesus jill jim jimmy jing joan
  joana joao joachim joanna jochen joe joel joerg johan johann johannes john johnny jon jonas jonathan jordan jorge jose
  josef joseph josh joshua joy joyce juan judith julia julian juliana julie julien julius jun jung justin justine kai
  kamal karan karen karl karthik kate katharina katherine kathleen kathryn katie katrina kayvon keith kelly ken kendall
  kenneth kent kevin khaled kim kirill kirsten klaus konstantin kris krishna kristen kristian kristin kristina kumar
  kunal kurt kyle lachy lance lars larry laura lauren laurence laurent lawrence lea leah lee leila lena leo leon leonard
  leonardo leslie lewis li liam lily linda lindsay lisa logan lorenzo lori louis louise luca lucas lucia lucy luigi luis
  luisa lukas lukasz luke lydia lynn maarten maciej madeleine magnus mahesh maksim manish manoj manuel mara marc marcel
  marcelo marcin marco marcos marcus margaret margarita maria marianne marie marina mario marion marisa marissa mark
  markus marlon martha martin martina marty marvin mary mateo mathias mathieu mathilde matt matteo matthew matthias
  matthieu maurice mauricio max maxim maxime maximilian maya megan mehdi melanie melissa meltem merav michael michal
  michel michele michelle miguel mika mike mikhail milan miles miriam misha mitch mitchell mohamed mohammad mohammed
  mohit molly monica morgan morten muhammad murat mustafa nadia nancy naomi naresh nat natalia natalie natasha nate
  nathan nathaniel naval naveen navin neal neel neha neil nelson niccolo nicholas nick nicola nicolas nicole niels nigel
  nikesh nikhil nikita niklas nikolai nikolas nils nina nir nishant nitin noah noam nora norbert norman olaf oleg
  olga oliver olivia olivier omar omer oren oscar oskar owen pablo palmer paige pamela pankaj paola paolo parag pascal
  patricia patricio patrick patrik paul paula pavel pedro penny per pete peter petr petra phil philip philipp philippe
  phillip pierre piotr prakash pranav prashant prateek priya punit qi rachel rafael rahul raj rajat rajeev rajesh rajiv
  rakesh ralf ralph ram ramesh ramon ran randall randy raphael rashid ravi ray raymond rebecca reed regina reid reinhard
  rene renata ricardo riccardo rich richard rick ricky rita rob robbie robert roberta roberto robin robyn rodrigo roger
  rohan rohit roland rolf roman romain ron ronald ronny ronnie rory rosa rosanna rose ross roy ruben rudolf rudy rui
  rune rupert russ russell ruth ryan sabine sachin sahil sal salim sally sam sameer samir samantha sami samuel sandeep
  sandra sandy sanjay sanjeev santiago santosh sara sarah sasha satya saul saurabh scott sean sebastian sebastien selena
  serena serge sergei sergey sergio seth shaan shaun shane shankar shannon sharon shashank shaun shawn sheila shelly
  sheryl shervin shirley shiva shreyas shubham siddharth sidney siqi silvia simon simone siva slava sofia solomon sonia
  sonja sophia sophie spencer sri srinivas stacy stan stani stanislav stefan stefania stefano steffen stephan stephane
  stephanie stephen stepan sterling steve steven stewart stuart sue suhail sumit sundeep sunil suresh susan susanne
  suzanne sven svetlana sylvia taavet takeshi tal tamara tanya tara tarun tatiana taylor ted terence teresa terrence
  terry thad theo theodore theresa thiago thibaud thomas tiago tiffany tikhon tim timo timothy tina tobias toby todd tom
  tomas tomasz tommy tony tracy travis trevor tristan troy tushar tyler udi ulrich umar ursula uri vaibhav valentin
  valentina valeria valerie vanessa varun vasilis vera veronica victor victoria vijay vikas vikram viktor vincent vinay
  vineet vinod virginia vishal vitalik vitaly vivek vlad vladimir walter wang warren wayne wei wendy wenbin werner wesley
  whitney wilhelm will william willem wolfgang xavier xiao yael yair yang yannick yasmin yash yaron yi ying yoav yong
  yuan yuki yuri yusuf yves yvonne zach zachary zack zane zain zhang zoe zoltan ada adele agnes aisha alana
  alicia aline alma amelia amina anaya anika antonia anushka aparna asha astrid audrey aurora ava ayesha barack bella
  birgit bonnie brigitte candice carla cassandra cate celine chiara claudine constance dalia daphne deepika delphine devi
  divya dorothy edna eleonora elif elisa elise emilia eve fatou fiona florence freya genevieve gloria greta gwen hana
  harriet hazel ilse imran ingo irina isha ivy jacinta janice jasper jaya jeanne joanna josephine josie juanita kamala
  kavita kayla khadija kiran klara lakshmi lara latha leela leticia lina lola luna mae maja manisha mariam marta maud
  meera mia milena mina mira mona nagesh nandini nasreen nell nisha noor olena paloma pamela parvati penelope phoebe
  pooja rahel rania renu rhea ritu rosalind rukmini sadia sanna shreya siddharth sigrid simran smita sneha soraya
  stella sunita swati tanvi thea trisha uma usha vandana vidya viola vivian wilma yara yasmine yulia zara zainab`.split(
    /\s+/,
  ),
);

/** Investors with names that look like a person's. */
const personLikeNames = new Set([
  'franklin templeton',
  'morgan stanley',
  'charles schwab',
  'jane street',
  'raymond james',
]);

const particles = new Set('de da di del della den der dos du la le van von bin ibn al el ben y e'.split(' '));

/** Whether a name in a list of investors is a person's: two to four capitalized words, the first a given name. */
export function isPersonName(name: string): boolean {
  const words = name.trim().split(/\s+/);
  if (words.length < 2 || words.length > 4) return false;
  const folded = words.map(buildNameKey);
  if (personLikeNames.has(buildNameKey(name))) return false;
  if (folded.some((word) => investorWords.has(word))) return false;
  const [first = ''] = (folded[0] ?? '').split(' ');
  return (
    givenNames.has(first) && words.every((word, place) => particles.has(folded[place] ?? '') || isCapitalized(word))
  );
}

const isCapitalized = (word: string) => /^\p{Lu}[\p{L}'’-]*\.?$/u.test(word);
