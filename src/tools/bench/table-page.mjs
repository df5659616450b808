// This function is serialized into the measured page, so it is self-contained.

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
      const height = 36;
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
