import type { ChannelRules } from '../../../src/channel/rules.contract'
import { webmToOgg } from './webm-to-ogg'

/** MP3 for WhatsApp; else .m4a or .ogg if the browser records them, because content must match the name. */
export async function voiceFile(
  recorded: Blob,
  extension: ChannelRules['voiceFileExtension'],
  atMs: number,
): Promise<File> {
  const name = `audio-${atMs}`
  if (extension === 'm4a' && recorded.type.startsWith('audio/mp4')) {
    return new File([recorded], `${name}.m4a`, { type: 'audio/mp4' })
  }
  const ogg = extension === 'ogg' ? await oggIn(recorded) : undefined
  if (ogg) return new File([ogg], `${name}.ogg`, { type: 'audio/ogg' })
  // The encoder is loaded with the first recording.
  const { encodeMp3 } = await import('./encode-mp3')
  return new File([await encodeMp3(recorded)], `${name}.mp3`, { type: 'audio/mpeg' })
}

/** Firefox records OGG; Chromium records the same packets in WebM. */
async function oggIn(recorded: Blob): Promise<BlobPart | undefined> {
  if (recorded.type.startsWith('audio/ogg')) return recorded
  return recorded.type.startsWith('audio/webm') ? webmToOgg(new Uint8Array(await recorded.arrayBuffer())) : undefined
}
