import { Elysia } from 'elysia'
import { type BodyLimits, jsonBytesMax, requestBytesMax, anonymousBytesMax, type FileLimits } from './body-limits'
import { type BodyPace, createBodyPace, type SetIdleTimeout } from './body-pace'
import type { Call, CallTable } from '../calls'
import { keepBody } from '../../current-request'
import { refuse } from '../../errors'
import { readBoundary, type Part, readParts } from './multipart'
import { readJson } from './read-json'
import { createRequestFiles, type RequestFiles } from './request-files'

export interface RequestBodiesOptions {
  calls: CallTable
  dataDir: string
  pace?: BodyPace
  setIdleTimeout?: SetIdleTimeout
  /** @throws Refusal while files cannot be stored */
  requireSpace(): void
  /** @throws Refusal 401 or 403 */
  authorize(request: Request): Promise<void>
}

/** JSON into memory, files to disk. What a call does not take is refused unread. */
export function requestBodies(options: RequestBodiesOptions) {
  const bodies = createBodyReader(options)
  return new Elysia({ name: 'request-bodies' })
    .onParse({ as: 'global' }, async ({ request, route }) => {
      const limits = request.body ? limitsOf(options.calls, request.method, route) : undefined
      return limits ? bodies.read(request, limits) : null
    })
    .onTransform({ as: 'global' }, (context) => {
      context.body ??= undefined
    })
    .wrap((handle, request) => {
      if (!request.headers.get('content-type')?.toLowerCase().startsWith('multipart/')) return handle
      return async (...given: unknown[]) => {
        try {
          return await handle(...given)
        } finally {
          await bodies.discardFiles(request)
        }
      }
    })
}

function limitsOf(calls: RequestBodiesOptions['calls'], method: string, route: string): BodyLimits | undefined {
  const call = (calls as Partial<Record<string, Call>>)[`${method} ${route}`]
  return call?.body && (call.limits ?? {})
}

function createBodyReader({ dataDir, pace, setIdleTimeout, requireSpace, authorize }: RequestBodiesOptions) {
  const reader = createBodyPace(pace, setIdleTimeout)
  const files = new WeakMap<Request, RequestFiles>()

  async function read(request: Request, limits: BodyLimits) {
    const length = readLength(request)
    const contentType = request.headers.get('content-type') ?? ''
    const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase()
    if (mediaType === 'multipart/form-data' && limits.files) {
      if (length !== undefined && length > requestBytesMax) refuse('ERR_REQUEST_TOO_LARGE')
      await authorize(request)
      const kept = createRequestFiles(dataDir, requireSpace)
      files.set(request, kept)
      const boundary = readBoundary(contentType)
      return readForm(reader.parts(request, requestBytesMax), boundary, limits.files, kept)
    }
    const bytesMax = limits.jsonBytesMax ?? jsonBytesMax
    if (length !== undefined && length > bytesMax) refuse('ERR_REQUEST_TOO_LARGE')
    if (mediaType !== 'application/json') refuse('ERR_JSON_ONLY')
    if (limits.raw) return readBytes(request, length, bytesMax, limits.anonymousBytesMax)
    return readJson(await readText(request, length, bytesMax, limits.anonymousBytesMax), limits)
  }

  async function readText(
    request: Request,
    length: number | undefined,
    bytesMax: number,
    openBytesMax = anonymousBytesMax,
  ) {
    if (length !== undefined && length <= openBytesMax) return keepBody(await reader.whole(request.text(), length))
    if (length !== undefined) await authorize(request)
    let isAuthorized = length !== undefined
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of reader.parts(request, bytesMax)) {
      bytes += part.length
      if (!isAuthorized && bytes > openBytesMax) {
        await authorize(request)
        isAuthorized = true
      }
      parts.push(part)
    }
    return Buffer.concat(parts).toString('utf8')
  }

  async function readBytes(
    request: Request,
    length: number | undefined,
    bytesMax: number,
    openBytesMax = anonymousBytesMax,
  ) {
    if (length === undefined || length > openBytesMax) await authorize(request)
    const parts: Uint8Array[] = []
    for await (const part of reader.parts(request, bytesMax)) parts.push(part)
    return keepBody(new Uint8Array(Buffer.concat(parts)))
  }

  return { read, discardFiles: async (request: Request) => files.get(request)?.discard() }
}

function readLength({ headers }: Request) {
  const given = headers.get('content-length')
  return given === null || headers.has('transfer-encoding') ? undefined : Number(given)
}

const textDefaults = { textBytesMax: 512 * 1024, textFieldsMax: 100 }

type Field = string | File

/** A repeated name keeps all values. @throws Refusal ERR_INVALID_INPUT, ERR_FILE_TOO_LARGE, ERR_REQUEST_TOO_LARGE */
async function readForm(
  body: AsyncIterator<Uint8Array>,
  boundary: string,
  limits: FileLimits,
  files: RequestFiles,
): Promise<Record<string, Field | Field[]>> {
  const form = new Map<string, Field[]>()
  const texts = { count: 0, bytes: 0 }
  for await (const part of readParts(body, boundary)) {
    const values = form.get(part.name) ?? []
    form.set(part.name, values)
    if (part.fileName === undefined) values.push(await readText(part, texts, limits))
    else values.push(await readFile(part, part.fileName, values.length, limits, files))
  }
  return Object.fromEntries([...form].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? '')]))
}

async function readText(part: Part, read: { count: number; bytes: number }, limits: FileLimits) {
  const { textBytesMax, textFieldsMax } = { ...textDefaults, ...limits }
  if (++read.count > textFieldsMax) refuse('ERR_INVALID_INPUT', { fields: { body: 'tooMany' } })
  const pieces: Uint8Array[] = []
  for await (const piece of part.data()) {
    read.bytes += piece.length
    if (read.bytes > textBytesMax) refuse('ERR_REQUEST_TOO_LARGE')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

async function readFile(
  part: Part,
  fileName: string,
  before: number,
  { fields, fileBytesMax }: FileLimits,
  files: RequestFiles,
) {
  const limit = Object.hasOwn(fields, part.name) ? (fields[part.name] ?? 0) : 0
  if (before >= limit) refuse('ERR_INVALID_INPUT', { fields: { [part.name]: limit === 0 ? 'unexpected' : 'tooMany' } })
  let bytes = 0
  const target = await files.create()
  try {
    for await (const piece of part.data()) {
      bytes += piece.length
      if (bytes > fileBytesMax) {
        refuse('ERR_FILE_TOO_LARGE', { fields: { [part.name]: 'tooLarge' }, body: { fileBytesMax } })
      }
      await target.write(piece)
    }
  } finally {
    await target.close()
  }
  return target.file(fileName, /^[\w.+-]+\/[\w.+-]+/.exec(part.type)?.[0] ?? '')
}
