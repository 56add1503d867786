import type { ChannelRules } from '../../../src/channel/rules.contract'
import { oggOf } from './ogg-writer'

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
