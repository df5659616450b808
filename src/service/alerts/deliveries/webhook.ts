import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import { buildSlackBody, buildTeamsBody } from './message-formats.ts';
import type { DeliveryMessage } from './send.ts';

// In total less than the time for which a message stays claimed.
const [connectMs, answerMs] = [10_000, 20_000];

/** Creates the sender of webhooks. It reaches private addresses only in `allowed` addresses and networks. */
export function createWebhookSender(allowed: readonly string[], publicUrl: string) {
  const isAllowed = createAddressCheck(allowed);
  const agent = new Agent({ connect: { timeout: connectMs, lookup: createCheckedLookup(isAllowed) } });
  const send = async (message: DeliveryMessage): Promise<void> => {
    const url = new URL(message.target);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowed(host)) throw new Error(describeBlocked(host));
    const body = JSON.stringify(buildBody(message, publicUrl));
    const { statusCode, body: answer } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Fundscope', ...sign(message, body) },
      body,
      dispatcher: agent,
      signal: AbortSignal.timeout(connectMs + answerMs),
    });
    await answer.dump();
    if (statusCode >= 200 && statusCode < 300) return;
    const why = statusCode >= 300 && statusCode < 400 ? ' Redirects are not followed.' : '';
    throw new Error(`The receiver answered with status ${statusCode}.${why}`);
  };
  return { send, close: () => agent.close() };
}

function buildBody({ format, contents }: DeliveryMessage, publicUrl: string): object {
  if (format === 'slack') return buildSlackBody(contents, publicUrl);
  if (format === 'teams') return buildTeamsBody(contents, publicUrl);
  return { type: 'deals.matched', timestamp: contents.scheduled_at, data: contents };
}

/** The headers of Standard Webhooks; a receiver drops duplicates by `webhook-id`. */
function sign({ id, format, secret }: DeliveryMessage, body: string): Record<string, string> {
  if (format !== 'webhook') return {};
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
}

const describeBlocked = (address: string): string =>
  `${address} is a private address. Add it to FUNDSCOPE_WEBHOOKS_ALLOW to send there.`;

/** Checks the addresses that the connection then uses, so that DNS cannot give other ones in between. */
const createCheckedLookup =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const wrong = addresses.find(({ address }) => !isAllowed(address));
      if (wrong) return callback(new Error(describeBlocked(wrong.address)), []);
      const [first] = addresses;
      return options.all || !first ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

/** Networks that are not on the public internet (IANA special-purpose registries), and those that can lead to them. */
const privateNetworks =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ' +
  '::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8';

/** Checks addresses: public ones pass, private ones only if they are in `allowed`. */
export function createAddressCheck(allowed: readonly string[]): (address: string) => boolean {
  const closed = buildBlockList(privateNetworks.split(' '));
  const open = buildBlockList(allowed);
  return (address) => {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return open.check(address, family) || !closed.check(address, family);
  };
}

function buildBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}
