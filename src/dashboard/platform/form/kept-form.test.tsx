// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { forgetDrafts } from './kept-draft.ts';
import { useKeptForm } from './kept-form.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const user = userEvent.setup();

type Fields = { name: string; note: string; tags: string[] };

function Form({ saved, onSave }: { readonly saved: Fields; readonly onSave?: () => void }) {
  const { form, notice, forget } = useKeptForm<Fields, Fields>('test', { defaultValues: saved, first: 'name' });
  const save = () => {
    forget();
    onSave?.();
  };
  return (
    <form>
      {notice}
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="Note" {...form.register('note')} />
      <button type="button" onClick={() => form.setValue('tags', ['seed'])}>
        Tag
      </button>
      <output aria-label="Tags">{form.watch('tags').join()}</output>
      <button type="button" onClick={save}>
        Save
      </button>
    </form>
  );
}

const saved: Fields = { name: 'Kenya', note: '', tags: [] };
const open = (fields = saved) => render(<Form saved={fields} />);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const notice = () => screen.queryByText('Unsaved changes restored.');

test('what was changed is there when the form opens again, over what is saved by then', async () => {
  const first = open();
  await user.type(field('Name'), ' seed');
  await press('Tag');
  expect(notice()).toBeNull();
  first.unmount();
  open({ ...saved, note: 'By a colleague' });
  expect([field('Name').value, field('Note').value]).toEqual(['Kenya seed', 'By a colleague']);
  expect(field('Tags').textContent).toBe('seed');
  expect(notice()).not.toBeNull();
});

test('changes are discarded by a press, and forgotten once they are saved or taken back', async () => {
  const first = open();
  await user.type(field('Name'), ' seed');
  first.unmount();
  const second = open();
  await press('Discard changes');
  expect(field('Name').value).toBe('Kenya');
  expect(document.activeElement).toBe(field('Name'));
  expect(notice()).toBeNull();
  await user.type(field('Note'), 'x');
  await press('Save');
  second.unmount();
  const third = open();
  expect([field('Note').value, notice()]).toEqual(['', null]);
  await user.type(field('Note'), 'x{Backspace}');
  third.unmount();
  open();
  expect(notice()).toBeNull();
});

test('a text is forgotten once it is emptied, and when all forms are', async () => {
  open();
  await user.type(field('Note'), 'x{Backspace}');
  expect(sessionStorage).toHaveLength(0);
  await user.type(field('Note'), 'Birchscale');
  expect(sessionStorage).toHaveLength(1);
  forgetDrafts();
  expect(sessionStorage).toHaveLength(0);
});
