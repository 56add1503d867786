import { refuse } from '../errors'
import { sniffType } from './sniff-type'

const pixelsMax = 50_000_000
const imageTypes = ['image/jpeg', 'image/png', 'image/webp']

/** `Bun.Image` decodes outside the main thread. */
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

/** Scaled down, without metadata such as the location. @throws Refusal ERR_FILE_TOO_LARGE; ERR_INVALID_INPUT for no picture */
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
