import { refuse } from '../../errors'

const headBytesMax = 4 * 1024
const boundaryPattern = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i
const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')

export interface Part {
  name: string
  fileName: string | undefined
  type: string
  data(): AsyncGenerator<Uint8Array>
}

const malformed = () => refuse('ERR_INVALID_INPUT', { fields: { body: 'invalid' } })

/** RFC 2046, section 5.1.1. @throws Refusal ERR_INVALID_INPUT */
export function readBoundary(contentType: string): string {
  const match = boundaryPattern.exec(contentType)
  return match?.[1] ?? match?.[2] ?? malformed()
}

/** RFC 7578, buffering one chunk at most. @throws Refusal ERR_INVALID_INPUT when malformed or truncated */
export async function* readParts(body: AsyncIterator<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const source = createSource(body)
  for await (const _ of source.until(delimiter)) {
  }
  while (!(await isLast(source))) {
    yield { ...readHead(await source.take(headEnd)), data: () => source.until(delimiter) }
  }
}

async function isLast(source: Source) {
  const ending = (await source.next(2)).toString('latin1')
  return ending === '--' || (ending === '\r\n' ? false : malformed())
}

type Source = ReturnType<typeof createSource>

function createSource(body: AsyncIterator<Uint8Array>) {
  // The first boundary may lack the preceding line end.
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
    async take(sign: Buffer) {
      for (;;) {
        const at = held.indexOf(sign)
        if (at > headBytesMax || (at === -1 && held.length > headBytesMax)) return malformed()
        if (at !== -1) {
          const taken = cut(at)
          cut(sign.length)
          return taken
        }
        await more()
      }
    },
    /** A delimiter can span two chunks. */
    async *until(sign: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const at = held.indexOf(sign)
        if (at !== -1) {
          yield cut(at)
          cut(sign.length)
          return
        }
        yield cut(beginningOf(sign, held))
        await more()
      }
    },
  }
}

function beginningOf(sign: Buffer, bytes: Buffer) {
  const first = sign[0] ?? 0
  for (let at = bytes.indexOf(first, -sign.length); at !== -1; at = bytes.indexOf(first, at + 1)) {
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

/** Browsers write quotation marks and line ends as %22, %0D and %0A (HTML, 4.10.22.8), others escape with `\`. */
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
