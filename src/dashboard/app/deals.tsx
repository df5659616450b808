import { SaveSearch } from '../screens/alerts/save-search.tsx';
import { DealsPage } from '../screens/searches/deals/screen.tsx';
import { ScreenActions } from '../platform/ui/screen-actions.ts';

/** The deals screen, whose search can be saved as an alert. */
export const DealsScreen = () => (
  <ScreenActions value={<SaveSearch />}>
    <DealsPage />
  </ScreenActions>
);
