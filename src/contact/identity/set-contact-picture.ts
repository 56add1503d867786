import { eq } from 'drizzle-orm'
import '../contact.events'
import type { CompanyContext } from '../../kernel/company/company-context'
import { recordEvent } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { deleteMedia, recordFile, type StagedFile } from '../../kernel/file/media-store'
import { getContactRow } from '../contact.queries'
import { contactTable } from '../contact.tables'

/** Stores the provider's picture of a person or group; undefined when there is none or it is hidden. */
export function setContactPicture(ctx: CompanyContext, id: ContactId, file: StagedFile | undefined) {
  ctx.transaction(() => {
    const { pictureMediaId } = getContactRow(ctx, id)
    const next = file ? recordFile(ctx, file, 'contact', id).id : null
    ctx.db
      .update(contactTable)
      .set({ pictureMediaId: next, pictureCheckedAt: ctx.now })
      .where(eq(contactTable.id, id))
      .run()
    if (pictureMediaId !== null) deleteMedia(ctx, pictureMediaId)
    if (pictureMediaId !== null || next !== null) recordEvent(ctx, 'contact.updated', { contactId: id }, {})
  })
}
