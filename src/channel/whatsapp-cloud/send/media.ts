import { stat } from 'node:fs/promises'
import { cloudChannel, inlineFileOf } from '../../channel-rules.contract'
import { ChannelError, type OutgoingFile } from '../../channel'
import type { CloudParts } from '../cloud-parts'
import { temporaryWaitMs } from '../graph-failures'
import { textOf } from '../receive/values'
import { cloudFileKind } from './file-kind'

/** Meta takes WebP only as stickers. */
const stickerBytesMax = 100 * 1024

type FileKind = ReturnType<typeof cloudFileKind> | 'sticker'

/** Uploads the file, then refers to it. @throws ChannelError */
export async function fileBody(parts: CloudParts, file: OutgoingFile, caption: string): Promise<object> {
  const size = await sizeOf(file.path)
  const isSticker = file.mimeType === 'image/webp' && caption === '' && size <= stickerBytesMax
  const kind = isSticker ? 'sticker' : cloudFileKind(file.mimeType, size)
  const id = await uploadFile(parts, file, kind)
  const text = caption && kind !== 'audio' ? { caption } : {}
  switch (kind) {
    case 'audio':
      // Phones play other formats, but do not show them as a recording.
      return {
        type: 'audio',
        audio: { id, ...(file.voiceNote && file.mimeType === 'audio/ogg' ? { voice: true } : {}) },
      }
    case 'document':
      return { type: 'document', document: { id, filename: file.name, ...text } }
    default:
      return { type: kind, [kind]: { id, ...text } }
  }
}

/** @throws ChannelError refused when there is no such file */
async function sizeOf(path: string) {
  const { size } = await stat(path).catch(() => {
    throw new ChannelError('refused', 'ERR_NO_MEDIA_FOUND')
  })
  return size
}

/** Meta knows M4A by its container's type, and limits sizes by the type even where the file goes as a document. */
function uploadTypeOf(mimeType: string, kind: FileKind) {
  if (kind === 'document' && inlineFileOf(cloudChannel, mimeType)) return 'application/octet-stream'
  return mimeType === 'audio/x-m4a' ? 'audio/mp4' : mimeType
}

/** Returns the id under which Meta keeps the file for 30 days. @throws ChannelError */
export async function uploadFile(
  parts: CloudParts,
  { path, name, mimeType }: OutgoingFile,
  kind: FileKind,
): Promise<string> {
  const { account, graph } = parts.session()
  const type = uploadTypeOf(mimeType, kind)
  const size = await sizeOf(path)
  try {
    const { id } = await graph.postFile(
      `${account.phoneNumberId}/media`,
      { messaging_product: 'whatsapp', type },
      { path, name, type, size },
    )
    if (textOf(id)) return textOf(id)
  } catch (error) {
    const failure = parts.failed(error)
    // Nobody got a message, whatever became of the file.
    if (failure instanceof ChannelError && failure.reason === 'uncertain')
      throw new ChannelError('limited', failure.message, temporaryWaitMs)
    throw failure
  }
  throw new ChannelError('limited', 'Meta returned no id for the file', temporaryWaitMs)
}
