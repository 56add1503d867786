import { openPicture } from '../../kernel/file/remake-picture'
import { ChannelError } from '../channel'

const pictureBytesMax = 5 * 1024 * 1024
const pictureSizes = [
  { edge: 4096, quality: 85 },
  { edge: 2560, quality: 75 },
]

/** @throws ChannelError refused when its bytes are no picture */
export async function remakePicture(path: string): Promise<Uint8Array> {
  try {
    for (const { edge, quality } of pictureSizes) {
      const picture = openPicture(Bun.file(path)).resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
      const bytes = await picture.jpeg({ quality }).bytes()
      if (bytes.length <= pictureBytesMax) return bytes
    }
  } catch {}
  throw new ChannelError('refused', '131053 Media upload error')
}
