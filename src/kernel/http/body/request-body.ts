import { Elysia } from 'elysia'
import { type BodyLimits, jsonBytesMax, requestBytesMax, anonymousBytesMax } from './body-limits'
import { type BodyPace, createBodyPace, type SetIdleTimeout } from './body-pace'
import type { Call, CallTable } from '../calls'
import { refuse } from '../../errors'
import { readBoundary } from './multipart'
import { readForm } from './read-form'
import { readJson } from './read-json'
import { createRequestFiles, type RequestFiles } from './request-files'

export interface RequestBodiesOptions {
  calls: CallTable
  dataDir: string
  pace?: BodyPace
  /** Absent for requests made inside the process. */
  setIdleTimeout?: SetIdleTimeout
  /** @throws Refusal while files cannot be stored */
  requireSpace(): void
  /** Authenticates the request's sender. @throws Refusal 401 or 403 */
  authorize(request: Request): Promise<void>
}

/**
 * Reads every body within the limits its call declares: JSON into memory, files to disk. A body that the call does not take
 * is refused before it is read.
 */
export function requestBodies(options: RequestBodiesOptions) {
  const bodies = createBodyReader(options)
  return new Elysia({ name: 'request-bodies' })
    .onParse({ as: 'global' }, async ({ request, route }) => {
      const limits = request.body ? limitsOf(options.calls, request.method, route) : undefined
      // Bun discards a body that nobody reads.
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

/** Undefined where no body is read. */
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

  /** Small bodies usually arrive with the request and are read at once; large ones are read as they arrive. */
  async function readText(
    request: Request,
    length: number | undefined,
    bytesMax: number,
    openBytesMax = anonymousBytesMax,
  ) {
    if (length !== undefined && length <= openBytesMax) return reader.whole(request.text(), length)
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
    return new Uint8Array(Buffer.concat(parts))
  }

  return { read, discardFiles: async (request: Request) => files.get(request)?.discard() }
}

/** Undefined when the client does not announce the length. */
function readLength({ headers }: Request) {
  const given = headers.get('content-length')
  return given === null || headers.has('transfer-encoding') ? undefined : Number(given)
}
