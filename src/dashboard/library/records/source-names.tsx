import { readConnected } from '../../platform/http/config.ts';
import { SafeLink } from '../../platform/ui/safe-link.tsx';

/** Where a record comes from, as far as it is known without asking: the one source, or that there are several. */
export function SourceNames() {
  const sources = readConnected()?.sources ?? [];
  const [only] = sources;
  if (!only) return 'not told by this service';
  if (sources.length > 1) {
    return `one or more of the ${sources.length} sources in Settings; fundscope sources of ID tells which`;
  }
  const { title, licence, address } = only;
  return (
    <>
      <SafeLink to={address}>{title}</SafeLink> ({licence})
    </>
  );
}
