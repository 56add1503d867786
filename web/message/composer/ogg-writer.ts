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
