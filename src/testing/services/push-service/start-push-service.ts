import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { bankCertificate, bankKey } from '../bank/certificates'

/** Answers instead of 201, in turn. */
export interface PushAnswer {
  status: number
  headers?: Record<string, string>
}

export interface PushedNotice {
  browser: PushBrowser
  topic: string | null
  ttl: number
  urgency: string | null
  /** As the browser decrypts it. */
  data: Record<string, unknown>
  atMs: number
}

export type PushBrowser = ReturnType<typeof createBrowser>
export type PushService = Awaited<ReturnType<typeof startPushService>>

/** A push service with its browsers, from RFC 8030 (messages), 8188 and 8291 (encryption), 8292 (VAPID). Refuses what they forbid. */
export async function startPushService() {
  const browsers = new Map<string, PushBrowser>()
  const notices: PushedNotice[] = []
  const refusals: string[] = []
  const answers: PushAnswer[] = []
  let requests = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { key: bankKey, cert: bankCertificate },
    async fetch(request) {
      requests++
      const planned = answers.shift()
      if (planned) return new Response('planned', planned)
      const browser = browsers.get(new URL(request.url).pathname)
      if (!browser) return new Response(null, { status: 404 })
      try {
        notices.push(await readNotice(request, browser))
        return new Response(null, { status: 201, headers: { location: `${request.url}/message` } })
      } catch (error) {
        refusals.push(String(error))
        return new Response(String(error), { status: error instanceof RangeError ? 413 : 400 })
      }
    },
  })
  const origin = `https://127.0.0.1:${server.port}`

  return {
    notices,
    refusals,
    answers,
    origin,
    requests: () => requests,
    /** As `pushManager.subscribe` with the host's key. */
    subscribe(publicKey: string) {
      const path = `/push/${randomBytes(8).toString('hex')}`
      const browser = createBrowser(origin + path, publicKey)
      browsers.set(path, browser)
      return browser
    },
    unsubscribe: (browser: PushBrowser) => browsers.delete(new URL(browser.endpoint).pathname),
    stop: () => server.stop(true),
  }
}

function createBrowser(endpoint: string, publicKey: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const secret = randomBytes(16)
  return {
    endpoint,
    publicKey,
    pair,
    secret,
    /** What the page tells the server. */
    body: { endpoint, p256dh: pair.getPublicKey().toString('base64url'), auth: secret.toString('base64url') },
  }
}

const bytesMax = 4096

/** @throws Error with what the request does wrong; RangeError when it is too long */
async function readNotice(request: Request, browser: PushBrowser): Promise<PushedNotice> {
  const header = (name: string) => request.headers.get(name)
  if (request.method !== 'POST') throw new Error('A message is a POST')
  if (!/^\d+$/.test(header('ttl') ?? '')) throw new Error('TTL is missing')
  if (header('content-encoding') !== 'aes128gcm') throw new Error('Only aes128gcm is known')
  const topic = header('topic')
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) throw new Error('The topic is not 32 letters of base64url')
  checkVapid(header('authorization') ?? '', browser)
  const body = Buffer.from(await request.arrayBuffer())
  if (body.length > bytesMax) throw new RangeError('Longer than 4096 bytes')
  const data = JSON.parse(decrypt(body, browser))
  return { browser, topic, ttl: Number(header('ttl')), urgency: header('urgency'), data, atMs: Date.now() }
}

const hmac = (key: Uint8Array, ...parts: (Uint8Array | string)[]) => {
  const hash = createHmac('sha256', key)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** RFC 8188, section 2 and RFC 8291, section 3.4. */
function decrypt(body: Buffer, { pair, secret }: PushBrowser) {
  const [salt, size, idLength] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  if (record.length > size) throw new Error('More than one record')
  const shared = pair.computeSecret(sender)
  const ikm = hmac(hmac(secret, shared), 'WebPush: info\0', pair.getPublicKey(), sender, '\x01')
  const prk = hmac(salt, ikm)
  const key = hmac(prk, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
  const nonce = hmac(prk, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('The last record does not end with 2')
  return padded.subarray(0, end).toString()
}

const dayS = 86_400

/** RFC 8292, sections 2 to 4. */
function checkVapid(authorization: string, { publicKey, endpoint }: PushBrowser) {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== publicKey) throw new Error('Not the key with which the browser subscribed')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const known = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const [head = '', claims = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: known, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  if (!isSigned || read(head).alg !== 'ES256') throw new Error('The signature is wrong')
  const { aud, exp, sub } = read(claims)
  const nowS = Date.now() / 1000
  if (aud !== new URL(endpoint).origin) throw new Error('Meant for another service')
  if (!(exp > nowS && exp <= nowS + dayS)) throw new Error('Expired, or valid for more than a day')
  if (!/^(mailto:|https:)/.test(sub)) throw new Error('The subject is no address')
}
