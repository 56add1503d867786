import { eq } from 'drizzle-orm'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompanyId } from '../kernel/ids'
import type { Platform } from './platform'
import { companyTable } from './platform.tables'

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
