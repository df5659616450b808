// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useState } from 'react';
import { DayField } from './day-field.tsx';

const days: string[] = [];

afterEach(cleanup);

function Field({ first, isRequired = false }: { readonly first: string; readonly isRequired?: boolean }) {
  const [value, setValue] = useState(first);
  return (
    <DayField
      label="Date"
      value={value}
      isRequired={isRequired}
      max="2026-11-29"
      onDay={(day) => {
        days.push(day);
        setValue(day);
      }}
    />
  );
}

const type = (text: string) => {
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Date' });
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
  return { shown: field.value, said: field.getAttribute('aria-describedby'), taken: days.splice(0) };
};

test('a day is shown as everywhere, and typed in that form or as in files', () => {
  render(<Field first="2026-11-03" />);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('3 Nov 2026');
  expect(type('2026-11-05')).toMatchObject({ shown: '5 Nov 2026', said: null, taken: ['2026-11-05'] });
  expect(type('6 Nov 2026')).toMatchObject({ shown: '6 Nov 2026', said: null, taken: ['2026-11-06'] });
  expect(type('')).toMatchObject({ shown: '', taken: [''] });
});

test.each([
  ['half a day', '6 Nov', 'Write the day as 3 Nov 2026 or 2026-11-03.'],
  ['a day that does not exist', '2026-02-30', 'Write the day as 3 Nov 2026 or 2026-11-03.'],
  ['a day beyond the last one', '2026-12-01', 'Choose a day up to 29 Nov 2026.'],
  ['no day where one is needed', '', 'Write a day, such as 3 Nov 2026.'],
])('%s stays as it was typed, changes nothing and says what is wrong', (_, text, problem) => {
  render(<Field first="2026-11-03" isRequired />);
  const { shown, said, taken } = type(text);
  expect({ shown, taken, problem: document.getElementById(said ?? '')?.textContent }).toEqual({
    shown: text,
    taken: [],
    problem,
  });
});
