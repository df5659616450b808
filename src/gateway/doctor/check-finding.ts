import { StartError } from '../../service/db/start-error.ts';

/** The result of one check: what was found and, for a problem, what to do. */
export type CheckFinding = {
  readonly name:
    'program' | 'settings' | 'folder' | 'disk' | 'database' | 'replica' | 'clock' | 'key' | 'upstream' | 'port';
  readonly ok: boolean;
  readonly message: string;
  readonly remedy?: string;
};

/** A check that found nothing wrong. */
export const passCheck = (name: CheckFinding['name'], message: string): CheckFinding => ({ name, ok: true, message });

/** A check that found a problem. */
export const failCheck = (name: CheckFinding['name'], message: string, remedy: string): CheckFinding => ({
  name,
  ok: false,
  message,
  remedy,
});

/** Runs a check; an error is the problem that it found. */
export async function runCheck<T extends CheckFinding | readonly CheckFinding[]>(
  name: CheckFinding['name'],
  check: () => T | Promise<T>,
): Promise<T | CheckFinding> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof StartError) return failCheck(name, error.message, error.remedy);
    const { code, message } = error as { code?: string; message?: string };
    return failCheck(name, `This check failed: ${message} (${code ?? 'no code'}).`, 'Solve the other problems first.');
  }
}

const maxClockSeconds = 5;

/** Compares the clock of this machine with another one; `aheadMs` is how far this one is ahead. */
export function checkClock(aheadMs: number, other: string): CheckFinding {
  const seconds = Math.abs(aheadMs / 1000).toFixed(1);
  const message = `This machine's clock is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} that of ${other}.`;
  return Math.abs(aheadMs) <= maxClockSeconds * 1000
    ? passCheck('clock', message)
    : failCheck('clock', message, 'Set both clocks by a time server, for example with timedatectl set-ntp true.');
}
