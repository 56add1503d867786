/**
 * Returns the file of a recording: MP3 for WhatsApp; for other channels .m4a if the browser records MP4, else MP3,
 * because the content must match the name.
 */
export async function voiceFile(recorded: Blob, extension: 'mp3' | 'm4a', atMs: number): Promise<File> {
  const name = `audio-${atMs}`
  if (extension === 'm4a' && recorded.type.startsWith('audio/mp4')) {
    return new File([recorded], `${name}.m4a`, { type: 'audio/mp4' })
  }
  // The encoder is loaded with the first recording.
  const { encodeMp3 } = await import('./encode-mp3')
  return new File([await encodeMp3(recorded)], `${name}.mp3`, { type: 'audio/mpeg' })
}
