import { cloudChannel, inlineFileOf } from '../../channel-rules.contract'

/** Returns how Meta takes a file of the type and size: too large for its kind, it goes as a document. */
export function cloudFileKind(mimeType: string, size: number): 'image' | 'video' | 'audio' | 'document' {
  const inline = inlineFileOf(cloudChannel, mimeType)
  return inline && size <= inline.bytesMax ? inline.kind : 'document'
}
