import { objectOf, textOf } from '../../../kernel/untyped-json.contract'
import { readBoom } from '../boom-error'
import type { proto, WAMessage, WAMessageKey } from '@whiskeysockets/baileys'
import { ChannelError, type Content } from '../../channel'
import type { WritePiece } from '../../../kernel/outgoing/guarded-fetch'
import { downloadMedia, type MediaHosts } from './media'
import type { MediaSource } from '../receive/message-content'
import type { Socket } from '../session/socket.types'

/** Time limit for the phone to upload a file again. It may be offline. */
const resendTimeoutMs = 30_000

/** Writes the file's bytes in pieces, and asks the phone to upload again what the servers have dropped. */
export async function fetchMedia(
  content: Extract<Content, { source: unknown }>,
  key: WAMessageKey,
  socket: Socket | undefined,
  hosts: MediaHosts,
  write: WritePiece,
): Promise<void> {
  // Stored by `message-content.ts`, which made it a MediaSource.
  const source = content.source as unknown as MediaSource
  if (await downloadMedia(source, hosts, write)) return
  if (await downloadMedia(await requestResend(source, key, socket), hosts, write)) return
  throw new ChannelError('refused', 'The file no longer exists')
}

const partOfType: Record<Exclude<MediaSource['type'], 'md-msg-hist'>, keyof proto.IMessage> = {
  image: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  ptt: 'audioMessage',
  document: 'documentMessage',
  sticker: 'stickerMessage',
}

async function requestResend(source: MediaSource, key: WAMessageKey, socket: Socket | undefined): Promise<MediaSource> {
  if (!socket?.ws.isOpen) throw new ChannelError('offline', 'Not connected to WhatsApp')
  if (source.type === 'md-msg-hist') throw new ChannelError('refused', 'The history is not sent twice')
  const part = partOfType[source.type]
  const { directPath, url } = source
  const message = { key, message: { [part]: { mediaKey: Buffer.from(source.mediaKey, 'base64'), directPath, url } } }
  const timeout = Bun.sleep(resendTimeoutMs).then(() => {
    throw new ChannelError('offline', 'The phone has not sent the file again')
  })
  try {
    const updated = await Promise.race([socket.updateMediaMessage(message as WAMessage), timeout])
    const { directPath: fresh } = objectOf(updated.message?.[part])
    return { ...source, directPath: textOf(fresh) || directPath, url: undefined }
  } catch (error) {
    if (error instanceof ChannelError) throw error
    const { message: text, statusCode } = readBoom(error)
    const isMissing = statusCode === 404 || statusCode === 412 || statusCode === 418
    throw new ChannelError(isMissing ? 'refused' : 'offline', text ?? 'The phone cannot send the file again')
  }
}
