import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { UnusableCopy } from '../restore/stage-files'
import { byteReader, sealStream, unsealStream } from './sealed-stream'

/** An entry is its name and size in JSON after the length of that, then its bytes. An empty name ends the file. */
interface EntryHead {
  name: string
  size: number
}

export type Entry = { name: string } & ({ path: string } | { bytes: Buffer })

function headOf(head: EntryHead) {
  const json = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([length, json])
}

async function* framed(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) {
    if ('bytes' in entry) {
      yield headOf({ name: entry.name, size: entry.bytes.length })
      yield entry.bytes
      continue
    }
    const { size } = statSync(entry.path)
    yield headOf({ name: entry.name, size })
    // A file that grows meanwhile would shift everything after it.
    if (size > 0) yield* createReadStream(entry.path, { end: size - 1 })
  }
  yield headOf({ name: '', size: 0 })
}

/** Compressed and sealed. The file appears under its name when it is complete. */
export async function writeTransferFile(
  path: string,
  passphrase: string,
  entries: AsyncIterable<Entry>,
  signal: AbortSignal | undefined,
) {
  const part = `${path}.part`
  try {
    await pipeline(
      Readable.from(framed(entries)),
      createZstdCompress(),
      (plain: AsyncIterable<Uint8Array>) => sealStream(plain, passphrase),
      createWriteStream(part, { mode: 0o600 }),
      { signal: signal ?? new AbortController().signal },
    )
    const file = await open(part, 'r')
    await file.sync()
    await file.close()
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

export interface ReadEntry extends EntryHead {
  bytes(): AsyncGenerator<Buffer>
}

const headLengthMax = 10_000_000

/** Calls `take` for each entry in order; bytes that it leaves are passed over. @throws UnusableCopy; what `take` throws */
export async function readTransferFile(
  path: string,
  passphrase: string,
  take: (entry: ReadEntry) => Promise<void>,
  signal?: AbortSignal,
) {
  await pipeline(
    createReadStream(path),
    (sealed: AsyncIterable<Uint8Array>) => unsealStream(sealed, passphrase),
    createZstdDecompress(),
    async (plain: AsyncIterable<Uint8Array>) => {
      const source = byteReader(plain)
      for (;;) {
        const head = await readHead(source)
        if (head.name === '') break
        let left = head.size
        async function* bytes() {
          while (left > 0) {
            const piece = (await source.some(left)) ?? incomplete()
            left -= piece.length
            yield piece
          }
        }
        await take({ ...head, bytes })
        for await (const _ of bytes()) if (left === 0) break
      }
      // The last piece says that nothing was cut off.
      if (!(await source.isAtEnd())) incomplete()
    },
    { signal: signal ?? new AbortController().signal },
  )
}

async function readHead(source: ReturnType<typeof byteReader>): Promise<EntryHead> {
  const length = (await source.read(4))?.readUInt32BE() ?? incomplete()
  if (length > headLengthMax) incomplete()
  const json = (await source.read(length)) ?? incomplete()
  return JSON.parse(json.toString('utf8')) as EntryHead
}

function incomplete(): never {
  throw new UnusableCopy('The file is damaged. Copy it again.')
}
