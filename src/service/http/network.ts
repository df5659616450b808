import { isIPv6 } from 'node:net';

/**
 * The network that counts as one caller without a key: an IPv4 address, or the /64 network of an IPv6 address, because
 * one line gets a whole one. An IPv4-mapped address is IPv4; other text stays as it is.
 */
export function toNetwork(address: string): string {
  const [host = ''] = address.split('%');
  if (!isIPv6(host)) return address;
  const groups = expandGroups(new URL(`http://[${host}]`).hostname.slice(1, -1));
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address, of which `::` shortens zeros. */
function expandGroups(address: string): number[] {
  const [start = [], end = []] = address
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  return [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end];
}
