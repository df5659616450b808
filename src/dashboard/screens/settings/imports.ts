import { queryOptions } from '@tanstack/react-query';
import {
  checkImportFile,
  type ImportCorrection,
  type ImportPreview,
  type ImportState,
  maxImportBytes,
  readImport,
  startImport,
  undoImport,
} from '#contract/imports.ts';
import { queryClient } from '../../platform/http/query-client.ts';
import { sendFree } from '../../spending/send-free.ts';

const pollMs = 1000;

/** The state of the last import, read again while one runs. */
export const importState = queryOptions({
  queryKey: ['import'],
  queryFn: async (): Promise<ImportState> =>
    readImport.data.parse((await sendFree(readImport, { query: undefined })).data),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
});

/** What a file would bring; throws with the reason if it cannot be imported. */
export async function checkFile(file: File, correction?: ImportCorrection): Promise<ImportPreview> {
  if (file.size > maxImportBytes)
    throw new Error('This file has more than 50 MB. Import it with the command "fundscope import".');
  return check({ name: file.name, content: await toBase64(file), ...(correction ? { correction } : {}) });
}

/** The same for a file that was sent before, with other columns. */
export const checkAgain = (file: string, correction: ImportCorrection): Promise<ImportPreview> =>
  check({ file, correction });

async function check(body: Parameters<typeof sendFree<typeof checkImportFile>>[1]['body']): Promise<ImportPreview> {
  const { preview, problem } = checkImportFile.data.parse((await sendFree(checkImportFile, { body })).data);
  if (!preview) throw new Error(problem ?? 'The file cannot be imported.');
  return preview;
}

/** Starts the import; only this writes records. */
export async function startImportOf(file: string): Promise<void> {
  const { data } = await sendFree(startImport, { body: { file } });
  queryClient.setQueryData(importState.queryKey, startImport.data.parse(data));
}

/** Brings the records before the last import back. */
export async function undoLastImport(): Promise<void> {
  const { data } = await sendFree(undoImport, { body: {} });
  queryClient.setQueryData(importState.queryKey, undoImport.data.parse(data));
}

/** The bytes of a file as text that JSON can hold. */
const toBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(new Error('The browser cannot read this file.')));
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')));
    reader.readAsDataURL(file);
  });
