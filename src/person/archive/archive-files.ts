import { crc32 } from 'node:zlib'
import { extname } from 'node:path'
import type { CompanyContext } from '../../kernel/company/company-context'
import { findMediaByKey, type Media, mediaFileExists } from '../../kernel/file/media-store'
import { openMedia } from '../../kernel/file/open-media'
import type { createZip } from '../../kernel/file/zip-writer'

export interface StoredFile {
  /** In the archive, made of nothing that a stranger chose. */
  path: string
  name: string
  type: string
}

/** Browsers would run what is inside. */
const active = /^\.(x?html?|xht|svgz?|xml|mhtml?|js|mjs)$/

export function storedFile(ctx: CompanyContext, url: string | null): (StoredFile & { media: Media }) | undefined {
  const media = url ? findMediaByKey(ctx, url.slice(url.lastIndexOf('/') + 1)) : undefined
  if (!media || !mediaFileExists(ctx, media)) return undefined
  const ending = extname(media.key)
  const path = `media/${media.id}${active.test(ending) ? `${ending}.txt` : ending}`
  return { media, path, name: media.name, type: media.type }
}

const pieceBytes = 1024 * 1024

/** Reads the file twice: its checksum stands before it, so that every program can unpack the archive. */
export async function* zipFile(
  ctx: CompanyContext,
  zip: ReturnType<typeof createZip>,
  { path, media }: { path: string; media: Media },
): AsyncGenerator<Uint8Array> {
  using opened = await openMedia(ctx, media)
  if (!opened) return
  const file = Bun.file(opened.path)
  let [crc, size] = [0, 0]
  for await (const piece of piecesOf(file)) {
    crc = crc32(piece, crc)
    size += piece.length
  }
  yield zip.openStored(path, { size, crc })
  for await (const piece of piecesOf(file)) yield zip.raw(piece)
}

async function* piecesOf(file: Bun.BunFile) {
  const { size } = file
  for (let from = 0; from < size; from += pieceBytes) {
    yield new Uint8Array(await file.slice(from, from + pieceBytes).arrayBuffer())
  }
}
