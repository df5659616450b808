import type { OurRecord } from '#contract/workspace/us.ts';
import { chooseOurs, useUs } from '../../records/us.ts';
import { Block } from '../../platform/ui/block.tsx';
import { readKnownName, unnamed } from '../searches/kit/lookups/known-names.ts';
import { RecordPicker } from '../searches/kit/lookups/record-picker.tsx';

const groups = [
  { kind: 'investor', label: 'Fund' },
  { kind: 'person', label: 'Partners' },
  { kind: 'company', label: 'Portfolio' },
] as const satisfies readonly { readonly kind: OurRecord['kind']; readonly label: string }[];

/** Our fund, partners and portfolio; a change is stored at once. */
export function UsSection() {
  const { us, isLoading } = useUs();
  return (
    <Block title="Us" basis="Routes to other investors, companies and people begin here.">
      <div id="us" className="grid gap-3">
        {groups.map(({ kind, label }) => (
          <RecordPicker
            key={kind}
            label={label}
            aside={null}
            kind={kind}
            chosen={us.filter((one) => one.kind === kind)}
            onChoose={(chosen) => {
              if (isLoading) return;
              const named = chosen.map(({ id, name }): OurRecord => ({
                kind,
                id,
                name: name === '' ? (readKnownName(kind, id) ?? unnamed[kind]) : name,
              }));
              chooseOurs(kind, us, named);
            }}
          />
        ))}
      </div>
    </Block>
  );
}
