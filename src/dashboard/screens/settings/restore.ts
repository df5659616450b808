import { exportedPart, exportName, exportVersion, restoreWorkspace } from '#contract/workspace/data.ts';
import { parseJson } from '#contract/json.ts';
import { z } from 'zod';
import { queryClient } from '../../platform/http/query-client.ts';
import { callWorkspace } from '../../platform/http/workspace.ts';

type ExportedPart = z.infer<typeof exportedPart>;

const head = z.object({ format: z.literal(exportName), version: z.literal(exportVersion) });

/** Parts are sent together up to this many characters, and at most as many as a request may have. */
const [maxCharacters, maxParts] = [2_000_000, 20];

/**
 * Sends an exported file part by part, without holding all of it in memory; `onProgress` receives the share that is
 * sent, 0 to 1. Returns how many entries were added or changed; undefined if the file is no export.
 */
export async function restoreFile(file: Blob, onProgress: (share: number) => void): Promise<number | undefined> {
  let [count, isExport] = [0, false];
  let batch: ExportedPart[] = [];
  let characters = 0;
  const send = async () => {
    if (batch.length === 0) return;
    const { restored } = await callWorkspace(restoreWorkspace, { body: { parts: batch } });
    count += Object.values(restored).reduce((sum, one) => sum + one, 0);
    [batch, characters] = [[], 0];
  };
  try {
    for await (const { text, share } of readTexts(file)) {
      if (!isExport) {
        if (!head.safeParse(parseJson(`${text}]}`)).success) return undefined;
        isExport = true;
        continue;
      }
      const { data: part } = exportedPart.safeParse(parseJson(text));
      if (!part) throw new Error('A part of this file is damaged. What stands before it was restored.');
      if (batch.length === maxParts || characters + text.length > maxCharacters) await send();
      batch.push(part);
      characters += text.length;
      onProgress(share);
    }
    await send();
  } finally {
    if (count > 0) void queryClient.invalidateQueries({ queryKey: ['workspace'] });
  }
  return isExport ? count : undefined;
}

/** An escaped character, or what begins or ends a value. */
const structure = /\\[^]|["{}[\]]/g;

/**
 * The text before the first part, such as `{"format":…,"parts":[`, and then the text of each part; with the share of
 * the file that is read. JSON.parse could not hold a large file.
 */
async function* readTexts(file: Blob): AsyncGenerator<{ readonly text: string; readonly share: number }> {
  let [depth, isInText, hasHead] = [0, false, false];
  let [text, rest, read] = ['', '', 0];
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    read += value.length;
    const decoded = rest + decoder.decode(value, { stream: true });
    // What a backslash at the end escapes is in the next chunk.
    const chunk = decoded.replace(/\\+$/, '');
    rest = decoded.slice(chunk.length);
    let from = 0;
    for (const { 0: sign, index } of chunk.matchAll(structure)) {
      if (sign === '"') isInText = !isInText;
      if (isInText || sign === '"' || sign.startsWith('\\')) continue;
      depth += sign === '{' || sign === '[' ? 1 : -1;
      const isOpening = sign === '{' || sign === '[';
      if (isOpening && depth === 3) {
        if (!hasHead) yield { text: text + chunk.slice(from, index), share: 0 };
        [hasHead, text, from] = [true, '', index];
      } else if (!isOpening && depth === 2 && hasHead) {
        yield { text: text + chunk.slice(from, index + 1), share: read / file.size };
        [text, from] = ['', index + 1];
      }
    }
    text += chunk.slice(from);
  }
  // An export of nothing.
  if (!hasHead) yield { text: text.replace(/\]\s*\}\s*$/, ''), share: 1 };
}
