import { useMembership } from '../http/membership.ts';
import { Segments } from './segments.tsx';

type WhoseProps = {
  readonly value: 'mine' | undefined;
  readonly onChange: (who: 'mine' | undefined) => void;
};

/** The choice between everyone's and the user's own; nothing while nobody shares the workspace. */
export function Whose({ value, onChange }: WhoseProps) {
  if (useMembership().members.length < 2) return null;
  return (
    <Segments
      label="Whose"
      value={value ?? 'everyone'}
      choices={[
        ['everyone', 'Everyone’s'],
        ['mine', 'Mine'],
      ]}
      onChange={(who) => onChange(who === 'mine' ? who : undefined)}
    />
  );
}
