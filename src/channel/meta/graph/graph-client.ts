import { createHmac } from 'node:crypto'
import type { CompanyContext } from '../../../kernel/company/company-context'
import type { OutgoingRequest, OutgoingStream } from '../../../kernel/outgoing/guarded-fetch'
import { OutgoingError } from '../../../kernel/outgoing/outgoing-error'
import { objectOf, isObject, textOf } from '../../../kernel/untyped-json.contract'
import { GraphError, graphErrorOf } from './graph-error'

type Query = Readonly<Record<string, string | number | undefined>>
export type GraphAnswer = Readonly<Record<string, unknown>>

export type Graph = ReturnType<typeof openGraph>

export interface GraphAccess {
  token: string
  /** Of the app that the token belongs to; undefined while it is unknown. */
  appSecret: string | undefined
}

const answerBytesMax = 8 * 1024 * 1024
const formBytesMax = 128 * 1024 * 1024
const formTimeoutMs = 540_000
/** The outbox waits for 30 s. */
const timeoutMs = 25_000

/** With the proof of the app's secret, which apps may require. Every method throws GraphError. */
export function openGraph({ company }: CompanyContext, { token, appSecret }: GraphAccess) {
  const { graph, outgoing } = company.services
  const proof = appSecret && createHmac('sha256', appSecret).update(token).digest('hex')
  const [callForFile, callOtherwise] = [outgoing.of(company.id, 'media'), outgoing.of(company.id, 'message')]

  async function call(
    path: string,
    query: Query,
    request: OutgoingRequest,
    send = callOtherwise,
  ): Promise<GraphAnswer> {
    const url = new URL(`${graph.url}/${path}`)
    for (const [name, value] of Object.entries({ ...query, appsecret_proof: proof })) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    try {
      const response = await send(url.href, {
        timeoutMs,
        responseBytesMax: answerBytesMax,
        ...request,
        headers,
        redirectsMax: 0,
      })
      return readAnswer(response.status, response.text())
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      throw graphErrorOf(error, token)
    }
  }

  return {
    get: (path: string, query: Query = {}, signal?: AbortSignal) => call(path, query, { signal }),
    post: (path: string, body: object = {}, signal?: AbortSignal) =>
      call(
        path,
        {},
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal },
      ),
    /** Uploads a file, which is read as it is sent. `file.field` is the form's field for it. */
    postFile(path: string, fields: Query, file: UploadFile, signal?: AbortSignal) {
      const { type, body } = formOf(fields, file)
      const limits = { requestBytesMax: formBytesMax, timeoutMs: formTimeoutMs }
      return call(path, {}, { method: 'POST', headers: { 'content-type': type }, body, ...limits, signal }, callForFile)
    },
    async uploadToApp({ name, type, size, stream }: AppFile, signal?: AbortSignal) {
      const about = { file_name: name, file_length: size, file_type: type }
      const { id } = await call('app/uploads', about, { method: 'POST', signal })
      const body: OutgoingStream = { size, open: stream }
      const limits = { requestBytesMax: formBytesMax, timeoutMs: formTimeoutMs }
      const headers = { file_offset: '0', 'content-type': type }
      const answer = await call(textOf(id), {}, { method: 'POST', headers, body, ...limits, signal }, callForFile)
      return textOf(answer['h'])
    },
    delete: (path: string, query: Query = {}, signal?: AbortSignal) => call(path, query, { method: 'DELETE', signal }),
  }
}

function readAnswer(status: number, text: string): GraphAnswer {
  try {
    const answer: unknown = JSON.parse(text)
    if (isObject(answer)) return answer
  } catch {}
  // Whether the request was executed is unknown, as after a lost connection.
  throw new GraphError(0, 0, 0, `Not an answer of Graph (HTTP ${status})`, '')
}

/** Undefined after the last page. */
export function nextPageOf({ paging }: GraphAnswer): string | undefined {
  const { next, cursors } = objectOf(paging)
  const { after } = objectOf(cursors)
  return typeof next === 'string' && typeof after === 'string' && after !== '' ? after : undefined
}

interface AppFile {
  name: string
  type: string
  size: number
  stream(): AsyncIterable<Uint8Array>
}

interface UploadFile {
  path: string
  name: string
  type: string
  size: number
  field?: string
  bytes?: Uint8Array | undefined
}

function formOf(fields: Readonly<Record<string, string | number | undefined>>, file: UploadFile) {
  const boundary = `recado-${crypto.randomUUID()}`
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const fileHead = `Content-Disposition: form-data; name="${file.field ?? 'file'}"; filename="${escapeName(file.name)}"\r\nContent-Type: ${file.type}`
  const head = Buffer.from(`${texts.join('')}--${boundary}\r\n${fileHead}\r\n\r\n`)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const body: OutgoingStream = {
    size: head.length + file.size + tail.length,
    async *open() {
      yield head
      if (file.bytes) yield file.bytes
      else yield* Bun.file(file.path).stream()
      yield tail
    },
  }
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

const escapeName = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
