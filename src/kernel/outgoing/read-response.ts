import { promisify } from 'node:util'
import { type BrotliOptions, brotliDecompress, gunzip, type ZlibOptions } from 'node:zlib'
import { OutgoingError } from './outgoing-error'

export const acceptedEncodings = 'gzip, br'
type Expand = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>
const expanders: Record<string, Expand> = {
  gzip: promisify<Uint8Array, ZlibOptions, Uint8Array>(gunzip),
  br: promisify<Uint8Array, BrotliOptions, Uint8Array>(brotliDecompress),
}

/** Fetched with `decompress: false`. @throws OutgoingError tooLarge, also decompressed; network for a damaged encoding */
export async function readResponse(response: Response, bytesMax: number): Promise<Uint8Array> {
  const bytes = await readBounded(response, bytesMax)
  const encoding = response.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (bytes.length === 0 || encoding === '' || encoding === 'identity') return bytes
  const expand = Object.hasOwn(expanders, encoding) ? expanders[encoding] : undefined
  if (!expand) throw new OutgoingError('network', `The response is encoded as ${encoding.slice(0, 50)}`)
  return expand(bytes, { maxOutputLength: bytesMax }).catch((error: NodeJS.ErrnoException) => {
    throw error.code?.endsWith('_BUFFER_TOO_LARGE') ? tooLarge(bytesMax) : error
  })
}

/** @throws OutgoingError tooLarge; network for an encoding, since none was requested */
export async function passOn(response: Response, bytesMax: number, write: (piece: Uint8Array) => Promise<void>) {
  const encoding = response.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity') throw new OutgoingError('network', 'The response is encoded, which was not requested')
  for await (const piece of boundedPieces(response, bytesMax)) await write(piece)
  return new Uint8Array()
}

async function readBounded(response: Response, bytesMax: number): Promise<Uint8Array> {
  // A body that arrives byte by byte must not create an object for each.
  const sink = new Bun.ArrayBufferSink()
  sink.start({ asUint8Array: true })
  for await (const piece of boundedPieces(response, bytesMax)) sink.write(piece)
  return sink.end() as Uint8Array
}

async function* boundedPieces({ headers, body }: Response, bytesMax: number): AsyncGenerator<Uint8Array> {
  if (Number(headers.get('content-length') ?? 0) > bytesMax) throw tooLarge(bytesMax)
  if (!body) return
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > bytesMax) throw tooLarge(bytesMax)
    yield piece
  }
}

const tooLarge = (bytesMax: number) => new OutgoingError('tooLarge', `The response is longer than ${bytesMax} bytes`)
