import { createReadStream, existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { restoreAsText } from './pg-restore'
import { type OpenDump, UnreadableSource } from './source'

const chunkBytes = 1024 * 1024

/** Opens a dump of any form. @throws UnreadableSource */
export async function openDump(path: string): Promise<OpenDump> {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) throw new UnreadableSource('fileMissing', { path })
  if (stat.isDirectory()) {
    if (!existsSync(join(path, 'toc.dat'))) throw new UnreadableSource('folderUnknown', { path })
    return restoreAsText(path)
  }
  const head = await readHead(path)
  if (isForRestore(head)) return { ...restoreAsText(path), bytesOf: stat.size }
  const unpack = unpackerOf(head)
  if (!unpack) refuseOthers(head)
  const file = createReadStream(path, { highWaterMark: chunkBytes })
  const unpacking = unpack?.({ chunkSize: chunkBytes })
  // Its errors reach the reader by the second one.
  if (unpacking) pipeline(file, unpacking, () => {})
  const unpacked: AsyncIterator<Uint8Array> = (unpacking ?? file)[Symbol.asyncIterator]()
  const { first, chunks } = await peek(readable(unpacked))
  if (unpack && isForRestore(first)) return { ...restoreAsText(path, chunks), bytesOf: stat.size }
  if (unpack) refuseOthers(first)
  return {
    kind: 'plain',
    chunks,
    bytesRead: () => file.bytesRead,
    bytesOf: stat.size,
    end: async () => {},
    close: () => void file.destroy(),
  }
}

function unpackerOf(head: Buffer) {
  if (head[0] === 0x1f && head[1] === 0x8b) return createGunzip
  return head.toString('latin1', 0, 4) === '\x28\xb5\x2f\xfd' ? createZstdDecompress : undefined
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
  return buffer.subarray(0, bytesRead)
}

/** Of pg_dump's custom and tar formats. */
const isForRestore = (head: Buffer) =>
  head.toString('latin1', 0, 5) === 'PGDMP' ||
  (head.toString('latin1', 257, 262) === 'ustar' && head.toString('latin1', 0, 8) === 'toc.dat\0')

const others: [magic: string, form: string][] = [
  ['PK\x03\x04', 'ZIP'],
  ['BZh', 'bzip2'],
  ['\xfd7zXZ', 'xz'],
  ['\x04\x22\x4d\x18', 'lz4'],
  ['7z\xbc\xaf', '7z'],
]

function refuseOthers(head: Buffer) {
  if (head.length === 0) throw new UnreadableSource('fileEmpty')
  for (const [magic, form] of others) {
    if (head.toString('latin1', 0, magic.length) === magic) throw new UnreadableSource('packed', { form })
  }
  if (head.toString('latin1', 257, 262) === 'ustar') throw new UnreadableSource('tar')
  if (head.toString('latin1', 0, 15) === 'SQLite format 3') throw new UnreadableSource('sqlite')
  if (isUtf16(head)) {
    throw new UnreadableSource('utf16')
  }
}

/** UTF-16 has a byte order mark, or a zero in every other byte of ASCII text. */
function isUtf16(head: Buffer) {
  const mark = head.toString('latin1', 0, 2)
  return (
    mark === '\xff\xfe' || mark === '\xfe\xff' || /^(?:[^\0]\0){8}|^(?:\0[^\0]){8}/.test(head.toString('latin1', 0, 16))
  )
}

/** Says in a sentence what is wrong with a packed file. */
async function* readable(chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  } catch (error) {
    const text = String(error)
    if (/unexpected end/i.test(text)) throw new UnreadableSource('packedShort')
    if (/Z_|zlib|incorrect|invalid|checksum/i.test(text)) throw new UnreadableSource('packedDamaged')
    throw error
  }
}

/** Takes a byte order mark away. */
async function peek(chunks: AsyncGenerator<Uint8Array>): Promise<{ first: Buffer; chunks: AsyncIterator<Uint8Array> }> {
  const { value, done } = await chunks.next()
  const whole = done ? Buffer.alloc(0) : Buffer.from(value.buffer, value.byteOffset, value.length)
  const first = whole.toString('latin1', 0, 3) === '\xef\xbb\xbf' ? whole.subarray(3) : whole
  async function* all() {
    yield first
    yield* chunks
  }
  return { first, chunks: all() }
}
