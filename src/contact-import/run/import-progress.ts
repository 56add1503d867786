import { eq } from 'drizzle-orm'
import { planCheck } from '../../contact-list/check-list'
import { forgetContactCounts } from '../../contact/list/list-contacts'
import type { CompanyContext } from '../../kernel/company/company-context'
import { statement } from '../../kernel/database/statement'
import { recordEvent } from '../../kernel/event/event-log'
import { deleteMedia } from '../../kernel/file/media-store'
import type { SpreadsheetRow } from '../../kernel/spreadsheet/rows-file'
import type { RowReason } from '../contact-import.contract'
import type { ContactImport } from '../contact-import.queries'
import { contactImportRowTable, contactImportTable } from '../contact-import.tables'

const announceMs = 2000

export interface RowResult {
  outcome: 'created' | 'updated' | 'ignored' | 'failed'
  reason?: RowReason
  name: string
  number: string
}

const { importId, row } = contactImportRowTable

const note = statement((db, of: typeof contactImportRowTable.$inferSelect) => {
  const said = { outcome: of.outcome, reason: of.reason, name: of.name, number: of.number }
  return db
    .insert(contactImportRowTable)
    .values({ importId: of.importId, row: of.row, ...said })
    .onConflictDoUpdate({ target: [importId, row], set: said })
})

const noted = 200

/** Saved with the position. */
export function createProgress(ctx: CompanyContext, row: ContactImport) {
  const next = { ...row }
  return {
    count({ number: rowNumber }: SpreadsheetRow, { outcome, reason, name, number }: RowResult) {
      next.done++
      next[outcome]++
      if (reason === 'unverified') next.unverified++
      if (reason) {
        const said = { outcome, reason, name: name.slice(0, noted), number: number.slice(0, noted) }
        note.run(ctx, { importId: row.id, row: rowNumber, ...said })
      }
    },
    pass(rows: readonly SpreadsheetRow[]) {
      next.position = rows.at(-1)?.next ?? next.position
      next.rowsLeft -= rows.length
    },
    save() {
      const isDue = ctx.now.getTime() - (row.announcedAt?.getTime() ?? 0) >= announceMs
      if (isDue) next.announcedAt = ctx.now
      const { position, rowsLeft, done, created, updated, ignored, failed, unverified, announcedAt } = next
      ctx.db
        .update(contactImportTable)
        .set({ position, rowsLeft, done, created, updated, ignored, failed, unverified, announcedAt })
        .where(eq(contactImportTable.id, row.id))
        .run()
      if (!isDue) return
      recordEvent(ctx, 'contactImport.progressed', {}, { importId: row.id })
      noteChange(ctx, row)
    },
  }
}

export function endImport(ctx: CompanyContext, row: ContactImport, state: 'done' | 'cancelled' | 'failed') {
  ctx.transaction(() => {
    const { id, created, updated } = row
    deleteMedia(ctx, row.mediaId)
    ctx.db
      .update(contactImportTable)
      .set({ state, mediaId: null, finishedAt: ctx.now, rowsLeft: 0 })
      .where(eq(contactImportTable.id, id))
      .run()
    recordEvent(ctx, 'contactImport.ended', {}, { importId: id, state, created, updated })
    noteChange(ctx, row)
  })
}

function noteChange(ctx: CompanyContext, { listId }: ContactImport) {
  if (listId === null) return forgetContactCounts(ctx)
  recordEvent(ctx, 'contactListItems.changed', {}, { inListId: listId })
  planCheck(ctx, listId)
}
