import type { RowSelectionState } from '@tanstack/react-table';
import { type ReactNode, type Ref, useMemo, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { TwoLines } from '../searches/kit/record/cells.tsx';
import { useLibraryVersion } from '../../records/record-store.ts';
import { isBeingRead, unlockedCompanies } from '../../records/records.ts';
import { DetailPanel } from '../../platform/ui/detail-panel.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { useIsWide } from '../../platform/ui/use-browser.ts';
import type { UrlState } from '../../platform/url/url.ts';
import {
  type ListDelimiter,
  type ParsedTable,
  type TableLayout,
  listDelimiters,
  parseListTable,
} from '../../records/lists/parse-table.ts';
import {
  type ListLine,
  buildListLines,
  countByState,
  readLayout,
  stateNames,
  toDelimiter,
} from '../../records/lists/lists.ts';
import { lineStates, type LineState, type listsUrl } from '../../records/lists/lists-url.ts';
import type { CompanyList } from '#contract/workspace/lists.ts';
import { changeCompanyList } from '../../records/lists/stored-lists.ts';
import type { RowFinder } from '../searches/kit/table/data-grid.tsx';
import { ListTable } from '../searches/kit/table/list-table.tsx';
import { formatCount } from '../../platform/format.ts';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { CheckBox } from '../../platform/form/check-box.tsx';
import { LabeledSelect } from '../../platform/form/controls.tsx';
import { decodeNameKey, type SearchedColumn, searchedColumns } from '../../records/lists/identifier.ts';
import { type Enrichment, buildTableKeys, saveEnriched } from './list-files.ts';
import {
  LineCompanyCell,
  LineDetail,
  StateCell,
  formatNames,
  lineColumnChoice,
  lineColumns,
  mustChoose,
} from './list-lines.tsx';
import { listUnsearched, matchAgain, useUnlockedOf } from './list-search.ts';
import { ListSearchBar } from './list-search-bar.tsx';
import { NameConfirmation } from './name-confirmation.tsx';

type ListViewProps = {
  readonly list: CompanyList;
  readonly url: UrlState<typeof listsUrl>;
  readonly enrichment: Enrichment;
  readonly renderCompany: (id: string) => ReactNode;
  readonly notice: ReactNode;
};

const byLine = { column: 'line', direction: 'ascending' } as const;

/** One list: how its file is parsed, the price of searching it, and every line with its outcome. */
export function ListView({ list, url, enrichment, renderCompany, notice }: ListViewProps) {
  const wide = useIsWide();
  useLibraryVersion();
  const { id, text, matches, choices } = list;
  const layout = readLayout(list);
  const { delimiter, header } = list.layout;
  // Memoized: parsing 5,000 lines of 20 columns takes 180 ms.
  const table = useMemo(
    () => parseListTable(text, { delimiter: toDelimiter(delimiter), header }),
    [text, delimiter, header],
  );
  const lines = buildListLines(table, layout, matches, choices);
  const { value, write } = url;
  const shown = value.show === undefined ? lines : lines.filter(({ state }) => state === value.show);
  const lineKeys = lines.flatMap(({ key }) => key ?? []);
  const isMatching = useUnlockedOf(list, lineKeys);
  const change = (next: TableLayout) => {
    const read = parseListTable(text, next);
    const keys = buildTableKeys(read, next);
    changeCompanyList(id, { layout: next, lines: read.lines.length, ...matchAgain(list, keys) });
  };
  const find = useRef<RowFinder>(null);
  const opened = lines.find((line) => line.id === value.open);
  const open = (line: string) => write({ ...value, open: line }, value.open === undefined ? 'step' : 'replace');
  const next = opened && mustChoose(opened) ? findNextAmbiguous(lines, opened) : undefined;
  const close = () => value.open !== undefined && write({ ...value, open: undefined }, 'replace');
  return (
    <div className="flex min-h-0 grow">
      <section aria-label="Lines of the list" className="flex min-h-0 min-w-0 grow flex-col">
        <ListHead list={list} table={table} lines={lines} enrichment={enrichment} />
        <div className="grid grid-cols-1 gap-2.5 px-4.5 wide:px-6 pb-2.5">
          {notice}
          <LayoutForm heads={table.heads} layout={layout} onChange={change} />
          <TableNotices brokenAt={table.brokenAt} hasKeys={lineKeys.length > 0} />
          {!isMatching && (
            <ListSearchBar list={list} wanted={{ lines: listUnsearched(list, lineKeys), locked: listLocked(lines) }} />
          )}
          <NameConfirmation list={list} lines={lines} />
          <StatePills
            counts={countByState(lines)}
            total={lines.length}
            shown={value.show}
            onShow={(show) => write({ ...value, show, open: undefined }, 'replace')}
          />
        </div>
        <Lines ref={find} lines={shown} wide={wide} openId={value.open} onOpen={open} onClose={close} />
      </section>
      {opened && (
        <DetailPanel
          id={opened.id}
          title={`Line ${opened.number.toLocaleString('en-US')}`}
          wide={wide}
          opener={() => find.current?.(opened.id)}
          onClose={close}
        >
          <LineDetail
            listId={id}
            line={opened}
            heads={table.heads}
            renderCompany={renderCompany}
            onNext={next && (() => open(next.id))}
          />
        </DetailPanel>
      )}
    </div>
  );
}

/** The companies chosen by name that are still locked, each once. */
const listLocked = (lines: readonly ListLine[]): string[] =>
  unlockedCompanies
    .missing(
      lines.flatMap(({ key = '', companyId }) =>
        companyId === undefined || decodeNameKey(key) === undefined ? [] : [companyId],
      ),
    )
    .filter((id) => !isBeingRead('companies', id));

/** The next ambiguous line, starting over after the last one. */
function findNextAmbiguous(lines: readonly ListLine[], { number }: ListLine): ListLine | undefined {
  const waiting = lines.filter((line) => line.state === 'ambiguous' && line.number !== number);
  return waiting.find((line) => line.number > number) ?? waiting[0];
}

type TableNoticesProps = { readonly brokenAt: number | undefined; readonly hasKeys: boolean };

/** Problems of the file as a whole. */
function TableNotices({ brokenAt, hasKeys }: TableNoticesProps) {
  return (
    <>
      {brokenAt !== undefined && (
        <Notice variant="warn" title={`Lines from ${brokenAt.toLocaleString('en-US')} on could not be read`}>
          A quotation mark is opened there and never closed. Fix the file and add it again.
        </Notice>
      )}
      {!hasKeys && (
        <Notice variant="warn" title="No column with domains, links or names was found">
          Choose the column of names, domains, LinkedIn or Crunchbase addresses above.
        </Notice>
      )}
    </>
  );
}

type LinesProps = {
  readonly ref: Ref<RowFinder>;
  readonly lines: readonly ListLine[];
  readonly wide: boolean;
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
};

/** The lines as a table, or as two-line items on a narrow screen. */
function Lines({ ref, lines, wide, openId, onOpen, onClose }: LinesProps) {
  const [selection, setSelection] = useState<RowSelectionState>({});
  if (lines.length === 0) return <p className="px-4.5 wide:px-6 text-ink-3">No lines with this outcome.</p>;
  return (
    <ListTable
      ref={ref}
      label="Lines"
      wide={wide}
      columns={lineColumns}
      choice={lineColumnChoice}
      rows={lines}
      order={byLine}
      selection={selection}
      openId={openId}
      onSelection={setSelection}
      onOpen={onOpen}
      onClose={onClose}
    >
      {(line: ListLine) => (
        <TwoLines
          first={<span className="truncate font-semibold">{formatNames(line)}</span>}
          figure={<StateCell line={line} />}
          second={<LineCompanyCell line={line} />}
        />
      )}
    </ListTable>
  );
}

type ListHeadProps = {
  readonly list: CompanyList;
  readonly table: ParsedTable;
  readonly lines: readonly ListLine[];
  readonly enrichment: Enrichment;
};

/** The name of a list, its file, and the button that saves the enriched file. */
function ListHead({ list, table, lines, enrichment }: ListHeadProps) {
  const [said, setSaid] = useState('');
  const save = async (format: 'csv' | 'xlsx') => {
    const file = await saveEnriched({ list, table, lines, enrichment }, format);
    setSaid(`${formatCount(lines.length, 'line')} written to ${file}`);
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4.5 wide:px-6 pt-3.5 pb-2.5">
      <title>{`${list.name}, Fundscope`}</title>
      <Link
        to="/lists"
        aria-label="All lists"
        title="All lists"
        className="-ml-1.5 grid size-7 place-items-center rounded-[7px] text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
      </Link>
      <h1 className="truncate text-15 font-semibold">{list.name}</h1>
      <span className="text-11.5 text-ink-3 tabular-nums">
        {list.file_name}, {list.encoding}, {formatCount(lines.length, 'line')}
      </span>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 wide:ml-auto">
        <output className="text-11.5 text-ink-3 empty:hidden">{said}</output>
        <ActionButton onPress={() => void save('csv')}>Save enriched CSV</ActionButton>
        <ActionButton onPress={() => void save('xlsx')}>Save as XLSX</ActionButton>
      </div>
    </div>
  );
}

type StatePillsProps = {
  readonly counts: Readonly<Record<LineState, number>>;
  readonly total: number;
  readonly shown: LineState | undefined;
  readonly onShow: (state: LineState | undefined) => void;
};

/** The number of lines per outcome; a click filters by it. */
function StatePills({ counts, total, shown, onShow }: StatePillsProps) {
  const pills = [
    [undefined, 'lines', total] as const,
    ...lineStates.map((state) => [state, stateNames[state], counts[state]] as const),
  ];
  return (
    <fieldset aria-label="Which lines are shown" className="flex flex-wrap gap-1">
      {pills
        .filter(([state, , count]) => state === undefined || state === shown || count > 0)
        .map(([state, name, count]) => (
          <button
            key={name}
            type="button"
            aria-pressed={shown === state}
            className="h-7 rounded-md border border-line px-2 text-ink-2 tabular-nums hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
            onClick={() => onShow(state)}
          >
            <b className="font-semibold">{count.toLocaleString('en-US')}</b> {name}
          </button>
        ))}
    </fieldset>
  );
}

const columnNames: Record<SearchedColumn, string> = {
  domain: 'Domains',
  linkedin: 'LinkedIn',
  crunchbase: 'Crunchbase',
  name: 'Names',
};
const delimiterNames: Record<ListDelimiter, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };
const noColumn = 'none';

type LayoutFormProps = {
  readonly heads: readonly string[];
  readonly layout: TableLayout;
  readonly onChange: (layout: TableLayout) => void;
};

/** Lets the user correct how the file is parsed. */
function LayoutForm({ heads, layout, onChange }: LayoutFormProps) {
  const { delimiter, header, columns } = layout;
  const options = [[noColumn, 'no column'] as const, ...heads.map((head, at) => [String(at), head] as const)];
  return (
    <fieldset aria-label="How the file is read" className="flex flex-wrap items-end gap-x-3 gap-y-2">
      {searchedColumns.map((kind) => (
        <LabeledSelect
          key={kind}
          label={`${columnNames[kind]} are in`}
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
      <CheckBox
        className="min-h-8"
        checked={header}
        onChange={({ target }) => onChange({ ...layout, header: target.checked })}
      >
        The first line is a header
      </CheckBox>
    </fieldset>
  );
}
