import { createHash } from 'node:crypto'
import { directPath, findBlob, mediaUrl, storeBlob } from './media-store'
import type { World } from '../account/world'

/** Authentication token handed out with `media_conn` and required on uploads. */
export const MEDIA_AUTH = 'loopback-media-auth'

/** Serves media over plain http: uploads on `/mms/...`, downloads on the paths handed out. Undefined for other paths. */
export async function answerMediaRequest(world: World, request: Request): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  if (request.method === 'POST' && /^\/(mms|product|pps)\//.test(pathname)) {
    return acceptUpload(world, pathname, searchParams, request)
  }
  if (request.method === 'GET' && pathname.startsWith('/v/')) return serveBlob(world, pathname, request)
  return undefined
}

async function acceptUpload(
  world: World,
  pathname: string,
  query: URLSearchParams,
  request: Request,
): Promise<Response> {
  if (world.faults.uploadStatus) return new Response(null, { status: world.faults.uploadStatus })
  if (query.get('auth') !== MEDIA_AUTH) return new Response(null, { status: 401 })
  const bytes = Buffer.from(await request.arrayBuffer())
  const digest = createHash('sha256').update(bytes).digest('base64url')
  const announced = decodeURIComponent(pathname.split('/').at(-1) ?? '').replace(/=+$/, '')
  if (announced !== digest) return Response.json({ error: 'hash mismatch' }, { status: 400 })
  const path = storeBlob(world, bytes)
  world.store.flush()
  return Response.json({ url: mediaUrl(path), direct_path: directPath(path) })
}

function serveBlob(world: World, pathname: string, request: Request): Response {
  if (world.faults.downloadStatus) return new Response(null, { status: world.faults.downloadStatus })
  const blob = findBlob(world, pathname)
  if (!blob) return new Response(null, { status: 404 })
  if (blob.expired) return new Response(null, { status: 410 })
  const bytes = Buffer.from(blob.bytes)
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '')
  if (!range) return new Response(bytes)
  const end = range[2] ? Number(range[2]) + 1 : bytes.length
  return new Response(bytes.subarray(Number(range[1]), end), { status: 206 })
}
