import { useMembership } from '../http/membership.ts';
import { Segments } from './segments.tsx';

type AuthorFilterProps = {
  readonly value: 'mine' | undefined;
  readonly onChange: (who: 'mine' | undefined) => void;
};

/** Everyone's or only the user's own; shows nothing while the workspace has no members. */
export function AuthorFilter({ value, onChange }: AuthorFilterProps) {
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
