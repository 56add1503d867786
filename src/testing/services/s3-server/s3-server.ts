import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refusalOf, type S3Key } from './signature'

interface StoredObject {
  bytes: Buffer
  changedAt: Date
}

export interface S3Request {
  method: string
  key: string
  range?: string
}

/** What goes wrong: an error of S3, no answer, or an answer that ends or rests after half of the bytes. */
type S3Fault = { status: number; code: string } | 'silence' | 'half' | 'rest'

export interface S3ServerOptions {
  bucket?: string
  key?: S3Key
  port?: number
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>

/** Amazon S3 API Reference, version 2006-03-01: the pages of these calls and "The REST Error Response", read on 2026-11-30. */
export async function startS3Server({
  bucket = 'recado-files',
  key = { id: 'AKIDRECADO', secret: 'secret/of+recado' },
  port = 0,
}: S3ServerOptions = {}) {
  const objects = new Map<string, StoredObject>()
  const requests: S3Request[] = []
  let faultOf: (request: S3Request) => S3Fault | undefined = () => undefined
  let onRequest: (request: S3Request) => void | Promise<void> = () => {}

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://bucket')
    const [, name, ...parts] = url.pathname.split('/')
    const of = { method: request.method ?? '', key: decodeURIComponent(parts.join('/')), range: request.headers.range }
    const body = await bytesOf(request)
    requests.push(of)
    await onRequest(of)
    const fault = faultOf(of)
    if (fault === 'silence') return
    if (typeof fault === 'object') return refuse(response, of, fault.status, fault.code)
    const refusal = refusalOf(request, url, key)
    if (refusal) return refuse(response, of, 403, refusal)
    if (name !== bucket) return refuse(response, of, 404, 'NoSuchBucket')
    if (of.method === 'PUT') return put(request, response, of, body)
    if (of.method === 'DELETE') {
      objects.delete(of.key)
      return response.writeHead(204).end()
    }
    if (of.key === '') return list(response, url)
    return send(response, of, fault)
  }

  function put(request: IncomingMessage, response: ServerResponse, of: S3Request, bytes: Buffer) {
    const expected = request.headers['content-md5']
    if (expected !== undefined && expected !== md5(bytes).toString('base64'))
      return refuse(response, of, 400, 'BadDigest')
    objects.set(of.key, { bytes, changedAt: new Date() })
    return response.writeHead(200, { etag: `"${md5(bytes).toString('hex')}"` }).end()
  }

  function send(response: ServerResponse, of: S3Request, fault: 'half' | 'rest' | undefined) {
    const found = objects.get(of.key)
    if (!found) return refuse(response, of, 404, 'NoSuchKey')
    const { bytes, changedAt } = found
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(of.range ?? '') ?? []
    const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1)
    response.writeHead(from === undefined ? 200 : 206, {
      etag: `"${md5(bytes).toString('hex')}"`,
      'last-modified': changedAt.toUTCString(),
      'accept-ranges': 'bytes',
      'content-length': part.length,
      ...(from !== undefined && { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
    })
    if (of.method === 'HEAD') return response.end()
    if (fault === undefined) return response.end(part)
    response.write(part.subarray(0, part.length / 2), () => void (fault === 'half' && response.destroy()))
  }

  function list(response: ServerResponse, { searchParams }: URL) {
    const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('start-after') ?? '']
    const most = Math.min(Number(searchParams.get('max-keys') ?? 1000), 1000)
    const keys = [...objects.keys()].filter((one) => one.startsWith(prefix) && one > after).toSorted()
    const contents = keys.slice(0, most).map((one) => {
      const { bytes, changedAt } = objects.get(one) ?? { bytes: Buffer.alloc(0), changedAt: new Date(0) }
      return `<Contents><Key>${one}</Key><LastModified>${changedAt.toISOString()}</LastModified><ETag>&quot;${md5(bytes).toString('hex')}&quot;</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
    })
    const facts = `<Name>${bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${contents.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${keys.length > most}</IsTruncated>`
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`${xml}<ListBucketResult xmlns="${namespace}">${facts}${contents.join('')}</ListBucketResult>`)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    objects,
    requests,
    endpoint,
    environment: {
      MEDIA_URL: `s3://${bucket}/empresas`,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: key.id,
      S3_SECRET_ACCESS_KEY: key.secret,
    },
    /** Undefined: everything works again. */
    fail(next: S3Fault | ((request: S3Request) => S3Fault | undefined) | undefined) {
      faultOf = typeof next === 'function' ? next : () => next
    },
    watch: (listener: typeof onRequest) => void (onRequest = listener),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'

/** "The REST Error Response", with the codes of "List of Error Codes". HEAD has none. */
function refuse(response: ServerResponse, { method, key }: S3Request, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': '4442587FB7D0A2F9' })
  const error = `<Error><Code>${code}</Code><Message>${code}</Message><Resource>/${key}</Resource><RequestId>4442587FB7D0A2F9</RequestId></Error>`
  response.end(method === 'HEAD' ? undefined : `${xml}${error}`)
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest()

async function bytesOf(request: IncomingMessage) {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
