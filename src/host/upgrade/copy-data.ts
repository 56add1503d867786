import { copyFileSync, existsSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandRefused } from '../../command/command'
import { copyDatabase } from '../../kernel/database/copy-database'
import { databaseBytes } from '../../platform/company/stored-bytes'
import { muteCopiedCatalog } from '../../platform/company/mute-company'
import { countRowsOf, listCompaniesOf, type RowCounts } from './row-counts.view'

/** In a folder of copies, in which sessions are begun and everything is muted. */
export const copyMark = 'copy-for-upgrade'

export interface CopiedCompany {
  id: number
  name: string
  rows: RowCounts
}

/** The copy, and its own copy that the new version makes before it migrates. */
const spaceShare = 2.5

/** Below that the running process takes no files. */
const reserveShare = 0.1
const reserveBytesMax = 2_147_483_648

interface CopyOptions {
  dataDir: string
  folder: string
  /** Only this company. */
  canary?: number
  copied(done: number, of: number): void
}

/** Copies the catalog and the companies' databases, without media, beside the running process. @throws CommandRefused */
export function copyData({ dataDir, folder, canary, copied }: CopyOptions): CopiedCompany[] {
  const companies = listCompaniesOf(join(dataDir, 'platform.sqlite')).filter(
    ({ id }) => (canary === undefined || id === canary) && existsSync(fileOf(dataDir, id)),
  )
  if (companies.length === 0) throw new CommandRefused('There is no such company.')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  assertSpace(dataDir, folder, companies)
  writeFileSync(join(folder, copyMark), '')
  copyFileSync(join(dataDir, 'host.key'), join(folder, 'host.key'))
  copyDatabase(join(dataDir, 'platform.sqlite'), join(folder, 'platform.sqlite'))
  muteCopiedCatalog(join(folder, 'platform.sqlite'))
  return companies.map(({ id, name }, index) => {
    copied(index, companies.length)
    mkdirSync(join(folder, 'companies', String(id)), { recursive: true, mode: 0o700 })
    copyDatabase(fileOf(dataDir, id), fileOf(folder, id))
    return { id, name, rows: countRowsOf(fileOf(folder, id)) }
  })
}

const fileOf = (dataDir: string, id: number) => join(dataDir, 'companies', String(id), 'company.sqlite')

function assertSpace(dataDir: string, folder: string, companies: readonly { id: number }[]) {
  const sizes = companies.map(({ id }) => databaseBytes(join(dataDir, 'companies', String(id))))
  const catalogBytes = statSync(join(dataDir, 'platform.sqlite')).size
  const needed = spaceShare * sizes.reduce((sum, size) => sum + size, catalogBytes)
  const { bavail, blocks, bsize } = statfsSync(folder)
  const reserve = Math.min(reserveShare * blocks * bsize, reserveBytesMax)
  if (needed + reserve < bavail * bsize) return
  rmSync(folder, { recursive: true })
  const megabytes = Math.ceil(needed / 1_000_000)
  throw new CommandRefused(
    `Copies of the data need ${megabytes} MB. Name a folder with --scratch, or a company with --canary.`,
  )
}
