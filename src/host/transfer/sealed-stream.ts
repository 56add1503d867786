import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyOfPassphrase } from '../../kernel/config/passphrase'
import { UnusableCopy } from '../restore/stage-files'

/**
 * The file: a line of JSON, then pieces of a length (4 bytes), a tag and bytes. Each piece is sealed with AES-256-GCM under a key
 * of the passphrase and the line's salt; its nonce is its number and whether it is the last, so that none can be changed, moved or
 * left out (STREAM of Hoang, Reyhanitabar, Rogaway and Vizár).
 */
const magic = 'recado-company'
const formatNow = 1
const pieceBytes = 256 * 1024
const tagBytes = 16
const headLengthMax = 1_000

function nonceOf(number: number, isLast: boolean) {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

export async function* sealStream(plain: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(16)
  const head = Buffer.from(`${JSON.stringify({ magic, format: formatNow, salt: salt.toString('base64') })}\n`)
  yield head
  const key = await keyOfPassphrase(passphrase, salt)
  let number = 0
  const seal = (bytes: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast)).setAAD(head)
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(sealed.length)
    return Buffer.concat([length, cipher.getAuthTag(), sealed])
  }
  let waiting = Buffer.alloc(0)
  for await (const bytes of plain) {
    waiting = waiting.length === 0 ? Buffer.from(bytes) : Buffer.concat([waiting, bytes])
    while (waiting.length > pieceBytes) {
      yield seal(waiting.subarray(0, pieceBytes), false)
      waiting = waiting.subarray(pieceBytes)
    }
  }
  yield seal(waiting, true)
}

const changed = 'The file was changed or is damaged. Copy it again.'
const cutShort = 'The file is cut short. Copy it again.'

/** @throws UnusableCopy */
export async function* unsealStream(sealed: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const source = byteReader(sealed)
  const head = await source.line(headLengthMax)
  const key = await keyOfPassphrase(passphrase, saltOf(head))
  for (let number = 0; ; number++) {
    const length = await source.read(4)
    if (!length) throw new UnusableCopy(cutShort)
    const bytes = length.readUInt32BE()
    if (bytes > pieceBytes) throw new UnusableCopy(number === 0 ? wrong : changed)
    const tag = await source.read(tagBytes)
    const piece = await source.read(bytes)
    if (!tag || !piece) throw new UnusableCopy(cutShort)
    const isLast = await source.isAtEnd()
    const plain = unsealPiece({ key, head, tag, piece, number, isLast })
    // A piece in the middle opens only as such: the end is missing.
    if (!plain && isLast && unsealPiece({ key, head, tag, piece, number, isLast: false }))
      throw new UnusableCopy(cutShort)
    if (!plain) throw new UnusableCopy(number === 0 ? wrong : changed)
    yield plain
    if (isLast) return
  }
}

const wrong = 'The passphrase is another one, or the file was changed.'

interface Piece {
  key: Buffer
  head: Buffer
  tag: Buffer
  piece: Buffer
  number: number
  isLast: boolean
}

function unsealPiece({ key, head, tag, piece, number, isLast }: Piece) {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(head).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(piece), decipher.final()])
  } catch {
    return undefined
  }
}

function saltOf(head: Buffer) {
  let read: { magic?: unknown; format?: unknown; salt?: unknown } | undefined
  try {
    read = JSON.parse(head.toString('utf8'))
  } catch {
    read = undefined
  }
  if (read?.magic !== magic) throw new UnusableCopy('This is no file of recado export.')
  if (read.format !== formatNow)
    throw new UnusableCopy('The file was written by a newer Recado. Update this host first.')
  return Buffer.from(String(read.salt), 'base64')
}

export function byteReader(source: AsyncIterable<Uint8Array>) {
  const pieces = source[Symbol.asyncIterator]()
  let waiting = Buffer.alloc(0)
  let isEnded = false

  async function more() {
    const { value, done } = await pieces.next()
    if (done) isEnded = true
    else waiting = waiting.length === 0 ? Buffer.from(value) : Buffer.concat([waiting, value])
    return !isEnded
  }

  function take(count: number) {
    const taken = waiting.subarray(0, count)
    waiting = waiting.subarray(count)
    return taken
  }

  return {
    /** Undefined when fewer are left. */
    async read(count: number): Promise<Buffer | undefined> {
      while (waiting.length < count) if (!(await more())) return undefined
      return Buffer.from(take(count))
    },
    /** Whatever has arrived, at most `max` bytes; undefined at the end. */
    async some(max: number): Promise<Buffer | undefined> {
      while (waiting.length === 0) if (!(await more())) return undefined
      return take(Math.min(max, waiting.length))
    },
    /** Up to a line feed, which is included; what there is when it is too long. */
    async line(max: number): Promise<Buffer> {
      for (;;) {
        const end = waiting.indexOf(10)
        if (end !== -1 && end < max) return Buffer.from(take(end + 1))
        if (waiting.length >= max || !(await more())) return Buffer.from(take(max))
      }
    },
    async isAtEnd() {
      while (waiting.length === 0) if (!(await more())) return true
      return false
    },
  }
}
