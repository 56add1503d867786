/**
 * The file a recording is sent as: MP3 for WhatsApp; for the other channels .m4a where the browser records MP4, else MP3,
 * because a file must be what its name says.
 */
export async function voiceFile(recorded: Blob, extension: 'mp3' | 'm4a', atMs: number): Promise<File> {
  const name = `audio-${atMs}`
  if (extension === 'm4a' && recorded.type.startsWith('audio/mp4')) {
    return new File([recorded], `${name}.m4a`, { type: 'audio/mp4' })
  }
  // The encoder is fetched with the first recording only.
  const { encodeMp3 } = await import('./encode-mp3')
  return new File([await encodeMp3(recorded)], `${name}.mp3`, { type: 'audio/mpeg' })
}
