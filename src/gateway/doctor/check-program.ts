import { nodeRange, version } from '../project.ts';
import { type CheckFinding, failCheck, passCheck } from './check-finding.ts';

/** Checks the version of Node. */
export function checkProgram(node = process.versions.node): CheckFinding {
  if (!isInRange(node, nodeRange)) {
    return failCheck('program', `This is Node ${node}; Fundscope needs ${nodeRange}.`, 'Install a newer Node.');
  }
  return passCheck('program', `Fundscope ${version} on Node ${node}`);
}

/** Whether a version is in a range of `^1.2.3` and `>=1.2.3`, joined by `||`. */
function isInRange(text: string, range: string): boolean {
  const [major = 0, minor = 0] = text.split('.').map(Number);
  return range.split('||').some((part) => {
    const [, sign, oldestMajor, oldestMinor] = /^\s*(\^|>=)(\d+)\.(\d+)/.exec(part) ?? [];
    if (major === Number(oldestMajor)) return minor >= Number(oldestMinor);
    return sign === '>=' && major > Number(oldestMajor);
  });
}
