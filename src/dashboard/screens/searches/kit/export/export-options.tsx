import { type ReactNode, useId } from 'react';
import { crmNames, crms } from '#contract/crm.ts';
import type { SearchScreen } from '#contract/filters.ts';
import { DayField } from '../../../../platform/form/day-field.tsx';
import { SelectBox } from '../../../../platform/form/controls.tsx';
import { areSourcesKnown } from '../../../../records/origin.tsx';
import type { GridRow } from '../table/grid-column.ts';
import { type ExportFormat, type ExportOptions, type ExportSource, hasAddedDay, listScreenColumns } from './export.ts';

type Choice<Value> = readonly [value: Value, name: string, about: string];

const formats: readonly Choice<ExportFormat>[] = [
  ['csv', 'CSV', 'for every spreadsheet'],
  ['xlsx', 'XLSX', 'for Excel, with dates and amounts'],
  ['json', 'JSON', 'for programs'],
  ['crm', 'CRM', `a file for ${Object.values(crmNames).join(', ')}`],
];

/** Where a file says what was searched. */
const detailsPlaces: Record<Exclude<ExportFormat, 'crm'>, string> = {
  csv: 'as # lines before the rows',
  xlsx: 'as a second sheet',
  json: 'as its manifest',
};

/** What it means that a record was added, by day in UTC. */
const addedSince: Readonly<Record<SearchScreen, { readonly label: string; readonly about: string }>> = {
  deals: {
    label: 'Only deals added since',
    about: 'The day (UTC) on which the deal was added to the data. Empty for all.',
  },
  companies: {
    label: 'Only companies added since',
    about: 'The day (UTC) on which the first deal of the company was added to the data. Empty for all.',
  },
  investors: {
    label: 'Only investors added since',
    about: 'The day (UTC) on which the first deal of the investor was added to the data. Empty for all.',
  },
  people: {
    label: 'Only people added since',
    about: 'The day (UTC) on which the first deal of the person or their employer was added. Empty for all.',
  },
};

type OptionFieldsProps<R extends GridRow> = {
  readonly source: ExportSource<R>;
  readonly options: ExportOptions;
  readonly onChange: (options: ExportOptions) => void;
};

/** What is exported, and as which file. */
export function OptionFields<R extends GridRow>({ source, options, onChange }: OptionFieldsProps<R>) {
  const { format, since } = options;
  return (
    <>
      <ChoiceField
        legend="File format"
        name="format"
        choices={formats}
        value={format}
        onChoose={(next) => onChange({ ...options, format: next })}
      />
      {format === 'crm' ? (
        <CrmFields source={source} options={options} onChange={onChange} />
      ) : (
        <ColumnFields source={source} options={options} format={format} onChange={onChange} />
      )}
      {hasAddedDay(source.display) && (
        <div className="grid gap-1">
          <span aria-hidden className="font-semibold">
            {addedSince[source.resource.name].label}
          </span>
          <DayField
            label={addedSince[source.resource.name].label}
            value={since}
            className="w-44"
            onDay={(day) => onChange({ ...options, since: day })}
          />
          <p className="text-12 text-ink-3">{addedSince[source.resource.name].about}</p>
        </div>
      )}
    </>
  );
}

function CrmFields<R extends GridRow>({ source, options, onChange }: OptionFieldsProps<R>) {
  const { crm, owner } = options;
  const ownerId = useId();
  const isRequired = crm === 'attio' && source.resource.name === 'deals';
  return (
    <>
      <div className="grid gap-1">
        <label htmlFor={`${ownerId}-crm`} className="font-semibold">
          CRM
        </label>
        <SelectBox
          id={`${ownerId}-crm`}
          value={crm}
          options={crms.map((one) => [one, crmNames[one]] as const)}
          className="h-8"
          onChange={({ target }) => onChange({ ...options, crm: crms.find((one) => one === target.value) ?? crm })}
        />
      </div>
      <div className="grid gap-1">
        <label htmlFor={ownerId} className="font-semibold">
          Owner{' '}
          <span className="text-12 font-normal text-ink-3">
            {isRequired ? 'required by Attio for deals' : 'optional'}
          </span>
        </label>
        <input
          id={ownerId}
          type="email"
          value={owner}
          placeholder={`Email address in ${crmNames[crm]}`}
          className="field-box h-8 w-full px-2.5 max-tablet:h-10"
          onChange={({ target }) => onChange({ ...options, owner: target.value.trim() })}
        />
      </div>
    </>
  );
}

function ColumnFields<R extends GridRow>({
  source,
  options,
  format,
  onChange,
}: OptionFieldsProps<R> & { readonly format: Exclude<ExportFormat, 'crm'> }) {
  const { columns, details, notes, sources } = options;
  const headers = listScreenColumns(source).map(({ header }) => header);
  return (
    <>
      <ChoiceField
        legend="Columns"
        name="columns"
        choices={[
          ['screen', 'On screen', headers.join(', ')],
          ['all', 'All columns', 'with ids, for other programs'],
        ]}
        value={columns}
        onChoose={(next) => onChange({ ...options, columns: next })}
      />
      <Option label="Notes, owner and next step" about="as your team wrote them">
        <input
          type="checkbox"
          className="translate-y-0.5 accent-accent"
          checked={notes}
          onChange={() => onChange({ ...options, notes: !notes })}
        />
      </Option>
      {areSourcesKnown() && (
        <Option label="Where each row comes from" about="sources, files, rows and days">
          <input
            type="checkbox"
            className="translate-y-0.5 accent-accent"
            checked={sources}
            onChange={() => onChange({ ...options, sources: !sources })}
          />
        </Option>
      )}
      <Option label="Search details" about={detailsPlaces[format]}>
        <input
          type="checkbox"
          className="translate-y-0.5 accent-accent"
          checked={details}
          onChange={() => onChange({ ...options, details: !details })}
        />
      </Option>
    </>
  );
}

type ChoiceFieldProps<Value> = {
  readonly legend: string;
  readonly name: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
};

function ChoiceField<Value extends string>({ legend, name, choices, value, onChoose }: ChoiceFieldProps<Value>) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {choices.map(([choice, label, about]) => (
        <Option key={choice} label={label} about={about}>
          <input
            type="radio"
            name={name}
            className="translate-y-0.5 accent-accent"
            checked={choice === value}
            onChange={() => onChoose(choice)}
          />
        </Option>
      ))}
    </fieldset>
  );
}

type OptionProps = { readonly label: string; readonly about: string; readonly children: ReactNode };

const Option = ({ label, about, children }: OptionProps) => (
  <label className="flex min-h-6 cursor-pointer items-baseline gap-2">
    {children}
    <span>
      {label} <span className="text-12 text-ink-3">{about}</span>
    </span>
  </label>
);
