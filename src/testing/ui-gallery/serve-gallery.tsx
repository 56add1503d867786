import { join } from 'node:path'
import { renderToString } from 'react-dom/server'
import { Gallery } from './gallery'

const web = join(import.meta.dir, '../../../web')

/** Serves all shared components on one page, rendered on the server and hydrated. Built in memory; nothing is written. */
async function serveGallery(port = 0) {
  const files = await build()
  const html = renderToString(<Gallery />)
  return Bun.serve({
    port,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      const file = files.get(pathname)
      if (file) return new Response(file)
      if (pathname !== '/') return new Response(null, { status: 404 })
      const theme = searchParams.get('theme') === 'dark' ? 'dark' : 'light'
      return new Response(page(html, theme), { headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
  })
}

async function build() {
  const files = new Map<string, Blob>()
  const code = await Bun.build({
    entrypoints: [join(import.meta.dir, 'gallery-client.tsx')],
    target: 'browser',
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  const styles = await Bun.build({
    entrypoints: [join(web, 'styles/app.css'), join(web, 'styles/screens.css'), join(import.meta.dir, 'gallery.css')],
  })
  for (const output of [...code.outputs, ...styles.outputs]) files.set(`/${output.path.split('/').at(-1)}`, output)
  return files
}

function page(html: string, theme: string) {
  return `<!doctype html>
<html lang="pt-BR" data-theme="${theme}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>UI</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/app.css"><link rel="stylesheet" href="/screens.css"><link rel="stylesheet" href="/gallery.css"></head>
<body><div id="root">${html}</div><script type="module" src="/gallery-client.js"></script></body>
</html>`
}

if (import.meta.main) console.log(`${(await serveGallery(Number(Bun.env['GALLERY_PORT'] ?? 4100))).url}`)
