import { useQuery } from '@tanstack/react-query';
import { useConnected } from '../../../../platform/http/connection.ts';
import type { ElsewhereParts } from '../ask/ask-controls.ts';
import type { Resource } from '../resource/resource.ts';
import { SearchProvider, SpendingProvider } from '../search/search-context.tsx';
import { SentenceCount } from './ask-search.tsx';
import { CountButton, SearchButton } from './search-foot.tsx';

type SentenceSearchProps = ElsewhereParts & { readonly loadResource: () => Promise<Resource> };

/** The search of a sentence about another screen: its free count, and its button with the highest price. */
export function SentenceSearch({ name, query, searchButton, onShow, loadResource }: SentenceSearchProps) {
  const { data: resource } = useQuery({ queryKey: ['resource', name], queryFn: loadResource, staleTime: Infinity });
  // What a search costs depends on the service.
  useConnected();
  if (!resource) return null;
  return (
    <SearchProvider key={name} resource={resource}>
      <SpendingProvider query={query} onShow={onShow}>
        <SentenceCount />
        <CountButton />
        <SearchButton ref={searchButton} />
      </SpendingProvider>
    </SearchProvider>
  );
}
