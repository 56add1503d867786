import { eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '../company/company-context'
import { mediaInFolderTable, mediaRemovalTable, mediaTable, mediaUploadTable } from './media.tables'

const { key, objectKey } = mediaTable

/** Of files in the company's folder, not in the bucket. */
export const listFileKeys = ({ db }: Pick<CompanyContext, 'db'>) =>
  db
    .select({ key })
    .from(mediaTable)
    .where(isNull(objectKey))
    .all()
    .map((row) => row.key)

/** A file may have been moved to the bucket since. Returns whether it was. */
export function takeObjectKey(restored: Pick<CompanyContext, 'db'>, present: CompanyContext, fileKey: string) {
  const found = present.db.select({ objectKey }).from(mediaTable).where(eq(key, fileKey)).get()
  if (!found?.objectKey) return false
  restored.db.update(mediaTable).set({ objectKey: found.objectKey }).where(eq(key, fileKey)).run()
  return true
}

/** What the restored state was about to delete has been deleted, and what it still has must stay. */
export const keepObjects = ({ db }: Pick<CompanyContext, 'db'>) => void db.delete(mediaRemovalTable).run()

export const listAllKeys = ({ db }: Pick<CompanyContext, 'db'>) =>
  db.select({ key, size: mediaTable.size }).from(mediaTable).all()

/** In an exported copy every file comes along; the bucket belongs to the host. */
export function stayInFolder({ db }: Pick<CompanyContext, 'db'>) {
  db.update(mediaTable).set({ objectKey: null }).run()
  for (const table of [mediaUploadTable, mediaRemovalTable, mediaInFolderTable]) db.delete(table).run()
}
