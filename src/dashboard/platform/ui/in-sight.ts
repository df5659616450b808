/** Brings a control that is cut off wholly in sight; false where nothing moved because it stood there already. */
export function bringInSight(control: Element): boolean {
  const before = control.getBoundingClientRect();
  control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const after = control.getBoundingClientRect();
  return Math.hypot(after.left - before.left, after.top - before.top) > 2;
}
