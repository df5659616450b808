// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TextsField } from './list-fields.tsx';

afterEach(cleanup);

test('the Enter that ends a composition adds nothing, and the next one adds the text', () => {
  const onChoose = vi.fn<(next: readonly string[]) => void>();
  render(<TextsField ref={null} label="Names" noun="name" max={5} chosen={[]} onChoose={onChoose} />);
  const field = screen.getByLabelText('Names');
  fireEvent.change(field, { target: { value: '東京' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(['東京']);
});
