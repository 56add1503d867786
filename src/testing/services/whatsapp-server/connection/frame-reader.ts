import { NOISE_WA_HEADER } from '@whiskeysockets/baileys'

export type FrameReader = (bytes: Uint8Array) => Buffer[]

const LENGTH_BYTES = 3
/** `ED`, two version bytes and the length of the routing info. */
const ROUTING_PREFIX_BYTES = 7

export function toFrame(payload: Uint8Array): Buffer {
  const frame = Buffer.alloc(LENGTH_BYTES + payload.byteLength)
  frame.writeUIntBE(payload.byteLength, 0, LENGTH_BYTES)
  frame.set(payload, LENGTH_BYTES)
  return frame
}

/** Returns a reader for one connection, which skips the introduction header before the first frame. */
export function createFrameReader(): FrameReader {
  let pending: Buffer = Buffer.alloc(0)
  let introduced = false

  return (bytes) => {
    pending = Buffer.concat([pending, bytes])
    if (!introduced) {
      const length = introductionLength(pending)
      if (length === undefined) return []
      pending = pending.subarray(length)
      introduced = true
    }
    const frames: Buffer[] = []
    while (pending.length >= LENGTH_BYTES) {
      const size = pending.readUIntBE(0, LENGTH_BYTES)
      if (pending.length < LENGTH_BYTES + size) break
      frames.push(pending.subarray(LENGTH_BYTES, LENGTH_BYTES + size))
      pending = pending.subarray(LENGTH_BYTES + size)
    }
    return frames
  }
}

/** Length of `[ED 0 1 <length> <routing info>] WA 6 3`, or undefined while it is incomplete. */
function introductionLength(bytes: Buffer): number | undefined {
  if (bytes.length < NOISE_WA_HEADER.length) return undefined
  if (bytes.subarray(0, 2).toString() === 'WA') return NOISE_WA_HEADER.length
  if (bytes.length < ROUTING_PREFIX_BYTES) return undefined
  const total = ROUTING_PREFIX_BYTES + bytes.readUIntBE(4, 3) + NOISE_WA_HEADER.length
  return bytes.length >= total ? total : undefined
}
