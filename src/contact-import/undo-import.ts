import { eq } from 'drizzle-orm'
import { getContactRow } from '../contact/contact.queries'
import { forgetContactCounts } from '../contact/list/list-contacts'
import { listImportedContacts, removeImportedContact } from '../contact/bulk/store-imported-contact'
import type { CompanyContext } from '../kernel/company/company-context'
import { oneBatch } from '../kernel/company/batches'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { ContactId } from '../kernel/ids'
import { enqueueJob, type LocalJob } from '../kernel/job/jobs'
import { hasConversation } from './contact-use.view'
import { findImport, getImport, undoUntil } from './contact-import.queries'
import { contactImportTable } from './contact-import.tables'
import { endImport } from './run/import-progress'

const contactsAtOnce = 400

/** Imported contacts stay. @throws Refusal ERR_NO_PERMISSION, ERR_NO_IMPORT_FOUND */
export function cancelImport(ctx: CompanyContext, id: number) {
  ctx.transaction(() => {
    const row = getImport(ctx, id)
    if (row.state === 'running') endImport(ctx, row, 'cancelled')
  })
}

/** Not those used or changed since. @throws Refusal ERR_NO_PERMISSION, ERR_NO_IMPORT_FOUND, ERR_CANNOT_UNDO */
export function undoImport(ctx: CompanyContext, id: number) {
  ctx.transaction(() => {
    const row = getImport(ctx, id)
    if (row.state === 'undoing' || row.state === 'undone') return
    if (!undoUntil(ctx, row)) refuse('ERR_CANNOT_UNDO')
    const values = { state: 'undoing' as const, position: 0, announcedAt: ctx.now }
    ctx.db.update(contactImportTable).set(values).where(eq(contactImportTable.id, id)).run()
    recordEvent(ctx, 'contactImport.progressed', {}, { importId: id })
    enqueueJob(ctx, 'contactImport.undo', { importId: id })
  })
}

export const undoImportJob: LocalJob<'contactImport.undo'> = {
  attemptsMax: 10,
  run(ctx, { importId }) {
    const row = findImport(ctx, importId)
    if (row?.state !== 'undoing') return undefined
    let removed = 0
    const isMore = oneBatch<ContactId>(ctx, {
      next: (last) => listImportedContacts(ctx, importId, last ?? row.position, contactsAtOnce),
      work(id) {
        if (isUsed(ctx, id)) return
        removeImportedContact(ctx, id)
        removed++
      },
      noted({ last, done, isMore }) {
        forgetContactCounts(ctx)
        const counters = { removed: row.removed + removed, kept: row.kept + done - removed }
        const state = isMore ? 'undoing' : 'undone'
        const changes = { ...counters, position: last ?? row.position, state } as const
        ctx.db.update(contactImportTable).set(changes).where(eq(contactImportTable.id, importId)).run()
        if (!isMore) recordEvent(ctx, 'contactImport.undone', {}, { importId, ...counters })
      },
    })
    return isMore ? ctx.now : undefined
  },
}

function isUsed(ctx: CompanyContext, id: ContactId) {
  const { createdAt, updatedAt } = getContactRow(ctx, id)
  return updatedAt.getTime() !== createdAt.getTime() || hasConversation(ctx, id)
}
