import { watch } from 'node:fs'
import { join } from 'node:path'
import type { ClientBuild, ClientManifest } from './build-client'
import { staticPlugin } from '@elysiajs/static'
import { policyEnd } from '../kernel/http/answer-headers'
import { assetsPath, isAssetAddress, offlinePath, workerPath } from './asset-names'
import { readShippedBuild } from './shipped-build'

export interface ClientFiles {
  manifest(): ClientManifest
  answer(request: Request): Promise<Response | undefined>
  stop(): void
}

export interface ClientFilesOptions {
  root: string
  production: boolean
  onRebuilt?: (error: unknown) => void
}

const settleMs = 60

export async function openClientFiles({ root, production, onRebuilt }: ClientFilesOptions): Promise<ClientFiles> {
  const build = Bun.isStandaloneExecutable ? readShippedBuild : (await import('./build-client')).buildClient
  let { manifest, folders } = await build({ root, production })
  const answerOf = (built: ClientBuild) => answerAlone(createStaticAssets(built.folders), built.manifest)
  let answer = answerOf({ manifest, folders })
  let timer: ReturnType<typeof setTimeout> | undefined

  async function rebuild() {
    try {
      const rebuilt = await build({ root, production })
      answer = answerOf(rebuilt)
      manifest = rebuilt.manifest
      onRebuilt?.(undefined)
    } catch (error) {
      // A build with errors keeps the earlier one.
      onRebuilt?.(error)
    }
  }

  const watcher = production
    ? undefined
    : watch(join(root, 'web'), { recursive: true }, () => {
        clearTimeout(timer)
        timer = setTimeout(() => void rebuild(), settleMs)
      })

  return {
    manifest: () => manifest,
    answer: (request) => answer(request),
    stop() {
      clearTimeout(timer)
      watcher?.close()
    },
  }
}

/** Browsers ask for the service worker again at each visit, and run a changed one instead of the earlier. */
function answerAlone(answer: ReturnType<typeof createStaticAssets>, { worker, offline }: ClientManifest) {
  return async function (request: Request) {
    const url = new URL(request.url)
    if (url.pathname === offlinePath) return offlineDocument(offline)
    if (url.pathname !== workerPath) return answer(request)
    const response = await answer(new Request(new URL(worker, url), request))
    response?.headers.set('Cache-Control', 'no-cache')
    response?.headers.set(
      'Content-Security-Policy',
      `default-src 'none'; connect-src 'self'; img-src 'self'; object-src 'none'; ${policyEnd}`,
    )
    return response
  }
}

const offlinePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  'img-src data: blob:',
  'media-src blob:',
  "connect-src 'self'",
  "object-src 'none'",
  policyEnd,
]

/** Says nothing of anybody: what it shows is in the browser. */
function offlineDocument({ script, styles }: ClientManifest['offline']) {
  const text = `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>Recado</title>
<link rel="stylesheet" href="${styles}">
<link rel="icon" href="data:,">
<script src="${script}" defer></script>
</head>
<body>
<div id="offline"></div>
</body>
</html>
`
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': offlinePolicy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
  }
  return new Response(text, { headers })
}

const yearSeconds = 31_536_000

/** Names contain a hash. */
const headers = {
  'Cache-Control': `public, max-age=${yearSeconds}, immutable`,
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
}

const variants = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const

/** Every file is its own route: no path is read from an address. Undefined for others. */
export function createStaticAssets(folders: readonly string[]) {
  const builds = folders.map(openLater)
  return async function answer(request: Request): Promise<Response | undefined> {
    if (!isAssetAddress(request.url)) return undefined
    for (const build of builds) {
      const response = await (await build())(request)
      if (response.status !== 404) return response
    }
    return missing()
  }
}

function openLater(folder: string) {
  let opened: ReturnType<typeof openBuild> | undefined
  return () => (opened ??= openBuild(folder))
}

async function openBuild(folder: string) {
  const files = await staticPlugin({
    assets: folder,
    prefix: assetsPath.slice(0, -1),
    alwaysStatic: true,
    staticLimit: Infinity,
    indexHTML: false,
    ignorePatterns: [/manifest\.json$/],
    headers,
  })

  return async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const { method, headers: requested } = request
    const ask = (ending: string) =>
      files.handle(new Request(`http://localhost${pathname}${ending}`, { method, headers: requested }))
    for (const { encoding, ending } of variants) {
      const response = acceptsEncoding(request, encoding) ? await ask(ending) : undefined
      if (!response || response.status === 404) continue
      response.headers.set('Content-Encoding', encoding)
      response.headers.set('Content-Type', Bun.file(pathname).type)
      return response
    }
    return ask('')
  }
}

function missing() {
  return Response.json({ error: 'ERR_NOT_FOUND', message: 'No such file' }, { status: 404 })
}

/** Browsers send thirty characters. */
const acceptLengthMax = 200

export function acceptsEncoding(request: Request, encoding: 'br' | 'gzip') {
  const header = (request.headers.get('accept-encoding') ?? '').slice(0, acceptLengthMax)
  return header.split(',').some((part) => {
    const [name, quality] = part.trim().split(';')
    return name?.trim() === encoding && !/q=0(\.0*)?$/.test(quality?.trim() ?? '')
  })
}
