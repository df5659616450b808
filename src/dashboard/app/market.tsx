import { MarketPage } from '../screens/market/page.tsx';
import { deals } from '../screens/searches/deals/deals.ts';

/** The market screen, which asks with the filters of deals. */
export const MarketScreen = () => <MarketPage deals={deals} />;
