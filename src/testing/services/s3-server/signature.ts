import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface S3Key {
  id: string
  secret: string
}

/** Amazon S3 API Reference, "Authenticating Requests" by query parameters (version 4) and by header, read on 2026-11-30. */
export function refusalOf(request: IncomingMessage, url: URL, key: S3Key) {
  const given = url.searchParams.has('X-Amz-Signature') ? fromQuery(url) : fromHeader(request)
  if (!given) return 'AccessDenied'
  const [id, day = '', region = '', service = '', end = ''] = given.credential.split('/')
  if (id !== key.id) return 'InvalidAccessKeyId'
  const names = given.signedHeaders.split(';')
  const canonical = [
    request.method,
    url.pathname.split('/').map(encoded).join('/'),
    canonicalQuery(url),
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    given.signedHeaders,
    given.bodyHash,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', given.date, [day, region, service, end].join('/'), sha256(canonical)].join('\n')
  const signing = [day, region, service, end].reduce<string | Buffer>((by, text) => hmac(by, text), `AWS4${key.secret}`)
  return hmac(signing, toSign).toString('hex') === given.signature ? undefined : 'SignatureDoesNotMatch'
}

function fromQuery({ searchParams }: URL) {
  const value = (name: string) => searchParams.get(`X-Amz-${name}`) ?? ''
  return {
    credential: value('Credential'),
    signedHeaders: value('SignedHeaders'),
    signature: value('Signature'),
    date: value('Date'),
    bodyHash: 'UNSIGNED-PAYLOAD',
  }
}

function fromHeader({ headers }: IncomingMessage) {
  const shape = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, credential = '', signedHeaders = '', signature] = shape.exec(headers.authorization ?? '') ?? []
  if (signature === undefined) return undefined
  const [date, bodyHash] = [headers['x-amz-date'], headers['x-amz-content-sha256']].map(String)
  return { credential, signedHeaders, signature, date: date ?? '', bodyHash: bodyHash ?? '' }
}

const canonicalQuery = ({ searchParams }: URL) =>
  [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

const encoded = (text: string) =>
  encodeURIComponent(decodeURIComponent(text)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (by: string | Buffer, text: string) => createHmac('sha256', by).update(text).digest()
