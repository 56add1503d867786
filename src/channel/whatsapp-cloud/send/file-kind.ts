const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Types that phones show inline, with Meta's largest sizes. Everything else is a document. */
const inline = [
  { kind: 'image', types: /^image\/(jpeg|png)$/, bytesMax: 5 * megabyte },
  { kind: 'video', types: /^video\/(mp4|3gpp)$/, bytesMax: 16 * megabyte },
  { kind: 'audio', types: /^audio\/(aac|mp4|mpeg|amr|ogg)$/, bytesMax: 16 * megabyte },
] as const

/** Returns how Meta takes a file of the type and size. */
export function cloudFileKind(mimeType: string, size: number): 'image' | 'video' | 'audio' | 'document' {
  return inline.find(({ types, bytesMax }) => types.test(mimeType) && size <= bytesMax)?.kind ?? 'document'
}
