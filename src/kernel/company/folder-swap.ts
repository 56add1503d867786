import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompanyId } from '../ids'
import { dayMs } from '../time/durations.contract'

/** Beside `companies/7`: `7.restored` is prepared, `7.replaced-<time>` was replaced, `7.swap` names the kept folder in a swap. */
const folderOf = (dataDir: string) => join(dataDir, 'companies')
const markerName = (id: CompanyId) => `${id}.swap`
const stagedName = (id: CompanyId | string) => `${id}.restored`
const markers = /^(?<id>\d+)\.swap$/
const replaced = /^(?<id>\d+)\.replaced-(?<time>\d{8}T\d{6})(?:-\d+)?$/

export const keptDays = 7

export const stagedFolder = (dataDir: string, id: CompanyId | string) => join(folderOf(dataDir), stagedName(id))

/** Before `swapFolders`, which waits for the disk in the main thread. */
export async function syncStaged(dataDir: string, id: CompanyId | string) {
  const file = await open(join(stagedFolder(dataDir, id), 'company.sqlite'), 'r')
  await file.sync()
  await file.close()
}

/** Puts the folder staged for `of` in place of the company's, which is kept. Both files must be closed. See `finishSwaps` for crashes. */
export function swapFolders(
  dataDir: string,
  id: CompanyId,
  now: Date,
  of: CompanyId | string = id,
): string | undefined {
  const companies = folderOf(dataDir)
  if (of !== id) renameSync(stagedFolder(dataDir, of), stagedFolder(dataDir, id))
  const kept = keptName(companies, `${id}.replaced-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`)
  syncPath(join(stagedFolder(dataDir, id), 'company.sqlite'))
  syncPath(stagedFolder(dataDir, id))
  const marker = join(companies, markerName(id))
  writeFileSync(`${marker}.new`, kept, { mode: 0o600 })
  syncPath(`${marker}.new`)
  renameSync(`${marker}.new`, marker)
  syncPath(companies)
  try {
    finishSwap(companies, id, kept)
  } catch (error) {
    const [present, before] = [join(companies, String(id)), join(companies, kept)]
    if (!existsSync(present) && existsSync(before)) renameSync(before, present)
    rmSync(marker, { force: true })
    throw error
  }
  return existsSync(join(companies, kept)) ? join(companies, kept) : undefined
}

function keptName(companies: string, name: string) {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}-${number}`
    if (!existsSync(join(companies, free))) return free
  }
}

/** Call it before a company's file is opened: completes swaps that have begun, and removes what was only being prepared. */
export function finishSwaps(dataDir: string) {
  const companies = folderOf(dataDir)
  for (const name of namesIn(companies)) {
    const id = markers.exec(name)?.groups?.['id']
    if (id) finishSwap(companies, Number(id), readFileSync(join(companies, name), 'utf8'))
  }
  for (const name of namesIn(companies)) {
    if (/\.restored$|\.swap\.new$/.test(name)) rmSync(join(companies, name), { recursive: true, force: true })
  }
}

function finishSwap(companies: string, id: CompanyId, kept: string) {
  const [present, staged] = [join(companies, String(id)), join(companies, stagedName(id))]
  // Without it, the swap was complete and only the marker is left.
  if (existsSync(staged)) {
    if (existsSync(present)) renameSync(present, join(companies, kept))
    renameSync(staged, present)
    syncPath(companies)
  }
  rmSync(join(companies, markerName(id)), { force: true })
  syncPath(companies)
}

export interface ReplacedFolder {
  companyId: CompanyId
  folder: string
  replacedAt: Date
}

export function listReplacedFolders(dataDir: string): ReplacedFolder[] {
  return namesIn(folderOf(dataDir)).flatMap((name) => {
    const { id, time = '' } = replaced.exec(name)?.groups ?? {}
    if (!id) return []
    const at = time.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z')
    return { companyId: Number(id), folder: join(folderOf(dataDir), name), replacedAt: new Date(at) }
  })
}

export function sweepReplacedFolders(dataDir: string, now: Date) {
  const old = listReplacedFolders(dataDir).filter(
    ({ replacedAt }) => now.getTime() - replacedAt.getTime() > keptDays * dayMs,
  )
  for (const { folder } of old) rmSync(folder, { recursive: true, force: true })
  sweepImporting(folderOf(dataDir), now)
}

/** Removes what moves that were stopped have left. */
function sweepImporting(companies: string, now: Date) {
  for (const name of namesIn(companies)) {
    const folder = join(companies, name)
    if (!/\.importing(?:\.new)?$/.test(name) || now.getTime() - statSync(folder).mtimeMs < keptDays * dayMs) continue
    rmSync(folder, { recursive: true, force: true })
  }
}

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

/** A power cut must not leave a name that leads to nothing. */
function syncPath(path: string) {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
