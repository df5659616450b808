import type { DealRecord } from './records.ts';
import { toDealColumns } from './rows.ts';
import type { Sink } from './sink.ts';

export function writeDeal(sink: Sink, record: DealRecord): void {
  const ids = sink.begin('deal', record);
  sink.write('deals', ids, toDealColumns(sink.find('company', record.companyKey), record));
  if (record.shortDescription || record.longDescription) {
    sink.write('deal_texts', {
      deal_id: ids.id,
      short_description: record.shortDescription,
      long_description: record.longDescription,
    });
  }
  record.financings.forEach((financing, position) =>
    sink.write('financings', {
      deal_id: ids.id,
      position,
      uuid: sink.uuidOf('financing', `${record.key}#${position}`),
      type: financing.type,
      size_usd: financing.sizeUsd,
      size_native: financing.sizeNative,
      currency: financing.currency,
    }),
  );
  writeParticipants(sink, ids.id, record);
  record.articles?.forEach(({ link, isPrimary, date }, position) =>
    sink.write('articles', { deal_id: ids.id, position, link, is_primary: isPrimary, date }),
  );
}

function writeParticipants(sink: Sink, dealId: number, { investors, angels }: DealRecord): void {
  for (const { key, lead, partners } of investors ?? []) {
    const investorId = sink.find('investor', key);
    sink.write('deal_investors', { investor_id: investorId, deal_id: dealId, lead });
    for (const partner of partners ?? []) {
      sink.write('deal_partners', {
        person_id: sink.find('person', partner),
        deal_id: dealId,
        investor_id: investorId,
      });
    }
  }
  for (const angel of angels ?? []) {
    sink.write('deal_angels', { person_id: sink.find('person', angel), deal_id: dealId });
  }
}
