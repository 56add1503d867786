/** Returns an OGG file with Opus that claims so many seconds, with one second of silent packets of 20 ms (RFC 7845). */
export function opusSilence(seconds: number): Buffer<ArrayBuffer> {
  const head = Buffer.from([...Buffer.from('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.from([4, 0, 0, 0]), Buffer.from('test'), Buffer.alloc(4)])
  const packets = Array.from({ length: 50 }, () => Buffer.from([0xf8, 0xff, 0xfe]))
  return Buffer.concat([page(2, 0, 0, [head]), page(0, 0, 1, [tags]), page(4, seconds * 48_000, 2, packets)])
}

function page(flags: number, position: number, number: number, packets: readonly Buffer[]) {
  const header = Buffer.alloc(27)
  header.write('OggS', 0)
  header.writeUInt8(flags, 5)
  header.writeBigUInt64LE(BigInt(position), 6)
  header.writeUInt32LE(1, 14)
  header.writeUInt32LE(number, 18)
  header.writeUInt8(packets.length, 26)
  const bytes = Buffer.concat([header, Buffer.from(packets.map(({ length }) => length)), ...packets])
  bytes.writeUInt32LE(checksum(bytes), 22)
  return bytes
}

/** CRC-32 as OGG uses it: polynomial 04c11db7, not reflected. */
function checksum(bytes: Buffer) {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}
