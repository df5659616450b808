// Shows the frame and a screen out of the document (src/tools/build/built-page.ts) until the dashboard takes
// their place. They only fill the wait: nobody can use them, and a screen reader does not read them.
(() => {
  const find = (screen) =>
    [...document.querySelectorAll(`template[data-screen="${screen}"]`)]
      .find(({ dataset }) => matchMedia(dataset.media).matches)
      ?.content.cloneNode(true);
  const frame = find('frame');
  if (!frame) return;
  const base = document.querySelector('meta[name="fundscope-base"]')?.content ?? '';
  const { hash, pathname, search } = location;
  const [path, query] = hash ? hash.slice(1).split('?') : [pathname.slice(base.length), search];
  frame.querySelector(`nav a[href$="${CSS.escape(path)}"]`)?.setAttribute('aria-current', 'page');
  const screen = find(path.replaceAll('/', ''));
  // With parameters a screen shows something else: mostly rows.
  if (screen && !query) frame.querySelector('main').append(screen);
  let isFirst = true;
  try {
    isFirst = localStorage.getItem('fundscope.account') === null;
  } catch {
    // Storage is not available: every visit counts as the first.
  }
  if (!isFirst) for (const part of frame.querySelectorAll('[data-first-visit]')) part.remove();
  const place = Object.assign(document.createElement('div'), { inert: true, ariaHidden: 'true' });
  place.style.display = 'contents';
  place.append(frame);
  document.getElementById('root').append(place);
})();
