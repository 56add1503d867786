import { eq } from 'drizzle-orm'
import { getContactRow } from '../contact/contact.queries'
import { forgetContactCounts } from '../contact/list/list-contacts'
import { listImportedContacts, removeImportedContact } from '../contact/bulk/store-imported-contact'
import type { CompanyContext } from '../kernel/company/company-context'
import { runWithinBudget } from '../kernel/company/batches'
import { refuse } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { ContactId } from '../kernel/ids'
import { enqueueJob, type LocalJob } from '../kernel/job/jobs'
import './contact-import.events'
import './contact-import.jobs.types'
import { hasConversation } from './contact-use.view'
import { findImport, getImport, undoUntil } from './contact-import.queries'
import { contactImportTable } from './contact-import.tables'
import { endImport } from './run/import-progress'

const contactsAtOnce = 400

/**
 * Stops an import. Imported contacts stay, and can be undone.
 * @throws Refusal ERR_NO_PERMISSION, ERR_NO_IMPORT_FOUND
 */
export function cancelImport(ctx: CompanyContext, id: number) {
  ctx.transaction(() => {
    const row = getImport(ctx, id)
    if (row.state === 'running') endImport(ctx, row, 'cancelled')
  })
}

/**
 * Deletes the contacts that an import created, except those used or changed since.
 * @throws Refusal ERR_NO_PERMISSION, ERR_NO_IMPORT_FOUND, ERR_CANNOT_UNDO
 */
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

/** Deletes a batch of contacts; the import's position is the last one examined. */
export const undoImportJob: LocalJob<'contactImport.undo'> = {
  attemptsMax: 10,
  run(ctx, { importId }) {
    const row = findImport(ctx, importId)
    if (row?.state !== 'undoing') return undefined
    const ids = listImportedContacts(ctx, importId, row.position, contactsAtOnce)
    return ctx.transaction(() => {
      let removed = 0
      const done = runWithinBudget(ctx, ids, (id) => {
        if (isUsed(ctx, id)) return
        removeImportedContact(ctx, id)
        removed++
      })
      forgetContactCounts(ctx)
      const isDone = ids.length === 0
      const counters = { removed: row.removed + removed, kept: row.kept + done - removed }
      const changes = {
        ...counters,
        position: ids[done - 1] ?? row.position,
        ...(isDone && { state: 'undone' as const }),
      }
      ctx.db.update(contactImportTable).set(changes).where(eq(contactImportTable.id, importId)).run()
      if (isDone) recordEvent(ctx, 'contactImport.undone', {}, { importId, ...counters })
      return isDone ? undefined : ctx.now
    })
  },
}

/** Whether the contact has messages or schedules, or was changed since the import. */
function isUsed(ctx: CompanyContext, id: ContactId) {
  const { createdAt, updatedAt } = getContactRow(ctx, id)
  return updatedAt.getTime() !== createdAt.getTime() || hasConversation(ctx, id)
}
