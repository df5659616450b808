// These functions are serialized into the measured page, so each is self-contained.

/**
 * Writes generated deals with their companies and investors into the page's store, and lists them in the stored search.
 * @param {number} count
 * @returns {Promise<void>}
 */
export async function fillStore(count) {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  /** @template T @param {readonly T[]} list @returns {T} */
  const pick = (list) => /** @type {T} */ (list[Math.floor(random() * list.length)]);
  const toHex = () =>
    Math.floor(random() * 65536)
      .toString(16)
      .padStart(4, '0');
  const toId = () => {
    const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, toHex);
    return `${a}${b}-${c}-4${d?.slice(1)}-8${e?.slice(1)}-${f}${g}${h}`;
  };
  const words =
    'acorn battery cloud data energy forest grid harbour ion jet kite logistics market north ocean port'.split(' ');
  const toWords = (/** @type {number} */ length) => Array.from({ length }, () => pick(words)).join(' ');
  const formatTitle = () => toWords(2).replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  const parseMoment = () => new Date(1.5e12 + Math.floor(random() * 2.5e11)).toISOString();
  const places = [
    ['Berlin', 'Germany'],
    ['Zürich', 'Switzerland'],
    ['Austin', 'United States'],
    ['Lyon', 'France'],
  ];
  const toPlace = (/** @type {string | undefined} */ name) => ({ name, permalink: name?.toLowerCase() });
  const investors = Array.from({ length: Math.ceil(count / 50) }, () => ({
    id: toId(),
    name: `${formatTitle()} Capital`,
    description: toWords(12),
    domain: `${toWords(1)}.example`,
    total_deal_count: Math.floor(random() * 300),
    location: { country: toPlace('Germany') },
  }));
  const companies = Array.from({ length: Math.ceil(count / 5) }, () => {
    const [city, country] = pick(places);
    return {
      id: toId(),
      name: `${formatTitle()} ${Math.floor(random() * 1000)}`,
      domain: `${toWords(1)}.example`,
      short_description: toWords(8),
      long_description: toWords(30),
      num_employees: '11-50',
      total_raised: Math.floor(random() * 1e8),
      industries: [toPlace(pick(words)), toPlace(pick(words))],
      location: { region: toPlace('Europe'), country: toPlace(country), city: toPlace(city) },
      all_investor_ids: [pick(investors).id],
    };
  });
  const buildDeal = () => {
    const raised = random() < 0.2 ? null : Math.floor(random() * 9e5) * 100;
    const type = pick(['SEED', 'SERIES_A', 'SERIES_B', 'GRANT', 'PRE_SEED']);
    return {
      id: toId(),
      company_id: pick(companies).id,
      investor_ids: [pick(investors).id, pick(investors).id],
      angel_investor_ids: [],
      financings: [{ id: toId(), type, size_usd: raised, size_native: raised, currency: 'USD' }],
      round_type: type,
      extension: false,
      pre: false,
      intermediate: 'NONE',
      date: parseMoment(),
      created_at: parseMoment(),
      total_round_raised: raised,
      deal_descriptions: { short_description: toWords(5), long_description: toWords(18) },
      valuation: {
        type: 'POST_MONEY',
        valuation_currency: 'USD',
        valuation_usd: raised && raised * 5,
        valuation_native: null,
      },
    };
  };
  const [{ name } = { name: '' }] = (await indexedDB.databases()).filter((one) => one.name?.startsWith('fundscope-'));
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open(name ?? '');
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
  /** @type {(work: (store: IDBObjectStore) => void) => Promise<void>} */
  const write = (work) =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction('rows', 'readwrite');
      work(transaction.objectStore('rows'));
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error));
    });
  /** @type {string[]} */
  const ids = [];
  const at = Date.now() - 60_000;
  /** @type {(kind: string, length: number, make: (index: number) => { id: string }) => Promise<void>} */
  const writeAll = async (kind, length, make) => {
    for (let from = 0; from < length; from += 5000) {
      await write((store) => {
        for (let index = from; index < Math.min(length, from + 5000); index += 1) {
          const row = make(index);
          if (kind === 'deals') ids.push(row.id);
          store.put({ at, row }, [kind, row.id]);
        }
      });
    }
  };
  await writeAll('investors', investors.length, (index) => /** @type {{ id: string }} */ (investors[index]));
  await writeAll('companies', companies.length, (index) => /** @type {{ id: string }} */ (companies[index]));
  await writeAll('deals', count, buildDeal);
  await write((store) => {
    const request = store.openCursor(IDBKeyRange.bound(['answers'], ['answers', []]));
    request.addEventListener('success', () => {
      const { result } = request;
      if (!result) return;
      const { row } = result.value;
      const data = { ...row.data, ids, total: ids.length, bought: ids.length };
      result.update({ at, row: { ...row, data } });
    });
  });
  database.close();
}

/**
 * The number of rows that are not yet packed.
 * @returns {Promise<number>}
 */
export async function countLoose() {
  const [{ name } = { name: '' }] = (await indexedDB.databases()).filter((one) => one.name?.startsWith('fundscope-'));
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name ?? '');
    request.addEventListener('error', () => reject(request.error));
    request.addEventListener('success', () => {
      const count = request.result.transaction('rows').objectStore('rows').count();
      count.addEventListener('success', () => {
        request.result.close();
        resolve(count.result);
      });
    });
  });
}

/** Adds the meter to each document: time of the first painted row, frame times, and time to a repaint. */
export function installMeter() {
  const afterPaint = (/** @type {() => void} */ done) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => done());
      channel.port1.start();
      channel.port2.postMessage(0);
    });
  const bench = {
    firstRow: 0,
    /** @type {number[]} */
    frames: [],
    blank: 0,
    running: false,
    repaint: Promise.resolve(0),
    /** Records frame times, and visible rows that are missing in a frame. */
    watch() {
      const grid = document.querySelector('[role="grid"]');
      Object.assign(bench, { frames: [], blank: 0, running: true });
      let before = performance.now();
      const look = () => {
        if (!bench.running || !grid) return;
        const now = performance.now();
        bench.frames.push(now - before);
        before = now;
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', () => bench.lookForBlank(grid));
        channel.port1.start();
        channel.port2.postMessage(0);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    lookForBlank(/** @type {Element} */ grid) {
      const held = new Set(
        [...grid.querySelectorAll('[data-index]')].map((row) => Number(row.getAttribute('data-index'))),
      );
      const height = 34;
      const last = Number(grid.getAttribute('aria-rowcount')) - 2;
      const to = Math.min(last, Math.floor((grid.scrollTop + grid.clientHeight - height - 1) / height));
      for (let index = Math.floor(grid.scrollTop / height); index <= to; index += 1) {
        if (!held.has(index)) bench.blank += 1;
      }
    },
    /**
     * Sets `repaint` to the milliseconds from the next event of this type to the paint that changes what `read`
     * returns.
     */
    expectRepaint(/** @type {string} */ type, /** @type {() => unknown} */ read) {
      const before = read();
      bench.repaint = new Promise((resolve) => {
        addEventListener(
          type,
          ({ timeStamp }) => {
            const look = () =>
              read() === before
                ? requestAnimationFrame(look)
                : afterPaint(() => resolve(performance.now() - timeStamp));
            look();
          },
          { once: true, capture: true },
        );
      });
    },
  };
  Object.assign(window, { bench });
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[data-row]')) return;
    observer.disconnect();
    afterPaint(() => (bench.firstRow = performance.now()));
  });
  observer.observe(document, { childList: true, subtree: true });
}
