/** One request of a batch: the 0-based page of so many rows. */
export type PageRequest = { readonly page: number; readonly size: number };

/** Most rows that one request can return. */
const largestPage = 500;

/**
 * The requests that bring exactly the `more` rows after the first `loaded` ones. A service pages from the start, so a
 * page continues a prefix only where its size divides it: of the sizes that do, the largest that is not too much.
 */
export function planPages(loaded: number, more: number): PageRequest[] {
  const requests: PageRequest[] = [];
  const end = loaded + more;
  for (let at = loaded; at < end;) {
    const size = findLargestDivisor(at, Math.min(end - at, largestPage));
    requests.push({ page: at / size, size });
    at += size;
  }
  return requests;
}

/** The largest divisor of a number that is not above a limit; every number divides 0. */
function findLargestDivisor(of: number, limit: number): number {
  let size = limit;
  while (of % size !== 0) size -= 1;
  return size;
}
