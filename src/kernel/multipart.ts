import { refuse } from './errors'

/** A header of a part is a line or two. */
const headBytesMax = 4 * 1024
const boundaryPattern = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i
const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')

export interface Part {
  name: string
  /** Undefined for a field that is no file. */
  fileName: string | undefined
  type: string
  /** The part's bytes as they come; to be read to their end before the next part. */
  data(): AsyncGenerator<Uint8Array>
}

const malformed = () => refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })

/** The boundary of a `multipart/form-data` content type (RFC 2046, section 5.1.1). @throws Refusal ERR_INVALID_INPUT */
export function readBoundary(contentType: string): string {
  const match = boundaryPattern.exec(contentType)
  return match?.[1] ?? match?.[2] ?? malformed()
}

/**
 * The parts of a form (RFC 7578) from its bytes as they come, without ever holding more than one piece of them.
 * @throws Refusal ERR_INVALID_INPUT for what is no form, or ends before its last boundary
 */
export async function* readParts(body: AsyncIterator<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const source = createSource(body)
  for await (const _ of source.until(delimiter)) {
    // What stands before the first part is for readers that do not know forms.
  }
  while (!(await isLast(source))) {
    yield { ...readHead(await source.take(headEnd)), data: () => source.until(delimiter) }
  }
}

/** After a boundary stands a line end before a part, and `--` after the last. */
async function isLast(source: Source) {
  const sign = (await source.next(2)).toString('latin1')
  return sign === '--' || (sign === '\r\n' ? false : malformed())
}

type Source = ReturnType<typeof createSource>

function createSource(body: AsyncIterator<Uint8Array>) {
  // The first boundary may stand at the very beginning, without the line end that belongs to it everywhere else.
  let held: Buffer = lineEnd

  async function more() {
    const { done, value } = await body.next()
    if (done) return malformed()
    const piece = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    held = held.length === 0 ? piece : Buffer.concat([held, piece])
  }

  const cut = (length: number) => {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }

  return {
    async next(length: number) {
      while (held.length < length) await more()
      return cut(length)
    },
    /** What stands before the sign, which is left out; short enough to be held. */
    async take(sign: Buffer) {
      for (let from = 0; ;) {
        const at = held.indexOf(sign, from)
        if (at > headBytesMax || (at === -1 && held.length > headBytesMax)) return malformed()
        if (at !== -1) {
          const taken = cut(at)
          cut(sign.length)
          return taken
        }
        from = Math.max(0, held.length - sign.length + 1)
        await more()
      }
    },
    /** What stands before the sign, piece by piece. The sign's beginning may be at the end of a piece. */
    async *until(sign: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const at = held.indexOf(sign)
        if (at !== -1) {
          if (at > 0) yield cut(at)
          cut(sign.length)
          return
        }
        const safe = beginningOf(sign, held)
        if (safe > 0) yield cut(safe)
        await more()
      }
    },
  }
}

/** Where the sign may begin that the next piece goes on with; the end of the bytes where it does not. */
function beginningOf(sign: Buffer, bytes: Buffer) {
  for (let at = Math.max(0, bytes.length - sign.length + 1); at < bytes.length; at++) {
    at = bytes.indexOf(sign[0] ?? 0, at)
    if (at === -1) break
    if (sign.subarray(0, bytes.length - at).equals(bytes.subarray(at))) return at
  }
  return bytes.length
}

function readHead(bytes: Buffer): Omit<Part, 'data'> {
  const lines = bytes.toString('utf8').split('\r\n')
  const header = (name: string) => {
    const line = lines.find((each) => each.slice(0, name.length + 1).toLowerCase() === `${name}:`)
    return line?.slice(name.length + 1).trim() ?? ''
  }
  const disposition = header('content-disposition')
  if (!/^form-data\s*;/i.test(disposition)) return malformed()
  const parameters = readParameters(disposition)
  const name = parameters.get('name')
  if (!name || name === '__proto__') return malformed()
  return { name, fileName: fileNameOf(parameters), type: header('content-type') }
}

const parameterPattern = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\"|\\)*)"|([^\s;"]*))/g

/** Browsers write quotation marks and line ends as %22, %0D and %0A (HTML, section 4.10.22.8), others escape with `\`. */
function readParameters(disposition: string) {
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, token = ''] of disposition.matchAll(parameterPattern)) {
    const text = (quoted ?? token)
      .replace(/\\"|%22/g, '"')
      .replace(/%0D/gi, '\r')
      .replace(/%0A/gi, '\n')
    parameters.set(name.toLowerCase(), text)
  }
  return parameters
}

/** `filename*` is not for forms (RFC 7578, section 4.2), but some programs send it. */
function fileNameOf(parameters: ReadonlyMap<string, string>) {
  const extended = /^utf-8'[^']*'(.*)$/i.exec(parameters.get('filename*') ?? '')?.[1]
  if (extended === undefined) return parameters.get('filename')
  try {
    return decodeURIComponent(extended)
  } catch {
    return malformed()
  }
}
