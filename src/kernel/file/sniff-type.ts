const signatures: readonly [string, number, readonly number[]][] = [
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
  ['audio/wav', 8, [0x57, 0x41, 0x56, 0x45]],
  ['application/pdf', 0, [0x25, 0x50, 0x44, 0x46]],
  ['application/zip', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['audio/ogg', 0, [0x4f, 0x67, 0x67, 0x53]],
  ['video/webm', 0, [0x1a, 0x45, 0xdf, 0xa3]],
  ['audio/mpeg', 0, [0x49, 0x44, 0x33]],
  ['audio/mpeg', 0, [0xff, 0xfb]],
  ['audio/mpeg', 0, [0xff, 0xf3]],
  ['audio/mpeg', 0, [0xff, 0xf2]],
  ['audio/aac', 0, [0xff, 0xf1]],
  ['audio/aac', 0, [0xff, 0xf9]],
  ['video/mp4', 4, [0x66, 0x74, 0x79, 0x70]],
]

/** Types that share a container; within such a group the sender's type decides. */
const sameContainer: Record<string, readonly string[]> = {
  'video/mp4': ['video/mp4', 'audio/mp4', 'audio/x-m4a', 'video/quicktime', 'video/3gpp', 'image/heic', 'image/heif'],
  'audio/ogg': ['audio/ogg', 'video/ogg'],
  'video/webm': ['video/webm', 'audio/webm'],
  'application/zip': [
    'application/zip',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
}

/** Harmless without a signature; anything executable is served as plain bytes. */
const plain = [
  'text/plain',
  'text/csv',
  'application/json',
  'text/vcard',
  'application/msword',
  'application/vnd.ms-excel',
]

export function sniffType(head: Uint8Array, claimed: string) {
  const claim = claimed.split(';')[0]?.trim().toLowerCase() ?? ''
  const found = signatures.find(([, at, bytes]) => bytes.every((byte, index) => head[at + index] === byte))?.[0]
  if (!found) return plain.includes(claim) ? claim : 'application/octet-stream'
  return sameContainer[found]?.includes(claim) ? claim : found
}
