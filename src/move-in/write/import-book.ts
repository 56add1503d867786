import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { CompanyContext } from '../../kernel/company/company-context'
import type { MoveInNote, NoteValues } from '../../kernel/move-in/move-in-reasons.contract'
import { readStored } from '../../kernel/untyped-json.contract'
import { statement } from '../../kernel/database/statement'
import {
  importCursorTable,
  importFileTable,
  importLaterTable,
  importMapTable,
  importNoteTable,
  importSourceTable,
  importTallyTable,
} from '../move-in.tables'

type Outcome = (typeof importTallyTable.$inferSelect)['outcome']
interface Note {
  code: MoveInNote
  values: NoteValues
}

export interface Linked {
  id: number
  changedAt: Date | null
  state: number | null
}

type NewFile = Omit<typeof importFileTable.$inferInsert, 'id' | 'source'>

const { source, tableName, old } = importMapTable
const tally = importTallyTable

const statements = {
  find: statement((db, of: { source: number; table: string; old: string }) =>
    db
      .select({ id: importMapTable.new })
      .from(importMapTable)
      .where(and(eq(source, of.source), eq(tableName, of.table), eq(old, of.old))),
  ),
  recall: statement((db, of: { source: number; table: string; old: string }) =>
    db
      .select({ id: importMapTable.new, changedAt: importMapTable.changedAt, state: importMapTable.state })
      .from(importMapTable)
      .where(and(eq(source, of.source), eq(tableName, of.table), eq(old, of.old))),
  ),
  link: statement((db, of: { source: number; table: string; old: string } & Linked) =>
    db
      .insert(importMapTable)
      .values({
        source: of.source,
        tableName: of.table,
        old: of.old,
        new: of.id,
        changedAt: of.changedAt,
        state: of.state,
      })
      .onConflictDoNothing(),
  ),
  relink: statement((db, of: { source: number; table: string; old: string } & Omit<Linked, 'id'>) =>
    db
      .update(importMapTable)
      .set({ changedAt: of.changedAt, state: of.state })
      .where(and(eq(source, of.source), eq(tableName, of.table), eq(old, of.old))),
  ),
  later: statement((db, of: { source: number; kind: string; rowId: number; table: string; old: string }) =>
    db
      .insert(importLaterTable)
      .values({ source: of.source, kind: of.kind, rowId: of.rowId, tableName: of.table, old: of.old }),
  ),
  file: statement((db, of: { source: number; kind: string; rowId: number; path: string; name: string; at: Date }) =>
    db
      .insert(importFileTable)
      .values({ source: of.source, kind: of.kind, rowId: of.rowId, path: of.path, name: of.name, at: of.at }),
  ),
  tally: statement((db, of: { source: number; table: string; outcome: Outcome; reason: string; rows: number }) =>
    db
      .insert(tally)
      .values({ source: of.source, tableName: of.table, outcome: of.outcome, reason: of.reason, rows: of.rows })
      .onConflictDoUpdate({
        target: [tally.source, tally.tableName, tally.outcome, tally.reason],
        set: { rows: sql`${tally.rows} + ${of.rows}` },
      }),
  ),
  note: statement((db, of: { source: number; table: string; old: string; text: string }) =>
    db.insert(importNoteTable).values({ source: of.source, tableName: of.table, old: of.old, text: of.text }),
  ),
  cursor: statement((db, of: { source: number; step: string; place: string }) =>
    db
      .insert(importCursorTable)
      .values({ source: of.source, step: of.step, place: of.place })
      .onConflictDoUpdate({ target: [importCursorTable.source, importCursorTable.step], set: { place: of.place } }),
  ),
  laterAfter: statement((db, of: { source: number; id: number; max: number }) =>
    db
      .select()
      .from(importLaterTable)
      .where(and(eq(importLaterTable.source, of.source), gt(importLaterTable.id, of.id)))
      .orderBy(asc(importLaterTable.id))
      .limit(of.max),
  ),
  filesAfter: statement((db, of: { source: number; id: number; max: number }) =>
    db
      .select()
      .from(importFileTable)
      .where(and(eq(importFileTable.source, of.source), gt(importFileTable.id, of.id)))
      .orderBy(asc(importFileTable.id))
      .limit(of.max),
  ),
  dropLater: statement((db, of: { id: number }) => db.delete(importLaterTable).where(eq(importLaterTable.id, of.id))),
  dropFile: statement((db, of: { id: number }) => db.delete(importFileTable).where(eq(importFileTable.id, of.id))),
}

const smallMax = 200_000

export type ImportBook = ReturnType<typeof openBook>

/** What the company's file knows about a source. `name`: see `sourceName`. */
export function openBook(ctx: CompanyContext, name: string) {
  const source = findSource(ctx, name) ?? ctx.transaction(() => addSource(ctx, name))
  const kept = new Map<string, Map<string, number>>()

  /** Messages are many, and mostly asked for once. */
  function keptOf(table: string) {
    if (table === 'Messages') return undefined
    let ids = kept.get(table)
    if (!ids) kept.set(table, (ids = new Map()))
    if (ids.size > smallMax) ids.clear()
    return ids
  }

  function find(table: string, old: string | null | undefined): number | undefined {
    if (old === null || old === undefined || old === '') return undefined
    const ids = keptOf(table)
    const known = ids?.get(old)
    if (known !== undefined) return known
    const id = statements.find.get(ctx, { source, table, old })?.id
    if (id !== undefined) ids?.set(old, id)
    return id
  }

  return {
    source,
    find,
    recall: (table: string, old: string): Linked | undefined => statements.recall.get(ctx, { source, table, old }),
    link: (table: string, old: string, id: number, so: Partial<Linked> = {}) =>
      void statements.link.run(ctx, { source, table, old, changedAt: null, state: null, ...so, id }),
    relink: (table: string, old: string, so: Omit<Linked, 'id'>) =>
      void statements.relink.run(ctx, { source, table, old, ...so }),
    later: (kind: string, rowId: number, table: string, old: string) =>
      void statements.later.run(ctx, { source, kind, rowId, table, old }),
    file: (file: NewFile) => void statements.file.run(ctx, { source, ...file }),
    tally: (table: string, outcome: Outcome, reason: string, rows: number) =>
      void statements.tally.run(ctx, { source, table, outcome, reason, rows }),
    note: (table: string, old: string, note: Note) =>
      void statements.note.run(ctx, { source, table, old, text: JSON.stringify(note) }),
    place: (step: string) => placeOf(ctx, source, step),
    setPlace: (step: string, place: string) => void statements.cursor.run(ctx, { source, step, place }),
    laterAfter: (id: number, max: number) => statements.laterAfter.all(ctx, { source, id, max }),
    filesAfter: (id: number, max: number) => statements.filesAfter.all(ctx, { source, id, max }),
    dropLater: (id: number) => void statements.dropLater.run(ctx, { id }),
    dropFile: (id: number) => void statements.dropFile.run(ctx, { id }),
    tallies: () => ctx.db.select().from(tally).where(eq(tally.source, source)).all(),
    notes: (max: number) => {
      const rows = ctx.db.select().from(importNoteTable).where(eq(importNoteTable.source, source)).limit(max).all()
      return rows.map(({ tableName: table, old, text }) => ({ table, old, ...readStored<Note>(text) }))
    },
    /** A rolled back batch may have linked some. */
    forget: () => kept.clear(),
  }
}

/** Nothing of a complete run is left but the ids. `keepOpen`: what is to be settled, and files, are kept. */
export function completeBook(ctx: CompanyContext, name: string, { keepOpen = false } = {}) {
  const source = findSource(ctx, name)
  if (source === undefined) return
  const open = keepOpen ? [] : [importLaterTable, importFileTable]
  ctx.transaction(() => {
    for (const table of [importCursorTable, tally, importNoteTable, ...open])
      ctx.db.delete(table).where(eq(table.source, source)).run()
  })
}

const findSource = ({ db }: CompanyContext, name: string) =>
  db.select({ id: importSourceTable.id }).from(importSourceTable).where(eq(importSourceTable.name, name)).get()?.id

const addSource = ({ db, now }: CompanyContext, name: string) =>
  db.insert(importSourceTable).values({ name, createdAt: now }).returning().get().id

function placeOf({ db }: CompanyContext, source: number, step: string) {
  const own = and(eq(importCursorTable.source, source), eq(importCursorTable.step, step))
  return db.select({ place: importCursorTable.place }).from(importCursorTable).where(own).get()?.place
}
