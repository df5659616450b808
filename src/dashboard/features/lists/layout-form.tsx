import { LabeledSelect } from '../../platform/form/choices.tsx';
import { identifierKinds, type IdentifierKind } from '../../library/lists/identifier.ts';
import { listDelimiters, type ListDelimiter, type TableLayout } from '../../library/lists/read-table.ts';

const kindNames: Record<IdentifierKind, string> = { domain: 'Domains', linkedin: 'LinkedIn', crunchbase: 'Crunchbase' };
const delimiterNames: Record<ListDelimiter, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };
const noColumn = 'none';

type LayoutFormProps = {
  readonly heads: readonly string[];
  readonly layout: TableLayout;
  readonly onChange: (layout: TableLayout) => void;
};

/** Lets the user correct how the file is parsed. */
export function LayoutForm({ heads, layout, onChange }: LayoutFormProps) {
  const { delimiter, header, columns } = layout;
  const options = [[noColumn, 'no column'] as const, ...heads.map((head, at) => [String(at), head] as const)];
  return (
    <fieldset aria-label="How the file is read" className="flex flex-wrap items-end gap-x-3 gap-y-2">
      {identifierKinds.map((kind) => (
        <LabeledSelect
          key={kind}
          label={`${kindNames[kind]} are in`}
          value={String(columns[kind] ?? noColumn)}
          options={options}
          onPick={(value) =>
            onChange({ ...layout, columns: { ...columns, [kind]: value === noColumn ? undefined : Number(value) } })
          }
        />
      ))}
      <LabeledSelect
        label="Delimiter"
        value={delimiter}
        options={listDelimiters.map((one) => [one, delimiterNames[one]] as const)}
        onPick={(value) => onChange({ ...layout, delimiter: listDelimiters.find((one) => one === value) ?? ',' })}
      />
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          checked={header}
          className="size-4 accent-accent"
          onChange={({ target }) => onChange({ ...layout, header: target.checked })}
        />
        The first line is a header
      </label>
    </fieldset>
  );
}
