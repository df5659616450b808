import type { Address } from './addresses.ts';
import { phrases, precededBy } from './phrases.ts';
import { add, type AskContext, reject } from './pieces.ts';
import { addRecord } from './record-names.ts';
import type { PhraseReader } from './sentence.ts';

const address: PhraseReader<Address> = (view, at) => {
  const found = view.at(at)?.address;
  return found && { to: at + 1, value: found };
};
/** "jane@acme.com": the words before and after the sign. */
const email: PhraseReader<true> = (view, at) => {
  const [name, sign, host] = [view.at(at), view.at(at + 1), view.at(at + 2)];
  return name && host && sign?.text === '@' && sign.start === name.end && host.start === sign.end
    ? { to: at + 3, value: true }
    : undefined;
};
const backedBy = precededBy(phrases('led/backed/funded/financed by | deal/round/investment by/from/with | with'));
const investedIn = precededBy(phrases('in/into/of/backed/funded/backing/by'));

/** Takes pasted addresses: a website or a profile selects its record, or is the name of a company or an investor. */
export function takeAddresses(context: AskContext): void {
  const { sentence, subject } = context;
  sentence.take(email, reject(context, 'There is no filter for the address of a person’s mail.'));
  sentence.take(address, ({ site, of, value }, range) => {
    const isPerson = of === 'person';
    if (subject === 'people' || subject === 'angels') {
      if (isPerson) return add(context, site)([[value]], range);
      return addRecord(context, subject === 'people' ? 'company' : 'investor', range);
    }
    if (isPerson) return reject(context, 'This is the profile of a person: ask for people.')(value, range);
    if (subject === 'deals')
      return addRecord(context, backedBy(sentence.whole, range.from) ? 'investor' : 'company', range);
    if (backedBy(sentence.whole, range.from) && subject === 'companies') return addRecord(context, 'investor', range);
    if (subject === 'investors' && investedIn(sentence.whole, range.from)) return addRecord(context, 'company', range);
    return add(context, site)([[value]], range);
  });
}
