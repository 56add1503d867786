import { between, count, eq, isNull, max } from 'drizzle-orm'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { existsSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createTurns, inBatches } from '../../kernel/company/batches'
import { measureBucket } from '../../kernel/file/bucket/media-location'
import { type CompanyContext, createContext } from '../../kernel/company/company-context'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { companyTable } from '../platform.tables'
import { databaseBytes } from './stored-bytes'

export async function measureCompanyFolder(platform: Platform, id: CompanyId) {
  const { db } = platform.catalog
  const isIt = eq(companyTable.id, id)
  const folder = platform.files.folderOf(id)
  const known = db.select({ bytes: companyTable.folderSize }).from(companyTable).where(isIt).prepare()
  const bytesBefore = known.get()?.bytes ?? 0
  const { bytes, files } = await measureFolder(folder)
  const bucketBytes = platform.mediaBucket ? await withCompany(platform, id, measureBucket) : 0
  // Stored meanwhile. Some of it may be counted twice, until the next night.
  const folderSize = bytes + bucketBytes + (known.get()?.bytes ?? 0) - bytesBefore
  db.update(companyTable)
    .set({
      folderSize,
      numberFileFolder: files,
      databaseSize: databaseBytes(folder),
      updatedAtFolder: platform.clock.now(),
    })
    .where(isIt)
    .run()
  const rows = await withCompany(platform, id, countAllRows)
  platform.business.note('company.counted', { companyId: id, ...rows })
}

declare module '../business/business' {
  interface BusinessNotes {
    'company.counted': Counted
  }
}

interface Counted {
  companyId: CompanyId
  messages: number
  tickets: number
  contacts: number
}

export function storeCounts({ catalog }: Platform, { companyId, ...counts }: Counted) {
  catalog.db.update(companyTable).set(counts).where(eq(companyTable.id, companyId)).run()
}

async function withCompany<T>({ files }: Platform, id: CompanyId, work: (ctx: CompanyContext) => Promise<T>) {
  const company = await files.ready(id)
  const release = files.pin(id)
  try {
    return await work(createContext(company))
  } finally {
    release()
  }
}

/** A folder that does not exist has no files. */
export async function measureFolder(root: string) {
  const takeTurn = createTurns()
  const folders = existsSync(root) ? [root] : []
  let bytes = 0
  let files = 0
  for (const folder of folders) {
    for (const name of await readdir(folder)) {
      const path = `${folder}/${name}`
      const found = statSync(path, { throwIfNoEntry: false })
      if (found?.isDirectory()) folders.push(path)
      if (found?.isFile()) {
        // Copies share their bytes.
        bytes += found.size / found.nlink
        files++
      }
      await takeTurn()
    }
  }
  return { bytes: Math.round(bytes), files }
}

const countAllRows = async (ctx: CompanyContext) => ({
  messages: await countRows(ctx, 'message'),
  tickets: await countRows(ctx, 'ticket'),
  contacts: await countRows(ctx, 'contact'),
})

const idsAtOnce = 20_000

async function countRows(ctx: CompanyContext, name: 'message' | 'ticket' | 'contact') {
  const table = sqliteTable(name, { id: integer('id').primaryKey() })
  const lastId =
    ctx.db
      .select({ id: max(table.id) })
      .from(table)
      .get()?.id ?? 0
  let rows = 0
  await inBatches<number>(ctx, {
    next: (after = 0) => (after < lastId ? [after + idsAtOnce] : []),
    work(end) {
      const isInRange = between(table.id, end - idsAtOnce + 1, end)
      rows += ctx.db.select({ n: count() }).from(table).where(isInRange).get()?.n ?? 0
    },
  })
  return rows
}

export async function measureNewFolders(platform: Platform) {
  const { id, messages } = companyTable
  const rows = platform.catalog.db.select({ id }).from(companyTable).where(isNull(messages)).all()
  for (const row of rows.filter((one) => platform.files.isOwned(one.id))) {
    try {
      await measureCompanyFolder(platform, row.id)
    } catch (error) {
      platform.log.warn('The folder of a company cannot be measured', { company: row.id, error })
    }
  }
}
