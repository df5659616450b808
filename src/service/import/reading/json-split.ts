/** One element of a list in JSON text, with the line that it ends on. */
export type JsonElement = { line: number; text: string };

/** One element longer than this is no record. */
const longestElement = 10_000_000;

/**
 * Parts the elements of one list from a stream of JSON text without holding more than one of them: the list at the top,
 * or the one under `path`, the names of the members that lead to it.
 */
export async function* splitJsonList(
  chunks: AsyncIterable<string>,
  path: readonly string[] = [],
): AsyncGenerator<JsonElement> {
  const reading = openReading(path);
  for await (const chunk of chunks) yield* addChunk(reading, chunk);
  if (!reading.found) {
    throw new JsonListError(path.length === 0 ? 'it is no list' : `it has no list at ${path.join('.')}`);
  }
  if (reading.levels.length > 0) throw new JsonListError('it ends in the middle');
}

/** What cannot be read as the list that was asked for. */
export class JsonListError extends Error {
  override readonly name = 'JsonListError';
}

type Level = { kind: '[' | '{'; key: string; expectsKey: boolean };

type Reading = {
  path: readonly string[];
  levels: Level[];
  line: number;
  inText: boolean;
  escaped: boolean;
  /** The text that may be a member's name. */
  text: string;
  element: string;
  /** How deep the list's elements lie; 0 outside of it. */
  listDepth: number;
  found: boolean;
};

const openReading = (path: readonly string[]): Reading => ({
  path,
  levels: [],
  line: 1,
  inText: false,
  escaped: false,
  text: '',
  element: '',
  listDepth: 0,
  found: false,
});

function* addChunk(reading: Reading, chunk: string): Generator<JsonElement> {
  for (const character of chunk) {
    if (character === '\n') reading.line += 1;
    const ended = reading.inText ? addToText(reading, character) : addSign(reading, character);
    if (ended !== undefined && ended.trim() !== '') yield { line: reading.line, text: ended.trim() };
    if (reading.element.length > longestElement) {
      throw new JsonListError(`line ${reading.line}: an element never ends`);
    }
  }
}

function addToText(reading: Reading, character: string): undefined {
  keep(reading, character);
  if (reading.escaped) reading.escaped = false;
  else if (character === '\\') reading.escaped = true;
  else if (character === '"') reading.inText = false;
  else if (reading.levels.at(-1)?.expectsKey) reading.text += character;
  return undefined;
}

/** Takes a character outside of texts; gives the element that ends with it. */
function addSign(reading: Reading, character: string): string | undefined {
  if (character === ']' || character === '}') return closeLevel(reading, character);
  if (character === '[' || character === '{') openLevel(reading, character);
  else if (character === '"') {
    reading.inText = true;
    reading.text = '';
    keep(reading, character);
  } else return separate(reading, character);
  return undefined;
}

function openLevel(reading: Reading, kind: '[' | '{'): void {
  const { levels, path, found } = reading;
  const isHere = levels.length === path.length && levels.every((level, depth) => level.key === path[depth]);
  if (kind === '[' && isHere && !found) {
    reading.found = true;
    reading.listDepth = levels.length + 1;
  } else keep(reading, kind);
  levels.push({ kind, key: '', expectsKey: kind === '{' });
}

function closeLevel(reading: Reading, character: string): string | undefined {
  const level = reading.levels.pop();
  if (!level || (level.kind === '[') !== (character === ']')) {
    throw new JsonListError(`line ${reading.line}: ${character} closes nothing`);
  }
  if (reading.listDepth === reading.levels.length + 1) {
    reading.listDepth = 0;
    return take(reading);
  }
  keep(reading, character);
  return undefined;
}

function separate(reading: Reading, character: string): string | undefined {
  const level = reading.levels.at(-1);
  if (level?.kind === '{' && character === ':') {
    level.key = reading.text;
    level.expectsKey = false;
  } else if (level?.kind === '{' && character === ',') level.expectsKey = true;
  if (character === ',' && reading.listDepth === reading.levels.length) return take(reading);
  keep(reading, character);
  return undefined;
}

function keep(reading: Reading, character: string): void {
  if (reading.listDepth > 0) reading.element += character;
}

function take(reading: Reading): string {
  const { element } = reading;
  reading.element = '';
  return element;
}
