import './docs.css';
// The published file as it is: it is minified already.
import swaggerUrl from 'swagger-ui-dist/swagger-ui-bundle.js?url';

/** The API reference at /docs: Swagger UI on this origin's /openapi.json. It imports nothing of the dashboard. */

type Props = Readonly<Record<string, unknown>>;
type Component = (props: Props) => unknown;
type System = {
  readonly React: { createElement(type: Component | string, props: Props, children?: unknown): unknown };
};
/** A request as Swagger UI keeps it, an Immutable.js map. */
type KeptRequest = { setIn(path: readonly string[], value: string): KeptRequest };

declare global {
  interface Window {
    SwaggerUIBundle(options: Props): void;
  }
}

const base = document.querySelector<HTMLMetaElement>('meta[name="fundscope-base"]')?.content ?? '';
const main = document.querySelector('#reference') ?? document.body;

document.querySelector('header a')?.setAttribute('href', `${base}/`);

const roles = [
  ['.close-modal', 'button', 'Close'],
  ['textarea.body-param__text', 'textbox', 'Request body'],
  ['.information-container', 'region', 'About this API'],
  ['.scheme-container', 'region', 'Authentication'],
  ['.modal-ux', 'dialog', 'Your API key'],
] as const;

new MutationObserver(repairAccess).observe(main, { childList: true, subtree: true });
show().catch(showFailure);

async function show(): Promise<void> {
  await loadScript(swaggerUrl);
  window.SwaggerUIBundle({
    url: `${base}/openapi.json`,
    domNode: main,
    deepLinking: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 3,
    tryItOutEnabled: true,
    // Its colors do not reach the contrast of 4.5:1.
    syntaxHighlight: { activated: false },
    // The key stays in this page's memory.
    persistAuthorization: false,
    // Another origin would receive the whole description.
    validatorUrl: null,
    plugins: [
      {
        wrapComponents: { curl: hideKey, DeepLink: renderPath, ServersContainer: renderNothing },
        statePlugins: { spec: { wrapActions: { updateLoadingStatus: reportFailure } } },
      },
    ],
  });
}

/** Says in plain words that there is no description, where Swagger UI would show a status. */
const reportFailure = (update: (status: string) => unknown) => (status: string) => {
  if (status === 'failed' || status === 'failedConfig') showFailure();
  return update(status);
};

function showFailure(): void {
  const text = 'The API description could not be loaded from /openapi.json. Reload the page to try again.';
  main.before(Object.assign(document.createElement('p'), { role: 'alert', textContent: text }));
  main.remove();
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src });
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

/** The cURL command is meant to be copied, so it names no key. */
function hideKey(Original: Component, { React }: System): Component {
  return (props) => {
    const request = props['request'] as KeptRequest;
    const shown = request.setIn(['headers', 'Authorization'], 'Bearer YOUR_API_KEY');
    return React.createElement(Original, { ...props, request: shown });
  };
}

/** There is one server, this one. */
const renderNothing = (): Component => () => null;

/** An operation opens by its whole row, which is a button; a link inside a button cannot be reached by keyboard. */
const renderPath =
  (_Original: Component, { React }: System): Component =>
  ({ text }) =>
    React.createElement('span', {}, text);

/** Names and keyboard access that Swagger UI leaves out. */
function repairAccess(): void {
  for (const [selector, role, name] of roles) {
    for (const element of main.querySelectorAll(selector)) {
      element.setAttribute('role', role);
      element.setAttribute('aria-label', name);
    }
  }
  for (const region of main.querySelectorAll('pre, .table-container')) region.setAttribute('tabindex', '0');
  // The title is the first heading, and the next one is of the third level.
  for (const heading of main.querySelectorAll('h3, h4, h5')) {
    heading.setAttribute('aria-level', String(Number(heading.tagName.charAt(1)) - 1));
  }
}
