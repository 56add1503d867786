import { join } from 'node:path'
import { assetsPath } from './build-client'

const yearSeconds = 31_536_000
/** Names carry a hash, made by our build; anything else is no asset, whatever it tries to reach. */
const assetName = /^[A-Za-z0-9][A-Za-z0-9._-]*-[A-Za-z0-9]{6,13}\.[a-z0-9]+(\.map)?$/

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  json: 'application/json',
  map: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  txt: 'text/plain; charset=utf-8',
}

/** Answers `/assets/*` from the built folder; undefined for every other address. */
export function createStaticAssets(folder: string) {
  return async function answer(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith(assetsPath)) return undefined
    const name = pathname.slice(assetsPath.length)
    const type = types[name.split('.').at(-1) ?? '']
    const readable = request.method === 'GET' || request.method === 'HEAD'
    if (!readable || !type || !assetName.test(name) || !(await Bun.file(join(folder, name)).exists())) return missing()

    // The name changes with the content, so it is its own validator.
    const headers = new Headers({
      'content-type': type,
      'cache-control': `public, max-age=${yearSeconds}, immutable`,
      'x-content-type-options': 'nosniff',
      etag: `"${name}"`,
      vary: 'Accept-Encoding',
    })
    if (request.headers.get('if-none-match')?.includes(`"${name}"`)) return new Response(null, { status: 304, headers })
    const { file, encoding } = await smallest(folder, name, request.headers.get('accept-encoding') ?? '')
    if (encoding) headers.set('content-encoding', encoding)
    return new Response(request.method === 'HEAD' ? null : file, { headers })
  }
}

async function smallest(folder: string, name: string, accepted: string) {
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!accepts(accepted, encoding)) continue
    const file = Bun.file(join(folder, name + ending))
    if (await file.exists()) return { file, encoding }
  }
  return { file: Bun.file(join(folder, name)), encoding: undefined }
}

function accepts(header: string, encoding: string) {
  return header.split(',').some((part) => {
    const [name, quality] = part.trim().split(';')
    return name?.trim() === encoding && !/q=0(\.0*)?$/.test(quality?.trim() ?? '')
  })
}

function missing() {
  return Response.json({ error: 'ERR_NOT_FOUND', message: 'No such file' }, { status: 404 })
}
