import { constants, existsSync, linkSync, mkdirSync } from 'node:fs'
import { copyFile, rename, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { measurePixels } from '../../kernel/file/measure-pixels'
import { keyOf, mediaPath, recordFile, type StagedFile } from '../../kernel/file/media-store'
import { sniffType } from '../../kernel/file/sniff-type'
import type { MoveInFiles } from '../../kernel/move-in/move-in-step'
import type { ImportBook } from './import-book'
import type { MediaSource } from './media-source'
import { moveInOf, type Walk } from './run-steps'

const together = 20

type Waiting = ReturnType<ImportBook['filesAfter']>[number]

/** Links the files of rows that were taken, or copies them where links are not possible. A stopped one continues. */
export async function placeFiles(walk: Walk, book: ImportBook, source: MediaSource) {
  const { ctx, signal, progress } = walk
  const kinds = new Map(
    walk.steps.flatMap(({ table, files = {} }) =>
      Object.entries(files).map(([kind, of]) => [kind, { of, moveIn: moveInOf(walk, book, table) }] as const),
    ),
  )
  let done = 0
  let waiting = book.filesAfter(0, together)
  while (waiting.length > 0) {
    signal?.throwIfAborted()
    const placed: { file: Waiting; staged: StagedFile | undefined }[] = []
    for (const file of waiting) placed.push({ file, staged: await placeFile(walk, book, source, file) })
    ctx.transaction(() => {
      for (const { file, staged } of placed) {
        const kind = kinds.get(file.kind)
        if (kind) note(kind.of, kind.moveIn, file, staged, walk)
        book.tally('media', staged ? 'found' : 'missing', '', 1)
        if (!staged) book.note('media', String(file.rowId), { code: 'fileMissing', values: { path: file.path } })
        book.dropFile(file.id)
      }
    })
    done += waiting.length
    progress({ what: 'Files', done })
    waiting = book.filesAfter(waiting.at(-1)?.id ?? 0, together)
  }
}

function note(
  of: MoveInFiles,
  moveIn: ReturnType<typeof moveInOf>,
  { rowId, path }: Waiting,
  staged: StagedFile | undefined,
  { ctx }: Walk,
) {
  if (!staged) return of.missing?.(moveIn, rowId, nameOf(path))
  of.placed(moveIn, rowId, recordFile(ctx, staged, of.kind, of.ownerOf?.(rowId) ?? rowId))
}

const nameOf = (path: string) => basename(path.replace(/[?#].*$/, '')).slice(0, 255)

/** The key is the same each time, so that one that was linked just before a crash is used. */
async function placeFile({ ctx, isInUse }: Walk, book: ImportBook, source: MediaSource, file: Waiting) {
  const from = source.find(file.path)
  if (from === undefined) return undefined
  const name = file.name || basename(from)
  const hash = new Bun.CryptoHasher('sha256').update(`${book.source} ${file.kind} ${file.rowId} ${file.path}`)
  const key = keyOf(file.at, hash.digest('base64url').slice(0, 24), name)
  const path = mediaPath(ctx, key)
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  const { size } = await stat(from)
  if (!existsSync(path)) {
    await linkOrCopy(from, path)
    if (isInUse) ctx.company.services.storedBytes.add(ctx.company.id, size)
  }
  const bytes = Bun.file(path)
  const type = sniffType(new Uint8Array(await bytes.slice(0, 64).arrayBuffer()), Bun.file(name).type)
  const pixels = await measurePixels(bytes, type)
  return { key, type, size, name: name.slice(0, 255), ...(pixels ? { pixels } : {}) }
}

/** A copy has its name only when it is complete. */
async function linkOrCopy(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    await copyFile(from, `${to}.part`, constants.COPYFILE_FICLONE)
    await rename(`${to}.part`, to)
  }
}
