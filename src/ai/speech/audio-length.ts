/** Returns the length of an OGG file with Opus in seconds, as WhatsApp's voice notes are; undefined for other files. */
export function opusSeconds(bytes: Uint8Array): number | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!buffer.subarray(0, 200).includes('OpusHead')) return undefined
  const last = buffer.lastIndexOf('OggS')
  // The position of the last page's end, in samples at 48 kHz (RFC 7845).
  if (last < 0 || last + 14 > buffer.length) return undefined
  return Number(buffer.readBigInt64LE(last + 6)) / 48_000
}
