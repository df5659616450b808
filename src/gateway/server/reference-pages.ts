import type { FastifyInstance } from 'fastify';
import type { MarkdownPage } from '../reference/markdown-pages.ts';

/** Serves /llms.txt and the API reference as Markdown, without a key. Built at the first request: few clients need it. */
export function registerReferencePages(app: FastifyInstance, base = ''): void {
  let pages: readonly MarkdownPage[] | undefined;
  const readPages = async () => {
    const { buildMarkdownPages } = await import('../reference/markdown-pages.ts');
    return (pages ??= buildMarkdownPages());
  };
  app.get('/llms.txt', async (_request, reply) => {
    const { buildLlmsText } = await import('../reference/markdown-pages.ts');
    return reply.type('text/plain; charset=utf-8').send(buildLlmsText(await readPages(), base));
  });
  app.get<{ Params: { page: string } }>('/docs/:page', async ({ params }, reply) => {
    const page = (await readPages()).find(({ name }) => name === params.page);
    if (!page) return reply.code(404).type('text/plain').send('There is no such page of the API reference.');
    return reply.type('text/markdown; charset=utf-8').send(page.text);
  });
}
