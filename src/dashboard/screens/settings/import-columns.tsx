import {
  type ImportCorrection,
  type ImportField,
  importFields,
  type ImportPreview,
  isInvestorField,
} from '#contract/imports.ts';
import { LabeledSelect, SelectBox } from '../../platform/form/controls.tsx';

type ImportColumnsProps = {
  readonly preview: ImportPreview;
  readonly correction: ImportCorrection;
  readonly onCorrect: (next: ImportCorrection) => void;
};

const listOptions = (areInvestors: boolean) => [
  ['', 'Not imported'] as const,
  ...Object.entries(importFields).filter(([field]) => isInvestorField(field) === areInvestors),
];

const multipliers = [
  ['', 'As the file says'],
  ['one', 'Single units'],
  ['thousand', 'Thousands'],
  ['million', 'Millions'],
  ['billion', 'Billions'],
  ['lakh', 'Lakh'],
  ['crore', 'Crore'],
] as const;
const orders = [
  ['', 'As the file says'],
  ['day-first', 'Day first, 31/12/2024'],
  ['month-first', 'Month first, 12/31/2024'],
] as const;
const currencies = [
  ['', 'As the file says'],
  ...['USD', 'EUR', 'GBP', 'CHF', 'INR', 'CNY', 'JPY', 'BRL', 'CAD', 'AUD', 'SGD', 'SEK', 'NOK', 'DKK', 'TRY'].map(
    (code) => [code, code] as const,
  ),
] as const;

type Multiplier = NonNullable<ImportCorrection['multiplier']>;
type Order = NonNullable<ImportCorrection['order']>;

/** What each column means, and how amounts and dates are read; every choice reads the file again. */
export function ImportColumns({ preview, correction, onCorrect }: ImportColumnsProps) {
  const withSetting = (name: 'multiplier' | 'currency' | 'order', value: string): ImportCorrection => {
    const rest = { ...correction };
    delete rest[name];
    return value === '' ? rest : { ...rest, [name]: value as Multiplier & Order };
  };
  const nameColumn = (column: string, value: string) =>
    onCorrect({
      ...correction,
      columns: { ...correction.columns, [column]: value === '' ? null : (value as ImportField) },
    });
  // A list of investors has fields of its own, and neither amounts nor dates.
  const areInvestors = preview.columns.some(({ field }) => field !== null && isInvestorField(field));
  const fieldOptions = listOptions(areInvestors);
  return (
    <div className="grid grid-cols-1 gap-3">
      <h3 className="text-12 font-semibold">Columns</h3>
      <ul className="grid grid-cols-1 gap-2">
        {preview.columns.map(({ name, examples, field }) => (
          <li
            key={name}
            className="grid grid-cols-[1fr_12rem] items-center gap-3 max-tablet:grid-cols-1 max-tablet:gap-1"
          >
            <div className="min-w-0">
              <p className="truncate font-medium">{name}</p>
              <p className="truncate text-12 text-ink-3">{examples.join(' · ')}</p>
            </div>
            <SelectBox
              aria-label={`Meaning of ${name}`}
              options={fieldOptions}
              value={field ?? ''}
              className="h-8"
              onChange={({ target }) => nameColumn(name, target.value)}
            />
          </li>
        ))}
      </ul>
      {!areInvestors && (
        <div className="grid grid-cols-3 gap-3 max-tablet:grid-cols-1">
          <LabeledSelect
            label="Amounts are in"
            value={correction.multiplier ?? ''}
            options={multipliers}
            onPick={(value) => onCorrect(withSetting('multiplier', value))}
          />
          <LabeledSelect
            label="Currency"
            value={correction.currency ?? ''}
            options={currencies}
            onPick={(value) => onCorrect(withSetting('currency', value))}
          />
          <LabeledSelect
            label="Dates"
            value={correction.order ?? ''}
            options={orders}
            onPick={(value) => onCorrect(withSetting('order', value))}
          />
        </div>
      )}
    </div>
  );
}
