import { HomePage } from '../screens/home/home.tsx';
import { MarketWeek } from '../screens/market/market-week.tsx';
import { NewLeads } from '../screens/market/new-leads.tsx';
import { ReportedWeek } from '../screens/market/reported-week.tsx';
import { useToday } from '../records/alerts/items.ts';

/** The first screen with what the market did. */
export function HomeScreen() {
  const today = useToday();
  return (
    <HomePage market={<MarketWeek today={today} />} reported={<ReportedWeek today={today} />} newLeads={<NewLeads />} />
  );
}
