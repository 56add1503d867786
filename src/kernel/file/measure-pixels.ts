import { openPicture } from './remake-picture'

export interface Pixels {
  width: number
  height: number
}

/** Photos have a colour profile, thumbnail and depth map before their size. */
const pictureHeadBytes = 1_048_576

export async function measurePixels(file: Blob, type: string): Promise<Pixels | undefined> {
  if (type.startsWith('image/')) return measurePicture(file)
  if (type.startsWith('video/') && type !== 'video/webm') return measureVideo(file)
  return undefined
}

async function measurePicture(file: Blob) {
  try {
    const { width, height } = await openPicture(file.slice(0, pictureHeadBytes)).metadata()
    return { width, height }
  } catch {
    return undefined
  }
}

interface Box {
  type: string
  from: number
  to: number
}

const boxesMax = 100

/** The first visible track of MP4 or QuickTime (ISO/IEC 14496-12). */
async function measureVideo(file: Blob): Promise<Pixels | undefined> {
  const movie = (await readBoxes(file, { from: 0, to: file.size }, 'moov'))[0]
  if (!movie) return undefined
  for (const track of await readBoxes(file, movie, 'trak')) {
    const header = (await readBoxes(file, track, 'tkhd'))[0]
    const pixels = header && readTrackHeader(await viewOf(file, header.from, header.from + trackHeaderBytes))
    if (pixels) return pixels
  }
  return undefined
}

async function readBoxes(file: Blob, within: Pick<Box, 'from' | 'to'>, type: string): Promise<Box[]> {
  const found: Box[] = []
  let at = within.from
  for (let count = 0; count < boxesMax && at + 8 <= within.to; count++) {
    const head = await viewOf(file, at, at + 16)
    if (head.byteLength < 8) break
    const { size, headBytes } = sizeOf(head, within.to - at)
    if (size < headBytes) break
    const box = { type: nameOf(head), from: at + headBytes, to: Math.min(at + size, within.to) }
    if (box.type === type) found.push(box)
    at += size
  }
  return found
}

/** 1 is followed by the size in 64 bits; 0 means up to the end. */
function sizeOf(head: DataView, rest: number) {
  const size = head.getUint32(0)
  if (size === 1) return { size: head.byteLength < 16 ? 0 : Number(head.getBigUint64(8)), headBytes: 16 }
  return { size: size === 0 ? rest : size, headBytes: 8 }
}

const nameOf = (head: DataView) => String.fromCharCode(...new Uint8Array(head.buffer, 4, 4))

const viewOf = async (file: Blob, from: number, to: number) => new DataView(await file.slice(from, to).arrayBuffer())

/** Length of a header whose times have 64 bits. */
const trackHeaderBytes = 96

/** Sizes are 16.16 fixed-point. A turned video's matrix has no diagonal. */
function readTrackHeader(header: DataView): Pixels | undefined {
  const matrixAt = header.byteLength > 0 && header.getUint8(0) === 1 ? 52 : 40
  if (header.byteLength < matrixAt + 44) return undefined
  const isTurned = header.getInt32(matrixAt) === 0 && header.getInt32(matrixAt + 16) === 0
  const [width, height] = [header.getUint32(matrixAt + 36) >>> 16, header.getUint32(matrixAt + 40) >>> 16]
  if (width === 0 || height === 0) return undefined
  return isTurned ? { width: height, height: width } : { width, height }
}
