import { siteBase, siteOrigin } from './connection.ts';
import { ApiError } from './api-error.ts';
import { readKey } from './key.ts';
import { exchange } from './request.ts';

/** Paths of the workspace: free, and never relayed to a service. */
type WorkspacePath = `/workspace/${string}`;

const daySeconds = 86_400;

/** Reads a file of the workspace, however long that takes. Throws for any status but 200. */
export function downloadWorkspace(path: WorkspacePath): Promise<Blob> {
  const key = readKey();
  const headers = { 'X-Fundscope': siteOrigin, ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  return exchange({ url: `${siteBase}${path}`, headers, timeoutSeconds: daySeconds }, async (response) => {
    const { ok, status } = response;
    if (ok) return response.blob();
    const kind = status === 401 ? 'key' : 'unreachable';
    throw new ApiError(kind, `The gateway answered with status ${status}.`, { status });
  });
}

/** Reads a file of the dashboard itself, such as a font. Throws for another site. */
export function readOwnFile(url: URL): Promise<Uint8Array> {
  if (url.origin !== siteOrigin) throw new ApiError('unreachable', 'This file is on another site.');
  return exchange(
    { url: url.href, timeoutSeconds: 30 },
    async (response) => new Uint8Array(await response.arrayBuffer()),
  );
}
