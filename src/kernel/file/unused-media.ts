import { and, eq, gt, lt, lte, max, notExists, notInArray } from 'drizzle-orm'
import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { inBatches } from '../company/batches'
import type { CompanyContext } from '../company/company-context'
import { type CompanyHandle, perCompany } from '../company/company-files'
import { inList } from '../database/expressions'
import { listColumnsLike } from '../database/listed-columns'
import { statement } from '../database/statement'
import { type MediaKind, mediaTable } from './media.tables'

/** Owners name these by key, in JSON. */
const namedByKey: MediaKind[] = ['flow', 'file-list']

const idsAtOnce = 500
const rowsAtOnce = 20_000

function mediaColumns({ db, sqlite }: CompanyHandle) {
  const columns = listColumnsLike(sqlite, '%media\\_id').map(({ table: name, column, isIndexed }) => {
    const table = sqliteTable(name, { rowid: integer('rowid').notNull(), mediaId: integer(column).notNull() })
    const lastRow =
      db
        .select({ id: max(table.rowid) })
        .from(table)
        .get()?.id ?? 0
    return { table, isIndexed, lastRow }
  })
  return columns.toSorted((a, b) => a.lastRow - b.lastRow)
}

interface Range {
  after: number
  end: number
}

const { id, ownerId, kind, createdAt } = mediaTable

const unowned = perCompany((company) => {
  const columns = mediaColumns(company)
  return statement((db, of: Range & { before: Date }) => {
    const isUnnamed = columns.map(({ table, isIndexed }) => {
      const isOwner = isIndexed ? undefined : eq(table.rowid, ownerId)
      return notExists(
        db
          .select()
          .from(table)
          .where(and(isOwner, eq(table.mediaId, id))),
      )
    })
    return db
      .select({ id })
      .from(mediaTable)
      .where(
        and(gt(id, of.after), lte(id, of.end), lt(createdAt, of.before), notInArray(kind, namedByKey), ...isUnnamed),
      )
  })
})

export async function listUnused(ctx: CompanyContext, before: Date, most: number): Promise<number[]> {
  const lastId =
    ctx.db
      .select({ id: max(id) })
      .from(mediaTable)
      .get()?.id ?? 0
  const found = new Set<number>()
  await inBatches<number>(ctx, {
    next: (after = 0) => (after < lastId && found.size < most ? [after + idsAtOnce] : []),
    work(end) {
      for (const { id } of unowned(ctx.company).all(ctx, { after: end - idsAtOnce, end, before })) found.add(id)
    },
  })
  await dropNamed(ctx, found)
  return [...found].slice(0, most)
}

export function isUnowned(ctx: CompanyContext, id: number, before: Date): boolean {
  return unowned(ctx.company).get(ctx, { after: id - 1, end: id, before }) !== undefined
}

async function dropNamed(ctx: CompanyContext, ids: Set<number>) {
  for (const { table, lastRow } of mediaColumns(ctx.company)) {
    const { rowid, mediaId } = table
    const named = statement((db, of: Range & { ids: number[] }) =>
      db
        .select({ id: mediaId })
        .from(table)
        .where(and(gt(rowid, of.after), lte(rowid, of.end), inList(mediaId, of.ids))),
    )
    await inBatches<number>(ctx, {
      next: (after = 0) => (after < lastRow && ids.size > 0 ? [after + rowsAtOnce] : []),
      work(end) {
        for (const { id } of named.all(ctx, { after: end - rowsAtOnce, end, ids: [...ids] })) ids.delete(id)
      },
    })
  }
}
