import { constants, crc32, deflateRawSync } from 'node:zlib'

interface ZipEntry {
  path: Buffer
  start: number
  crc: number
  packed: number
  size: number
  isStored: boolean
}

/** Larger numbers are in a record of the Zip64 extension. */
const most = { entries: 0xffff, bytes: 0xffffffff }

/** PKWARE APPNOTE 6.3. Each entry has less than 4 GB. */
export function createZip() {
  const entries: ZipEntry[] = []
  let written = 0
  const count = <Bytes extends Uint8Array>(bytes: Bytes) => {
    written += bytes.length
    return bytes
  }

  function begin(path: string, known: Partial<ZipEntry> = {}) {
    const entry = { path: Buffer.from(path), start: written, crc: 0, packed: 0, size: 0, isStored: false, ...known }
    entries.push(entry)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    writeCommon(header, 4, entry)
    if (entry.isStored) writeSizes(header, 14, entry)
    header.writeUInt16LE(entry.path.length, 26)
    return count(Buffer.concat([header, entry.path]))
  }

  /** Pieces end at a byte boundary, so that they can be concatenated. */
  function write(text: string) {
    const entry = last()
    const bytes = Buffer.from(text)
    const packed = deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, level: 6 })
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    entry.packed += packed.length
    return count(packed)
  }

  function close() {
    const entry = last()
    const final = Buffer.from([0x03, 0x00])
    entry.packed += final.length
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(0x08074b50, 0)
    writeSizes(descriptor, 4, entry)
    return count(Buffer.concat([final, descriptor]))
  }

  const last = () => entries.at(-1) ?? raise()
  const open = (path: string) => begin(path)

  return {
    open,
    write,
    close,
    file: (path: string, text: string) => Buffer.concat([open(path), write(text), close()]),
    /** Begins a file as it is, whose bytes follow through `raw`. */
    openStored: (path: string, { size, crc }: { size: number; crc: number }) =>
      begin(path, { size, crc, packed: size, isStored: true }),
    raw: (bytes: Uint8Array) => count(bytes),
    end() {
      const start = written
      const directory = count(Buffer.concat(entries.map(directoryEntry)))
      return Buffer.concat([directory, endOf(entries.length, directory.length, start)])
    },
  }
}

/** UTF-8 names; 1 January 1980. What is compressed has its sizes in a descriptor behind it. */
function writeCommon(header: Buffer, at: number, { isStored }: ZipEntry) {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(isStored ? 0x0800 : 0x0808, at + 2)
  header.writeUInt16LE(isStored ? 0 : 8, at + 4)
  header.writeUInt16LE(0x21, at + 8)
}

function writeSizes(header: Buffer, at: number, { crc, packed, size }: ZipEntry) {
  header.writeUInt32LE(crc, at)
  header.writeUInt32LE(packed, at + 4)
  header.writeUInt32LE(size, at + 8)
}

function directoryEntry(entry: ZipEntry) {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  writeCommon(header, 6, entry)
  writeSizes(header, 16, entry)
  header.writeUInt16LE(entry.path.length, 28)
  if (entry.start < most.bytes) {
    header.writeUInt32LE(entry.start, 42)
    return Buffer.concat([header, entry.path])
  }
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(entry.start), 4)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(most.bytes, 42)
  return Buffer.concat([header, entry.path, extra])
}

function endOf(entries: number, size: number, start: number) {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries, most.entries), 8)
  end.writeUInt16LE(Math.min(entries, most.entries), 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(Math.min(start, most.bytes), 16)
  return entries < most.entries && start < most.bytes ? end : Buffer.concat([largeEnd(entries, size, start), end])
}

function largeEnd(entries: number, size: number, start: number) {
  const end = Buffer.alloc(56 + 20)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(45, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(BigInt(entries), 24)
  end.writeBigUInt64LE(BigInt(entries), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(start), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(start + size), 64)
  end.writeUInt32LE(1, 72)
  return end
}

function raise(): never {
  throw new Error('No entry is open')
}
