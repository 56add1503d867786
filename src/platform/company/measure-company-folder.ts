import { eq, isNull } from 'drizzle-orm'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompanyId } from '../../kernel/ids'
import type { Platform } from '../platform'
import { companyTable } from '../platform.tables'

/** Stores the size of a company's folder for the host's list. Yields to the event loop while reading. */
export async function measureCompanyFolder(platform: Platform, id: CompanyId) {
  const folder = platform.files.folderOf(id)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  let folderSize = 0
  let numberFileFolder = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    // A file can be deleted between listing and measuring.
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
    if (!found) continue
    folderSize += found.size
    numberFileFolder++
  }
  platform.catalog.db
    .update(companyTable)
    .set({ folderSize, numberFileFolder, updatedAtFolder: platform.clock.now() })
    .where(eq(companyTable.id, id))
    .run()
}

/** Measures companies that were created since the last nightly measurement. */
export async function measureNewFolders(platform: Platform) {
  const { id, updatedAtFolder } = companyTable
  const rows = platform.catalog.db.select({ id }).from(companyTable).where(isNull(updatedAtFolder)).all()
  for (const row of rows) {
    try {
      await measureCompanyFolder(platform, row.id)
    } catch (error) {
      platform.log.warn('The folder of a company cannot be measured', { company: row.id, error })
    }
  }
}
