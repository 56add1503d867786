import { refuse } from '../errors'
import { sniffType } from './sniff-type'

/** A small file can decode to a picture that fills the memory. */
const pixelsMax = 50_000_000
const imageTypes = ['image/jpeg', 'image/png', 'image/webp']

/** `Bun.Image` decodes outside the main thread and refuses pictures above the limit. */
export function openPicture(source: Uint8Array | Blob) {
  return new Bun.Image(source, { maxPixels: pixelsMax })
}

interface PictureRules {
  field: string
  bytesMax: number
  edgePixelsMax: number
  format: 'png' | 'webp' | 'jpeg'
  quality?: number
}

/**
 * Re-encodes an uploaded picture from its pixels, scaled down and without metadata such as the location.
 * @throws Refusal ERR_FILE_TOO_LARGE; ERR_INVALID_INPUT when the bytes are no picture
 */
export async function remakePicture(
  file: File,
  { field, bytesMax, edgePixelsMax, format, quality = 85 }: PictureRules,
) {
  if (file.size > bytesMax) refuse('ERR_FILE_TOO_LARGE', { fields: { [field]: 'tooLarge' } })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const refuseImage = () => refuse('ERR_INVALID_INPUT', { fields: { [field]: 'imageOnly' } })
  if (!imageTypes.includes(sniffType(bytes.subarray(0, 64), ''))) refuseImage()
  try {
    const image = openPicture(bytes)
    const small = image.resize(edgePixelsMax, edgePixelsMax, { fit: 'inside', withoutEnlargement: true })
    return await (format === 'png' ? small.png() : small[format]({ quality })).bytes()
  } catch {
    return refuseImage()
  }
}
