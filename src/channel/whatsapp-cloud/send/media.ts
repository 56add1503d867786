import { stat } from 'node:fs/promises'
import { remakePicture } from '../../meta/remake-picture'
import { type FileRule, fileRuleOf } from '../../channel-files.contract'
import { cloudChannel, inlineFileOf } from '../../channel-rules.contract'
import { ChannelError, type OutgoingFile } from '../../channel'
import type { CloudParts } from '../cloud-parts'
import { temporaryWaitMs } from '../../meta/graph/graph-failures'
import { textOf } from '../../meta/values'
import { measurePixels } from '../../../kernel/file/measure-pixels'

/** Meta takes WebP only as stickers, of this size. */
const stickerBytesMax = 100 * 1024
const stickerPixels = 512

export async function fileBody(parts: CloudParts, file: OutgoingFile, caption: string): Promise<object> {
  const isSticker = caption === '' && (await fitsSticker(file))
  const kind = isSticker ? 'sticker' : kindOf(await ruleOf(file))
  const id = await uploadFile(parts, file, isSticker)
  const text = caption && kind !== 'audio' ? { caption } : {}
  switch (kind) {
    case 'audio':
      // Phones do not show other formats as a recording.
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

async function sizeOf(path: string) {
  const { size } = await stat(path).catch(() => {
    throw new ChannelError('refused', 'ERR_NO_MEDIA_FOUND')
  })
  return size
}

/** @throws ChannelError refused for what Meta would refuse */
async function ruleOf({ path, name, mimeType }: OutgoingFile): Promise<FileRule> {
  const size = await sizeOf(path)
  const rule = fileRuleOf(cloudChannel, { name, type: mimeType }, size)
  if (rule.way === 'refused' || size > rule.bytesMax) throw new ChannelError('refused', '131053 Media upload error')
  return rule
}

const kindOf = ({ way, type }: FileRule) => (way === 'document' ? way : (inlineFileOf(cloudChannel, type)?.kind ?? way))

async function fitsSticker({ path, mimeType }: OutgoingFile) {
  if (mimeType !== 'image/webp' || (await sizeOf(path)) > stickerBytesMax) return false
  const pixels = await measurePixels(Bun.file(path), mimeType)
  return pixels?.width === stickerPixels && pixels.height === stickerPixels
}

/** M4A goes by its container's type, recordings with their codec. */
function uploadTypeOf(type: string) {
  if (type === 'audio/ogg') return 'audio/ogg; codecs=opus'
  return type === 'audio/x-m4a' ? 'audio/mp4' : type
}

export async function uploadFile(parts: CloudParts, file: OutgoingFile, isSticker = false): Promise<string> {
  const { path, name, mimeType } = file
  const { account, graph } = parts.session()
  const rule = isSticker ? undefined : await ruleOf(file)
  const type = uploadTypeOf(rule?.type ?? mimeType)
  const bytes = rule?.way === 'picture' ? await remakePicture(path) : undefined
  const size = bytes?.length ?? (await sizeOf(path))
  try {
    const { id } = await graph.postFile(
      `${account.phoneNumberId}/media`,
      { messaging_product: 'whatsapp', type },
      { path, name, type, size, bytes },
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
