import { refuse } from './errors'
import { sniffType } from './sniff-type'

/** A small file may unpack to a picture that fills the memory. */
const pixelsMax = 50_000_000
const imageTypes = ['image/jpeg', 'image/png', 'image/webp']

/** For `Bun.Image`, which decodes outside the main thread; a picture beyond the limit is refused when it is decoded. */
export function openPicture(source: Uint8Array | Blob) {
  return new Bun.Image(source, { maxPixels: pixelsMax })
}

interface PictureRules {
  /** The member of the body it came as; the refusal names it. */
  field: string
  bytesMax: number
  edgePixelsMax: number
  format: 'png' | 'webp'
}

/**
 * An uploaded picture made anew from its pixels: small, and free of whatever else the file carried, such as where it was
 * taken. @throws Refusal ERR_FILE_TOO_LARGE; ERR_INVALID_INPUT when the bytes are no picture
 */
export async function remakePicture(file: File, { field, bytesMax, edgePixelsMax, format }: PictureRules) {
  if (file.size > bytesMax) refuse('ERR_FILE_TOO_LARGE', { fields: { [field]: 'tooLarge' } })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const refuseImage = () => refuse('ERR_INVALID_INPUT', { fields: { [field]: 'imageOnly' } })
  if (!imageTypes.includes(sniffType(bytes.subarray(0, 64), ''))) refuseImage()
  try {
    const image = openPicture(bytes)
    const small = image.resize(edgePixelsMax, edgePixelsMax, { fit: 'inside', withoutEnlargement: true })
    return await (format === 'png' ? small.png() : small.webp({ quality: 85 })).bytes()
  } catch {
    return refuseImage()
  }
}
