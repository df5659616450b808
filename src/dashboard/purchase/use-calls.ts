import { useQuery } from '@tanstack/react-query';
import { useOpened, whenLibraryOpen } from '../library/records/open-library.ts';
import { readCalls, useCallsVersion } from './call-log.ts';
import type { DaySums, LoggedCall } from './logged-call.ts';

/** The account book, read anew with every line of any tab; undefined until it is read. */
export function useCalls(): { readonly calls: readonly LoggedCall[]; readonly days: DaySums } | undefined {
  const version = useCallsVersion();
  const account = useOpened()?.account ?? '';
  const { data } = useQuery({
    queryKey: ['calls', account, version],
    queryFn: () => whenLibraryOpen().then(readCalls),
    placeholderData: (before, query) => (query?.queryKey[1] === account ? before : undefined),
    gcTime: 0,
  });
  return data;
}
