export function Configurations() {
  return null;
}
