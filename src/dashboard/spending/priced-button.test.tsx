// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { reportMetered } from '../platform/http/connection.ts';
import { queryClient } from '../platform/http/query-client.ts';
import { useListedActions } from '../platform/ui/use-screen-actions.ts';
import { LoadButton } from './load-button.tsx';
import { PricedButton } from './priced-button.tsx';
import type { SpendAuthorization } from './spend-authorization.ts';

afterEach(() => {
  reportMetered(true);
  cleanup();
  queryClient.clear();
});

/** As the command palette does: a row for each action, with its price. */
const Actions = () =>
  useListedActions().map(({ name, tenths, run }) => (
    <button key={name} type="button" onClick={run}>{`Run ${name} for ${tenths}`}</button>
  ));

type PartsProps = { readonly tenths: number; readonly disabled?: boolean };

function renderButton({ tenths, disabled = false }: PartsProps) {
  const onConfirm = vi.fn<(authorization: SpendAuthorization) => void>();
  const build = (price: number) => (
    <QueryClientProvider client={queryClient}>
      <PricedButton isListed tenths={price} disabled={disabled} onConfirm={onConfirm}>
        Load rows
      </PricedButton>
      <Actions />
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(build(tenths));
  return { onConfirm, unmount, changePrice: (price: number) => rerender(build(price)) };
}

const listed = () => screen.queryAllByRole('button', { name: /^Run / }).map(({ textContent }) => textContent);

describe('a priced button in the command palette', () => {
  test('shows the price of the button, also after it changed, and is gone with the button', () => {
    const { changePrice, unmount } = renderButton({ tenths: 250 });
    expect(listed()).toEqual(['Run Load rows for 250']);
    changePrice(100);
    expect(listed()).toEqual(['Run Load rows for 100']);
    unmount();
    render(<Actions />);
    expect(listed()).toEqual([]);
  });

  test('is absent while the button cannot be pressed', () => {
    renderButton({ tenths: 250, disabled: true });
    expect(listed()).toEqual([]);
  });

  test('spends exactly what the row shows', () => {
    const { onConfirm } = renderButton({ tenths: 250 });
    fireEvent.click(screen.getByRole('button', { name: /^Run / }));
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(onConfirm.mock.calls[0]?.[0].leftTenths).toBe(250);
  });

  test('asks as the button does above 50 credits', async () => {
    const { onConfirm } = renderButton({ tenths: 510 });
    fireEvent.click(screen.getByRole('button', { name: /^Run / }));
    const confirm = await screen.findByRole('button', { name: 'Spend up to 51 credits' });
    expect(onConfirm).not.toHaveBeenCalled();
    fireEvent.click(confirm);
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});

test('a priced button has no price where nothing is charged, asks nothing, and its authorization covers nothing', () => {
  reportMetered(false);
  const { onConfirm } = renderButton({ tenths: 9990 });
  const button = screen.getByRole('button', { name: 'Load rows' });
  expect(button.textContent).toBe('Load rows');
  fireEvent.click(button);
  expect(onConfirm.mock.calls[0]?.[0].leftTenths).toBe(0);
});

describe('what a load button unlocks', () => {
  const renderLoad = (onLoad: (authorization: SpendAuthorization) => Promise<unknown>) =>
    render(
      <QueryClientProvider client={queryClient}>
        <LoadButton tenths={10} onLoad={onLoad}>
          Unlock this company
        </LoadButton>
      </QueryClientProvider>,
    );

  test('is loaded at once and once where nothing is charged, also after a failure', async () => {
    reportMetered(false);
    const onLoad = vi
      .fn<(authorization: SpendAuthorization) => Promise<unknown>>()
      .mockRejectedValue(new Error('Lost'));
    renderLoad(onLoad);
    await screen.findByText('Lost');
    expect(onLoad).toHaveBeenCalledOnce();
    expect(onLoad.mock.calls[0]?.[0].leftTenths).toBe(0);
  });

  test('waits for a press where it is charged', () => {
    const onLoad = vi.fn<() => Promise<unknown>>();
    renderLoad(onLoad);
    expect(screen.getByRole('button', { name: /^Unlock this company/ }).textContent).toContain('1 credit');
    expect(onLoad).not.toHaveBeenCalled();
  });
});
