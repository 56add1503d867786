import { eq } from 'drizzle-orm'
import type { LocalJob } from '../../kernel/job/jobs'
import { deleteMedia } from '../../kernel/file/media-store'
import '../contact-import.jobs.types'
import { findImport } from '../contact-import.queries'
import { contactImportTable } from '../contact-import.tables'

/** Erases an upload that was never imported. */
export const forgetUploadJob: LocalJob<'contactImport.forget'> = {
  attemptsMax: 5,
  run(ctx, { importId }) {
    const row = findImport(ctx, importId)
    if (row?.state !== 'uploaded') return
    ctx.transaction(() => {
      if (row.mediaId !== null) deleteMedia(ctx, row.mediaId)
      ctx.db.delete(contactImportTable).where(eq(contactImportTable.id, importId)).run()
    })
  },
}
