import { objectOf, textOf } from '../../../kernel/untyped-json.contract'
import { getMediaKeys, MEDIA_PATH_MAP, type MediaType } from '@whiskeysockets/baileys'
import { createDecipheriv, createHmac, type Decipher, timingSafeEqual } from 'node:crypto'
import type { WritePiece } from '../../../kernel/outgoing/guarded-fetch'
import { ChannelError } from '../../channel'
import type { MediaSource } from '../receive/message-content'

/** More than any phone sends. */
const fetchBytesMax = 200_000_000
const macBytes = 10
const fetchTimeoutMs = 120_000
const uploadWaitMs = 5_000

export interface MediaHosts {
  base?: string
}

/** The sender chooses it, so it must not lead elsewhere. @throws ChannelError `refused` for a host that is not WhatsApp's */
export function hostedUrl(address: string, { base }: MediaHosts) {
  const url = URL.parse(address, 'https://mmg.whatsapp.net')
  if (!url) throw new ChannelError('refused', 'The file has no address')
  if (base) return `${base}${url.pathname}${url.search}`
  const isTheirs = url.protocol === 'https:' && url.port === '' && url.hostname.endsWith('.whatsapp.net')
  if (!isTheirs) throw new ChannelError('refused', `Files of ${url.hostname} are not fetched`)
  return url.href
}

function addressOfSource({ directPath, url }: MediaSource, hosts: MediaHosts) {
  const address = directPath || url
  if (!address) throw new ChannelError('refused', 'The file has no address')
  return hostedUrl(address, hosts)
}

/** False when the servers have dropped it. @throws ChannelError `refused` when damaged, though written */
export async function downloadMedia(source: MediaSource, hosts: MediaHosts, write: WritePiece): Promise<boolean> {
  const address = addressOfSource(source, hosts)
  const response = await reach(() =>
    fetch(address, {
      headers: { origin: 'https://web.whatsapp.com' },
      signal: AbortSignal.timeout(fetchTimeoutMs),
    }),
  )
  if (response.status === 404 || response.status === 410 || response.status === 403) return false
  if (!response.ok) throw new ChannelError('offline', `The media server answered ${response.status}`)
  await decryptMedia(sealedPieces(response), source, write)
  return true
}

async function* sealedPieces({ headers, body }: Response) {
  const tooLarge = new ChannelError('refused', 'The file is too large')
  if (Number(headers.get('content-length') ?? 0) > fetchBytesMax) throw tooLarge
  const reader = body?.getReader()
  let bytes = 0
  for (;;) {
    const part = await reach(async () => reader?.read())
    if (!part || part.done) return
    bytes += part.value.length
    if (bytes > fetchBytesMax) throw tooLarge
    yield part.value
  }
}

/** The MAC follows the sealed bytes, so it is verified at the end. */
async function decryptMedia(sealed: AsyncIterable<Uint8Array>, { type, mediaKey }: MediaSource, write: WritePiece) {
  const { iv, cipherKey, macKey } = await getMediaKeys(Buffer.from(mediaKey, 'base64'), type)
  if (!macKey) throw new ChannelError('refused', 'The file is damaged')
  const hmac = createHmac('sha256', macKey).update(iv)
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  let rest: Uint8Array = new Uint8Array()
  for await (const piece of sealed) {
    const known = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const body = known.subarray(0, Math.max(0, known.length - macBytes))
    // A copy, so that the piece is freed.
    rest = known.slice(body.length)
    if (body.length === 0) continue
    hmac.update(body)
    await write(decipher.update(body))
  }
  const mac = hmac.digest().subarray(0, macBytes)
  if (rest.length !== macBytes || !timingSafeEqual(mac, rest)) throw new ChannelError('refused', 'The file is damaged')
  await write(lastOf(decipher))
}

function lastOf(decipher: Decipher) {
  try {
    return decipher.final()
  } catch {
    throw new ChannelError('refused', 'The file is damaged')
  }
}

interface MediaConnection {
  auth: string
  hosts: { hostname: string }[]
}

export function mediaUploader(connection: (fresh: boolean) => Promise<MediaConnection>, hosts: MediaHosts) {
  return async (path: string, { mediaType, fileEncSha256B64 }: { mediaType: MediaType; fileEncSha256B64: string }) => {
    const token = fileEncSha256B64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    let reason = 'no media host was named'
    for (const fresh of [false, true]) {
      const { auth, hosts: named } = await connection(fresh)
      for (const { hostname } of named) {
        const base = hosts.base ?? `https://${hostname}`
        const query = `auth=${encodeURIComponent(auth)}&token=${encodeURIComponent(token)}`
        const url = `${base}${MEDIA_PATH_MAP[mediaType]}/${encodeURIComponent(token)}?${query}`
        const answer = await upload(url, path)
        if (typeof answer !== 'string') return answer
        reason = answer
      }
    }
    throw new ChannelError('limited', `The file could not be uploaded: ${reason}`, uploadWaitMs)
  }
}

async function upload(url: string, path: string) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: Bun.file(path),
      headers: { origin: 'https://web.whatsapp.com', 'content-type': 'application/octet-stream' },
      signal: AbortSignal.timeout(fetchTimeoutMs),
    })
    if (!response.ok) return `status ${response.status}`
    const answer = objectOf(await response.json())
    const [mediaUrl, directPath] = [textOf(answer['url']), textOf(answer['direct_path'])]
    return mediaUrl || directPath ? { mediaUrl, directPath } : 'no address in the answer'
  } catch (error) {
    return String(error)
  }
}

export async function downloadPlain(url: string, hosts: MediaHosts): Promise<Uint8Array | undefined> {
  const address = hostedUrl(url, hosts)
  const response = await reach(() => fetch(address, { signal: AbortSignal.timeout(fetchTimeoutMs) }))
  return response.ok ? await response.bytes() : undefined
}

async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new ChannelError('offline', `The media server cannot be reached: ${String(error)}`)
  }
}
