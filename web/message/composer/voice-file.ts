import type { ChannelRules } from '../../../src/channel/rules.contract'

/** MP3 for WhatsApp; else .m4a or .ogg if the browser records them, because content must match the name. */
export async function voiceFile(
  recorded: Blob,
  extension: ChannelRules['voiceFileExtension'],
  atMs: number,
): Promise<File> {
  const name = `audio-${atMs}`
  if (extension === 'm4a' && recorded.type.startsWith('audio/mp4')) {
    return new File([recorded], `${name}.m4a`, { type: 'audio/mp4' })
  }
  const ogg = extension === 'ogg' ? await oggIn(recorded) : undefined
  if (ogg) return new File([ogg], `${name}.ogg`, { type: 'audio/ogg' })
  // The encoder is loaded with the first recording.
  const { encodeMp3 } = await import('./encode-mp3')
  return new File([await encodeMp3(recorded)], `${name}.mp3`, { type: 'audio/mpeg' })
}

/** Firefox records OGG; Chromium records the same packets in WebM. */
async function oggIn(recorded: Blob): Promise<BlobPart | undefined> {
  if (recorded.type.startsWith('audio/ogg')) return recorded
  return recorded.type.startsWith('audio/webm') ? webmToOgg(new Uint8Array(await recorded.arrayBuffer())) : undefined
}

/** Elements that contain others are entered; all others are skipped by their size. */
const entered = new Set([0x18538067, 0x1f43b675, 0x1654ae6b, 0xae, 0xa0])
const codecPrivateId = 0x63a2
const simpleBlockId = 0xa3
const blockId = 0xa1
/** Lacing puts several packets into one block, which browsers do not do. */
const lacingFlags = 0x06

/** Opus packets are not encoded again. Undefined for anything but one track of Opus. */
export function webmToOgg(webm: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  let head: Uint8Array | undefined
  const packets: Uint8Array[] = []
  let at = 0
  while (at < webm.length) {
    const id = readId(webm, at)
    const size = id && readSize(webm, id.next)
    if (!size) break
    at = size.next
    if (entered.has(id.value)) continue
    // Only elements that are entered may have an unknown size.
    if (size.value === undefined) return undefined
    const end = Math.min(webm.length, at + size.value)
    if (id.value === codecPrivateId) head ??= webm.subarray(at, end)
    if (id.value === simpleBlockId || id.value === blockId) {
      const packet = packetIn(webm.subarray(at, end))
      if (!packet) return undefined
      packets.push(packet)
    }
    at = end
  }
  const isOpus = head !== undefined && new TextDecoder().decode(head.subarray(0, 8)) === 'OpusHead'
  return isOpus && head && packets.length > 0 ? oggOf(head, packets) : undefined
}

/** A block begins with its track, a time of two bytes, and flags. */
function packetIn(block: Uint8Array): Uint8Array | undefined {
  const track = readSize(block, 0)
  if (!track) return undefined
  const flags = block[track.next + 2] ?? 0
  return flags & lacingFlags ? undefined : block.subarray(track.next + 3)
}

interface EbmlNumber {
  /** Without the bit that marks the length. */
  value: number
  marked: number
  isAllOnes: boolean
  next: number
}

/** Ids keep their length marker. */
function readId(bytes: Uint8Array, at: number) {
  const read = readNumber(bytes, at)
  return read && { value: read.marked, next: read.next }
}

/** A size with all bits set is unknown: its value is undefined. */
function readSize(bytes: Uint8Array, at: number) {
  const read = readNumber(bytes, at)
  return read && { value: read.isAllOnes ? undefined : read.value, next: read.next }
}

/** Reads a number whose first byte tells its length. */
function readNumber(bytes: Uint8Array, at: number): EbmlNumber | undefined {
  const first = bytes[at]
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return undefined
  const marker = 0x80 >> (length - 1)
  let value = first & (marker - 1)
  let isAllOnes = value === marker - 1
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index] ?? 0
    value = value * 256 + byte
    isAllOnes &&= byte === 0xff
  }
  return { value, marked: marker * 256 ** (length - 1) + value, isAllOnes, next: at + length }
}

/** Samples are counted at 48 kHz, whatever the recording had (RFC 7845). */
const samplesPerMs = 48
const packetsPerPage = 50
const segmentsMax = 255
const vendor = 'Recado'

/** Returns an OGG file with one stream of Opus. @param head the stream's OpusHead packet */
export function oggOf(head: Uint8Array, packets: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const pages = [pageOf([head], { flags: 2, position: 0, number: 0 }), pageOf([tags()], { position: 0, number: 1 })]
  let position = 0
  let from = 0
  while (from < packets.length) {
    const own: Uint8Array[] = []
    let segments = 0
    for (const packet of packets.slice(from, from + packetsPerPage)) {
      segments += segmentsOf(packet)
      if (segments > segmentsMax && own.length > 0) break
      own.push(packet)
      position += durationMs(packet) * samplesPerMs
    }
    from += own.length
    pages.push(pageOf(own, { flags: from < packets.length ? 0 : 4, position, number: pages.length }))
  }
  const file = new Uint8Array(pages.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const page of pages) {
    file.set(page, at)
    at += page.length
  }
  return file
}

const segmentsOf = ({ length }: Uint8Array) => Math.floor(length / 255) + 1

function tags() {
  const name = new TextEncoder().encode(vendor)
  const packet = new Uint8Array(8 + 4 + name.length + 4)
  packet.set(new TextEncoder().encode('OpusTags'))
  new DataView(packet.buffer).setUint32(8, name.length, true)
  packet.set(name, 12)
  return packet
}

/** Milliseconds of a frame, by the upper five bits of a packet's first byte. */
function frameMs(config: number) {
  if (config < 12) return [10, 20, 40, 60][config % 4] ?? 20
  return config < 16 ? 10 * (1 + (config % 2)) : 2.5 * 2 ** (config % 4)
}

/** Returns the length of an Opus packet by its first bytes (RFC 6716, section 3.1). */
function durationMs(packet: Uint8Array): number {
  const first = packet[0] ?? 0
  const code = first & 3
  const frames = code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 63 : 2
  return frameMs(first >> 3) * frames
}

interface Page {
  /** 2 begins the stream, 4 ends it. */
  flags?: number
  /** Samples until the end of the page. */
  position: number
  number: number
}

function pageOf(packets: readonly Uint8Array[], { flags = 0, position, number }: Page) {
  const lacing = packets.flatMap(({ length }) => [...Array<number>(Math.floor(length / 255)).fill(255), length % 255])
  const size = packets.reduce((sum, { length }) => sum + length, 27 + lacing.length)
  const page = new Uint8Array(size)
  const view = new DataView(page.buffer)
  page.set(new TextEncoder().encode('OggS'))
  view.setUint8(5, flags)
  view.setBigUint64(6, BigInt(Math.round(position)), true)
  view.setUint32(14, 1, true)
  view.setUint32(18, number, true)
  view.setUint8(26, lacing.length)
  page.set(lacing, 27)
  let at = 27 + lacing.length
  for (const packet of packets) {
    page.set(packet, at)
    at += packet.length
  }
  view.setUint32(22, checksum(page), true)
  return page
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let sum = index << 24
  for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  return sum
})

/** CRC-32 as OGG uses it: not reflected, beginning with 0. */
function checksum(bytes: Uint8Array) {
  let sum = 0
  for (const byte of bytes) sum = (sum << 8) ^ (table[((sum >>> 24) ^ byte) & 0xff] ?? 0)
  return sum >>> 0
}
