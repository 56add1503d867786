import { constants, existsSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompanyHandle } from '../../kernel/company/company-files'
import { nextTurn } from '../../kernel/company/batches'
import { errorCode } from '../../kernel/errors'
import { pathInFolder } from '../../kernel/file/media-store'
import { keepObjects, listFileKeys, takeObjectKey } from '../../kernel/file/restored-media'
import { createContext } from '../../kernel/company/company-context'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../../platform/platform'

/** Writes the file of a key to a path. Returns false where it has none. */
export type MediaSource = (key: string, path: string) => boolean | Promise<boolean>

interface Source {
  companyId: CompanyId
  folder: string
  media?: MediaSource
  progress?(step: { what: string; done?: number; of?: number }): void
  signal?: AbortSignal
}

/** A sentence about the folder or file that was given. */
export class UnusableCopy extends Error {}

/** Copies the database and migrates the copy. @throws UnusableCopy */
export async function stageDatabase({ files }: Platform, { companyId, folder, progress }: Source, staged: string) {
  const source = join(folder, 'company.sqlite')
  if (!existsSync(source)) throw new UnusableCopy(`${folder} holds no company.sqlite.`)
  progress?.({ what: 'Copying the database' })
  rmSync(staged, { recursive: true, force: true })
  mkdirSync(staged, { recursive: true, mode: 0o700 })
  for (const ending of ['', '-wal']) {
    if (existsSync(source + ending)) await copyFile(source + ending, join(staged, `company.sqlite${ending}`))
  }
  progress?.({ what: 'Checking and migrating the database' })
  try {
    await files.closeAside(await files.openAside(companyId, staged))
  } catch (error) {
    throw new UnusableCopy(`${source} cannot be used: ${(error as Error).message}`)
  }
  for (const name of readdirSync(staged)) if (name.startsWith('company.sqlite.before-')) rmSync(join(staged, name))
}

/** Links each file from the present company where it has it, else takes it from the copy. Returns how many neither has. */
export async function stageFiles(
  { files }: Platform,
  handle: CompanyHandle,
  { companyId, folder, media = mediaFolder(folder), progress, signal }: Source,
  staged: string,
) {
  const present = join(files.folderOf(companyId), 'media')
  const today = openOrNone(files, companyId)
  const keys = listFileKeys(handle)
  keepObjects(handle)
  let missing = 0
  for (const [index, key] of keys.entries()) {
    signal?.throwIfAborted()
    const path = pathInFolder(join(staged, 'media'), key)
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    const isThere = (await linkOrCopy(pathInFolder(present, key), path)) || (await media(key, path))
    if (!isThere && !(today && takeObjectKey(handle, today, key))) missing++
    if (index % 100 > 0) continue
    progress?.({ what: 'Files', done: index, of: keys.length })
    await nextTurn()
  }
  return missing
}

function openOrNone(files: Platform['files'], companyId: CompanyId) {
  try {
    return createContext(files.use(companyId))
  } catch {
    return undefined
  }
}

export function mediaFolder(folder: string): MediaSource {
  return (key, path) => linkOrCopy(pathInFolder(join(folder, 'media'), key), path)
}

/** A copy where links are not possible, such as to another disk. Returns false without the file. */
async function linkOrCopy(from: string, to: string) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
  }
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  return true
}
