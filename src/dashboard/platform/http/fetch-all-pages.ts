import { useEffect } from 'react';

type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
};

/** Reads the pages of an infinite query one after the other, in the background, until `isEnough`. */
export function useFetchAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: Pages, isEnough = false): void {
  const mayContinue = hasNextPage && !isFetching && !isError && !isEnough;
  useEffect(() => {
    if (mayContinue) void fetchNextPage();
  }, [mayContinue, fetchNextPage]);
}
