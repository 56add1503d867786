import { Elysia } from 'elysia'
import { refuse } from './errors'

const megabyte = 1024 * 1024
/** Of a body that is read as one text or value; files come as parts of a form. */
const textBytesMax = 8 * megabyte
/** Of a form that is read before anybody knows who sends it. */
const strangersBytesMax = 1 * megabyte
/** Deeper is nobody's data, and to walk it costs what it pleases. */
const depthMax = 64

/**
 * What a request may bring, asked before it is read: only somebody we know uploads files, and nobody sends a text without
 * end. `isKnown` looks at the bearer alone. @throws Refusal ERR_REQUEST_TOO_LARGE, ERR_INVALID_INPUT
 */
export function bodyLimits(isKnown: (request: Request) => Promise<boolean>) {
  return new Elysia({ name: 'body-limits' })
    .onRequest(async (context) => {
      const { request } = context
      const length = readLength(request)
      if (length === 0) return
      if (request.headers.get('content-type')?.startsWith('multipart/')) {
        if (length > strangersBytesMax && !(await isKnown(request))) refuse('ERR_REQUEST_TOO_LARGE')
      } else if (length === Infinity) context.request = await readUpTo(request, textBytesMax)
      else if (length > textBytesMax) refuse('ERR_REQUEST_TOO_LARGE')
    })
    .onTransform({ as: 'global' }, ({ body }) => assertShallow(body))
}

/** Infinite where the client leaves it open how much will come. */
function readLength({ headers }: Request) {
  const given = headers.get('content-length')
  if (given !== null) return Number(given)
  return headers.has('transfer-encoding') ? Infinity : 0
}

async function readUpTo(request: Request, most: number) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const part of request.body ?? []) {
    bytes += part.length
    if (bytes > most) refuse('ERR_REQUEST_TOO_LARGE')
    parts.push(part.slice())
  }
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, signal, body: bytes === 0 ? null : new Blob(parts) })
}

/** Level by level, since a walk that calls itself would end where the stack does. */
function assertShallow(body: unknown) {
  let level = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depthMax) refuse('ERR_INVALID_INPUT', { fields: { body: 'tooDeep' } })
    level = level.flatMap(childrenOf)
  }
}

function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.filter((child) => typeof child === 'object')
  if (typeof value !== 'object' || value === null || value instanceof Blob) return []
  return Object.values(value).filter((child) => typeof child === 'object')
}
