import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createMailSender } from './email.ts';
import { buildMessageText } from './message-formats.ts';
import { type DeliveryMessage, describeFailure } from './send.ts';
import { createAddressCheck, createWebhookSender } from './webhook.ts';

const publicUrl = 'https://funding.example/desk';

const message: DeliveryMessage = {
  id: '0d9e6f9e-3f5c-4a44-9b50-4b1c9d4b7f10',
  format: 'webhook',
  target: '',
  secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
  token: 'stop-token',
  contents: {
    delivery: { id: '1d9e6f9e-3f5c-4a44-9b50-4b1c9d4b7f10', name: 'Monday <digest>' },
    scheduled_at: '2026-03-02T08:00:00.000Z',
    late: true,
    test: false,
    deals: [
      {
        id: '2d9e6f9e-3f5c-4a44-9b50-4b1c9d4b7f10',
        company_name: 'Acme & <Sons>',
        round_type: 'SERIES_A',
        round_name: 'Series A',
        total_round_raised: 12_500_000,
        date: '2026-03-01T00:00:00.000Z',
        location: { city: 'Berlin', country: 'Germany' },
        deal_short_description: null,
        company_website: null,
        alerts: [{ id: '3d9e6f9e-3f5c-4a44-9b50-4b1c9d4b7f10', name: 'DACH', reasoning: 'Matched.' }],
      },
    ],
  },
};

type Received = { url: string; headers: Record<string, string>; body: string };
const received: Received[] = [];
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ url: request.url ?? '', headers: request.headers as Record<string, string>, body });
    if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' });
    else response.writeHead(request.url === '/broken' ? 500 : 204);
    response.end();
  });
});
let port = 0;
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  ({ port } = receiver.address() as AddressInfo);
});
afterAll(() => receiver.close());

describe('a webhook', () => {
  const { send, close } = createWebhookSender(['127.0.0.1'], publicUrl);
  afterAll(close);
  const sendTo = async (path: string, more: Partial<DeliveryMessage> = {}) =>
    send({ ...message, target: `http://127.0.0.1:${port}${path}`, ...more });

  it('is verified by its signature, and has the id by which duplicates are dropped', async () => {
    await sendTo('/signed');
    const { headers, body } = received.at(-1)!;
    expect(headers['webhook-id']).toBe(message.id);
    expect(new Webhook(message.secret).verify(body, headers)).toMatchObject({
      type: 'deals.matched',
      data: { late: true, deals: [{ company_name: 'Acme & <Sons>' }] },
    });
    expect(() => new Webhook(message.secret).verify(`${body} `, headers)).toThrow('signature');
  });

  it('that is redirected fails, and the redirect is not followed', async () => {
    await expect(sendTo('/moved')).rejects.toThrow('status 302. Redirects are not followed.');
    expect(received.map(({ url }) => url)).not.toContain('/elsewhere');
  });

  it('fails with the status of the receiver', async () => {
    await expect(sendTo('/broken')).rejects.toThrow('status 500.');
  });

  it('to a port that nothing listens on fails with a sentence', async () => {
    const target = 'http://127.0.0.1:1/hook';
    const problem = '127.0.0.1:1 refused the connection.';
    await expect(send({ ...message, target }).catch(describeFailure)).resolves.toBe(problem);
  });

  it.each(['slack', 'teams'] as const)(
    'of format %s is unsigned, links to the dashboard and escapes names',
    async (format) => {
      await sendTo('/chat', { format });
      const { headers, body } = received.at(-1)!;
      expect(headers['webhook-signature']).toBeUndefined();
      expect(body).toContain(`${publicUrl}/alerts?period=review&open=${message.contents.deals[0]!.id}`);
      expect(body).toContain('Series A, $12.5M, Berlin, Germany, 1 Mar 2026');
      expect(body).toContain('Sent late: Fundscope was not running on 2 Mar 2026, 08:00 UTC.');
      if (format === 'slack') expect(body).toContain('Acme &amp; &lt;Sons&gt;');
    },
  );
});

test.each([
  [12_500_000, [], '$12.5M'],
  [null, [{ currency: 'EUR', amount: 12_500_000 }], 'EUR 12.5M'],
  [null, [], 'undisclosed'],
])('a round of %d dollars, %j reads %s', (total_round_raised, raised_native, amount) => {
  const [deal] = message.contents.deals;
  const contents = { ...message.contents, deals: [{ ...deal!, total_round_raised, raised_native }] };
  expect(buildMessageText(contents).deals[0]?.facts).toBe(`Series A, ${amount}, Berlin, Germany, 1 Mar 2026`);
});

describe('a private address', () => {
  const { send, close } = createWebhookSender([], publicUrl);
  afterAll(close);

  it.each(['127.0.0.1', 'localhost', '0x7f.1', '[::ffff:127.0.0.1]', '[::1]', '0.0.0.0', '2130706433'])(
    'receives nothing as %s',
    async (host) => {
      const before = received.length;
      const sending = send({ ...message, target: `http://${host}:${port}/private` });
      await expect(sending).rejects.toThrow('is a private address. Add it to FUNDSCOPE_WEBHOOKS_ALLOW');
      expect(received).toHaveLength(before);
    },
  );

  it.each([
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.0.1',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
  ])('%s is rejected unless it is allowed', (address) => {
    expect(createAddressCheck([])(address)).toBe(false);
    expect(createAddressCheck(['10.0.0.0/8'])(address)).toBe(/10\.\d+\.\d+\.\d+$/.test(address));
  });

  it.each(['93.184.216.34', '172.32.0.1', '2606:2800:220:1::1'])('%s is public', (address) => {
    expect(createAddressCheck([])(address)).toBe(true);
  });
});

describe('an email', () => {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      callback(address.startsWith('nobody@') ? new Error('no such user') : undefined);
    },
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      void text(stream).then((contents) => mails.push({ to, text: contents }));
      stream.once('end', () => callback());
    },
  });
  let smtpPort = 0;
  beforeAll(async () => {
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    ({ port: smtpPort } = listening.address() as AddressInfo);
  });
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

  it('arrives as text and HTML for light and dark, with links to the deals and to stop it by one click', async () => {
    const { send, close } = createMailSender(
      { url: `smtp://127.0.0.1:${smtpPort}`, from: 'Fundscope <a@b.example>' },
      publicUrl,
    );
    await send({ ...message, format: 'email', target: 'ada@example.com' });
    close();
    const [mail] = mails;
    expect(mail!.to).toEqual(['ada@example.com']);
    // Without the line breaks of long lines.
    const raw = mail!.text.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('\r\n ', ' ');
    expect(raw).toContain(`List-Unsubscribe: <${publicUrl}/account/unsubscribe/stop-token>`);
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(raw).toContain(`Message-ID: <${message.id}@funding.example>`);
    expect(raw).toContain('Content-Type: text/plain');
    expect(raw).toContain('Content-Type: text/html');
    expect(raw).toContain('prefers-color-scheme: dark');
    expect(raw).toContain('Acme & <Sons>\r\nSeries A, $12.5M, Berlin, Germany, 1 Mar 2026');
    expect(raw).toContain('<strong>Acme &#38; &#60;Sons&#62;</strong>');
    expect(raw).toContain(`${publicUrl}/alerts?period=review&open=`);
  });

  it('has a subject without the words of a user, and the mail that asks to confirm an address has none at all', async () => {
    mails.length = 0;
    const settings = { url: `smtp://127.0.0.1:${smtpPort}`, from: 'Fundscope <a@b.example>' };
    const { send, confirm, close } = createMailSender(settings, publicUrl);
    const delivery = { ...message.contents.delivery, name: 'Your parcel waits at http://evil.example' };
    await send({ ...message, format: 'email', target: 'ada@example.com', contents: { ...message.contents, delivery } });
    await confirm({ address: 'ada@example.com', token: 'confirm-token' });
    close();
    const subjects = mails.map((mail) => /^Subject: (.*)$/m.exec(mail.text)?.[1]);
    expect(subjects).toEqual(['1 new deal matches your alerts', 'Confirm this address for deal alerts']);
    expect(mails[1]).toMatchObject({ to: ['ada@example.com'] });
    expect(mails[1]!.text.replaceAll('=\r\n', '')).toContain(`${publicUrl}/account/confirm/confirm-token`);
    expect(mails[1]!.text).not.toContain('evil');
  });

  it('to an unknown mailbox fails with the answer of the mail server', async () => {
    const { send, close } = createMailSender({ url: `smtp://127.0.0.1:${smtpPort}`, from: 'a@b.example' }, publicUrl);
    const sent = send({ ...message, format: 'email', target: 'nobody@example.com' });
    await expect(sent.catch(describeFailure)).resolves.toBe('The mail server rejected the mailbox: 550 no such user.');
    close();
  });

  it('to a mail server that never finishes its answer fails in time, and the connection is closed', async () => {
    const closed: Promise<unknown>[] = [];
    const slow = createTcpServer((socket) => {
      socket.write('220 ready\r\n');
      // Each line counts as activity on the connection.
      const writing = setInterval(() => socket.write('250-line\r\n'), 20);
      socket.on('error', () => undefined).resume();
      closed.push(once(socket, 'close').then(() => clearInterval(writing)));
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const { port: slowPort } = slow.address() as AddressInfo;
    const settings = { url: `smtp://127.0.0.1:${slowPort}`, from: 'a@b.example' };
    const { send, close } = createMailSender(settings, publicUrl, 300);
    const sent = send({ ...message, format: 'email', target: 'ada@example.com' });
    await expect(sent.catch(describeFailure)).resolves.toBe('The server did not answer in time.');
    await Promise.all(closed);
    close();
    slow.close();
  });
});

test.each([
  ['getaddrinfo ENOTFOUND hook.example', 'No server has the name hook.example.'],
  ['getaddrinfo EAI_AGAIN hook.example', 'The name hook.example could not be looked up.'],
  ['read ECONNRESET', 'The server closed the connection.'],
  ['The operation was aborted due to timeout', 'The server did not answer in time.'],
  ['The receiver answered with status 500.', 'The receiver answered with status 500.'],
])('%s is reported as a sentence', (error, problem) => {
  expect(describeFailure(new Error(error))).toBe(problem);
});
