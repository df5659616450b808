import { ImportError } from '../import-error.ts';

/** What went wrong with a file, in words for the person at the terminal. */
export function toReadError(name: string, error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'ENOENT') return new ImportError(`There is no file ${name}.`, 'Check the path.', { cause: error });
  if (code === 'EACCES' || code === 'EISDIR') {
    return new ImportError(`${name} cannot be read (${code}).`, 'Check that it is a file that you may read.', {
      cause: error,
    });
  }
  if (code?.startsWith('Z_')) {
    return new ImportError(`${name} is no whole gzip file: ${message}.`, 'Download it again.', { cause: error });
  }
  if (code === 'CSV_MAX_RECORD_SIZE') {
    const [line = ''] = /line \d+/.exec(message ?? '') ?? [];
    const where = line ? ` before the end of ${line}` : '';
    const remedy = 'Close the quote there, or check that it is a table.';
    return new ImportError(
      `${name} cannot be read as a table: a row of more than a million bytes${where}, as if a quote were open.`,
      remedy,
      {
        cause: error,
      },
    );
  }
  if (code?.startsWith('CSV_')) {
    return new ImportError(`${name} cannot be read as a table: ${message}.`, 'Correct that line of the file.', {
      cause: error,
    });
  }
  return error;
}
