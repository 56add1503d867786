import { existsSync } from 'node:fs'
import { isAdmin } from '../kernel/company/actor'
import { and, asc, desc, eq, gt, inArray, isNull, ne } from 'drizzle-orm'
import { findConnection } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse, required } from '../kernel/errors'
import { findMedia, mediaPath } from '../kernel/file/media-store'
import { addMs } from '../kernel/time/clock'
import { hourMs } from '../kernel/time/durations.contract'
import { findUser } from '../user/user.queries'
import { importRetentionHours, type RowChoice } from './contact-import.contract'
import type { ContactImportView } from './contact-import.calls'
import { contactImportRowTable, contactImportTable } from './contact-import.tables'
import type { SheetTitles } from './upload/guess-columns'

export type ContactImport = typeof contactImportTable.$inferSelect

const listedMax = 20
export const rowsPageSize = 100

export function findImport(ctx: CompanyContext, id: number): ContactImport | undefined {
  return ctx.db.select().from(contactImportTable).where(eq(contactImportTable.id, id)).get()
}

/** @throws Refusal ERR_NO_PERMISSION, ERR_NO_IMPORT_FOUND */
export function getImport(ctx: CompanyContext, id: number): ContactImport {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  return required(findImport(ctx, id), 'ERR_NO_IMPORT_FOUND')
}

/** @throws Refusal as `getImport`, ERR_IMPORT_STARTED */
export function getUpload(ctx: CompanyContext, id: number): ContactImport {
  const upload = getImport(ctx, id)
  if (upload.state !== 'uploaded') refuse('ERR_IMPORT_STARTED')
  return upload
}

/** @throws Refusal ERR_NO_IMPORT_FOUND when the import was erased or its rows are not on this machine */
export function rowsPathOf(ctx: CompanyContext, upload: ContactImport) {
  if (!hasRows(ctx, upload)) refuse('ERR_NO_IMPORT_FOUND')
  return mediaPath(ctx, required(findMedia(ctx, upload.mediaId), 'ERR_NO_IMPORT_FOUND').key)
}

/** False on a node that has taken the company over from another. */
export function hasRows(ctx: CompanyContext, { mediaId }: ContactImport) {
  const media = findMedia(ctx, mediaId)
  return media === undefined || existsSync(mediaPath(ctx, media.key))
}

/** Newest first. @throws Refusal ERR_NO_PERMISSION */
export function listImports(ctx: CompanyContext, listId?: number): ContactImportView[] {
  if (!isAdmin(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const into = contactImportTable.listId
  return ctx.db
    .select()
    .from(contactImportTable)
    .where(and(ne(contactImportTable.state, 'uploaded'), listId === undefined ? isNull(into) : eq(into, listId)))
    .orderBy(desc(contactImportTable.id))
    .limit(listedMax)
    .all()
    .map((row) => presentImport(ctx, row))
}

export function listImportRows(ctx: CompanyContext, importId: number, after: number, limit: number) {
  const { row, outcome, reason, name, number } = contactImportRowTable
  return ctx.db
    .select({ row, outcome, reason, name, number })
    .from(contactImportRowTable)
    .where(and(eq(contactImportRowTable.importId, importId), gt(row, after)))
    .orderBy(asc(row))
    .limit(limit)
    .all()
}

export function presentImport(ctx: CompanyContext, row: ContactImport): ContactImportView {
  const { id, kind, state, fileName, total, done, created, updated, ignored, failed, unverified, removed, kept } = row
  const user = row.userId === null ? undefined : findUser(ctx, row.userId)
  const connection = row.connectionId === null ? undefined : findConnection(ctx, row.connectionId)
  return {
    id,
    kind,
    state,
    fileName,
    total,
    done,
    created,
    updated,
    ignored,
    failed,
    unverified,
    removed,
    kept,
    user: user ? { id: user.id, name: user.name } : null,
    connection: connection ? { id: connection.id, name: connection.name } : null,
    contactListId: row.listId,
    undoUntil: undoUntil(ctx, row)?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

/** Undefined if nothing is to undo, or too late. */
export function undoUntil(
  ctx: CompanyContext,
  { state, created, finishedAt, listId }: ContactImport,
): Date | undefined {
  if (!finishedAt || listId !== null || created === 0 || !['done', 'cancelled', 'failed'].includes(state))
    return undefined
  const until = addMs(finishedAt, importRetentionHours * hourMs)
  return until > ctx.now ? until : undefined
}

export const isImportingContacts = ({ db }: CompanyContext) =>
  db
    .select({ id: contactImportTable.id })
    .from(contactImportTable)
    .where(inArray(contactImportTable.state, ['running', 'undoing']))
    .get() !== undefined

/** Returns whether a row number was chosen; the header and the rows above it never are. */
export function chosenRows(choice: RowChoice, headerRow = 0): (row: number) => boolean {
  const listed = new Set(choice === 'all' ? [] : Array.isArray(choice) ? choice : choice.except)
  const isListed = Array.isArray(choice)
  return (row) => row > headerRow && (choice === 'all' || listed.has(row) === isListed)
}

export function countChosen(rows: number, header: SheetTitles['header'], choice: RowChoice) {
  const choosable = rows - (header ? header.index + 1 : 0)
  if (choice === 'all') return choosable
  const given = new Set(Array.isArray(choice) ? choice : choice.except)
  const listed = [...given].filter((row) => row > (header?.number ?? 0)).length
  return Math.min(choosable, Math.max(0, Array.isArray(choice) ? listed : choosable - listed))
}
