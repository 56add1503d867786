import { eq } from 'drizzle-orm'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CompanyId } from '../kernel/ids'
import type { Platform } from './platform'
import { companyTable } from './platform.tables'

/** Notes how much a company keeps on the disk, for the super user's table. Reads without holding anybody up. */
export async function measureCompanyFolder(platform: Platform, id: CompanyId) {
  const folder = platform.files.folderOf(id)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  let folderSize = 0
  let numberFileFolder = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    // A file may go between being listed and being measured.
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
