import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { and, asc, count, desc, eq, gt, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { alias, integer, sqliteTable, SQLiteSyncDialect, text } from 'drizzle-orm/sqlite-core'
import { pick } from '../typed-object.contract'
import { flag, time } from './columns'
import { inList, isSame } from './expressions'
import { dialect } from './kept-texts'
import { queryRows, statement, statementOfForm } from './statement'

const petTable = sqliteTable('pet', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  isTame: flag('is_tame').notNull().default(true),
  bornAt: time('born_at'),
  likes: text('likes', { mode: 'json' }).$type<string[]>(),
  mateId: integer('mate_id'),
})
const { id, name, isTame, bornAt, mateId } = petTable
type Pet = typeof petTable.$inferSelect

const insert = statement((db, row: Omit<Pet, 'id'>) =>
  db
    .insert(petTable)
    .values(pick(row, 'name', 'isTame', 'bornAt', 'likes', 'mateId'))
    .returning({ id, bornAt }),
)
const byId = statement((db, of: { id: number }) => db.select().from(petTable).where(eq(id, of.id)))

const bornAtNoon = new Date('2026-03-04T12:00:00.000Z')
const rex = { name: 'Rex', isTame: true, bornAt: bornAtNoon, likes: ['ball'], mateId: null }
const mia = { name: 'Mia', isTame: false, bornAt: null, likes: null, mateId: 1 }

/** Notes every text that the file compiles. */
function openFile() {
  const sqlite = new Database(':memory:')
  sqlite.run(`CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT NOT NULL, is_tame INTEGER NOT NULL DEFAULT 1,
    born_at INTEGER, likes TEXT, mate_id INTEGER);
    CREATE INDEX pet_wild ON pet (name) WHERE is_tame = 0;`)
  const compiled: string[] = []
  const prepare = sqlite.prepare.bind(sqlite)
  sqlite.prepare = (text: string) => {
    compiled.push(text)
    return prepare(text) as never
  }
  return { db: drizzle(sqlite), sqlite, compiled }
}

test('binds dates as milliseconds, flags as 0 and 1 and objects as JSON, and decodes them in rows', () => {
  const file = openFile()
  expect(insert.get(file, rex)).toEqual({ id: 1, bornAt: bornAtNoon })
  expect(insert.run(file, mia)).toEqual({ changes: 1, lastInsertRowid: 2 })
  expect(file.sqlite.query('SELECT * FROM pet').values()).toEqual([
    [1, 'Rex', 1, bornAtNoon.getTime(), '["ball"]', null],
    [2, 'Mia', 0, null, null, 1],
  ])
  const typed: Pet | undefined = byId.get(file, { id: 1 })
  expect(typed).toEqual({ id: 1, ...rex })
  expect(byId.all(file, { id: 2 })).toEqual([{ id: 2, ...mia }])
  expect([...byId.iterate(file, { id: 2 })]).toEqual([{ id: 2, ...mia }])
  expect(byId.get(file, { id: 3 })).toBeUndefined()
  const born = statement((db, of: { after: Date; isTame: boolean }) =>
    db
      .select({ name })
      .from(petTable)
      .where(and(gt(bornAt, of.after), eq(isTame, of.isTame))),
  )
  expect(born.all(file, { after: new Date(bornAtNoon.getTime() - 1), isTame: true })).toEqual([{ name: 'Rex' }])
  expect(born.all(file, { after: bornAtNoon, isTame: true })).toEqual([])
})

test('a value that is missing is null, and a value is never part of the text', () => {
  const file = openFile()
  const ofMate = statement((db, of: { mateId?: number }) =>
    db
      .select({ n: count() })
      .from(petTable)
      .where(isSame(mateId, of.mateId as number)),
  )
  insert.run(file, { ...rex, name: "'; DROP TABLE pet; --" })
  insert.run(file, mia)
  expect(ofMate.get(file, {})).toEqual({ n: 1 })
  expect(ofMate.get(file, { mateId: 1 })).toEqual({ n: 1 })
  expect(byId.get(file, { id: 1 })?.name).toBe("'; DROP TABLE pet; --")
})

test('writes constants into the text, quoted, so that a partial index is used', () => {
  const file = openFile()
  const oddName = `D'Artagnan? "Jr"`
  insert.run(file, { ...mia, name: oddName })
  const wild = statement((db, of: { name: string }) =>
    db
      .select({ greeting: sql<string>`${"it's ?"} || ' ''?'' ' || ${name}`, nothing: sql<null>`${null}` })
      .from(petTable)
      .where(and(eq(isTame, false), eq(name, of.name))),
  )
  expect(wild.all(file, { name: oddName })).toEqual([{ greeting: `it's ? '?' ${oddName}`, nothing: null }])
  const explain = `EXPLAIN QUERY PLAN ${file.compiled.at(-1)}`
  expect(file.sqlite.query<{ detail: string }, [string]>(explain).get('')?.detail).toContain('pet_wild')
  const big = statement((db) =>
    db
      .select({ id })
      .from(petTable)
      .where(sql`${id} = ${10n}`),
  )
  expect(() => big.get(file)).toThrow('A statement cannot contain bigint')
})

test('a list is one value, whatever its length', () => {
  const file = openFile()
  const named = statement((db, of: { names: readonly string[] }) =>
    db.select({ id }).from(petTable).where(inList(name, of.names)).orderBy(id),
  )
  insert.run(file, rex)
  insert.run(file, mia)
  expect(named.all(file, { names: [] })).toEqual([])
  expect(named.all(file, { names: ['Mia'] })).toEqual([{ id: 2 }])
  expect(named.all(file, { names: ['Mia', 'Rex', "a'b"] })).toEqual([{ id: 1 }, { id: 2 }])
  expect(file.compiled.filter((text) => text.includes('json_each'))).toHaveLength(1)
})

test('builds once, and compiles once per file on its first use', () => {
  const [one, other] = [openFile(), openFile()]
  let built = 0
  const counted = statement((db) => {
    built++
    return db.select({ n: count() }).from(petTable)
  })
  expect(built).toBe(0)
  insert.run(one, rex)
  expect(counted.get(one)).toEqual({ n: 1 })
  expect(counted.get(other)).toEqual({ n: 0 })
  expect(counted.get(one)).toEqual({ n: 1 })
  expect(built).toBe(1)
  const timesCompiled = ({ compiled }: typeof one) => compiled.filter((text) => text.includes('count(*)')).length
  expect([timesCompiled(one), timesCompiled(other)]).toEqual([1, 1])
})

test('decodes the named fields of a join, and refuses one whose fields are not named', () => {
  const file = openFile()
  insert.run(file, rex)
  insert.run(file, mia)
  const mate = alias(petTable, 'mate')
  const couples = statement((db) =>
    db
      .select({ name, bornAt, mate: mate.name, mateBornAt: mate.bornAt, isTame: mate.isTame })
      .from(petTable)
      .leftJoin(mate, eq(mate.id, mateId))
      .orderBy(id),
  )
  expect(couples.all(file)).toEqual([
    { name: 'Rex', bornAt: bornAtNoon, mate: null, mateBornAt: null, isTame: null },
    { name: 'Mia', bornAt: null, mate: 'Rex', mateBornAt: bornAtNoon, isTame: true },
  ])
  const unnamed = statement((db) => db.select().from(petTable).innerJoin(mate, eq(mate.id, mateId)))
  expect(() => unnamed.all(file)).toThrow('name each field of a join')
})

test('a query of many forms binds and decodes as a statement does', () => {
  const file = openFile()
  insert.run(file, rex)
  insert.run(file, mia)
  const pets = (names: readonly string[], tame: boolean) =>
    file.db
      .select({ name, born: bornAt, isTame })
      .from(petTable)
      .where(and(inList(name, names), eq(isTame, tame)))
      .$dynamic()
  const wild = { name: 'Mia', born: null, isTame: false }
  const tame = { name: 'Rex', born: bornAtNoon, isTame: true }
  expect(queryRows(file, pets([], true))).toEqual([])
  expect(queryRows(file, pets(['Mia', 'Rex'], false))).toEqual([wild])
  const both = pets(["'; DROP TABLE pet; --", 'Mia'], false).unionAll(pets(['Rex'], true))
  expect(queryRows(file, both.orderBy(desc(name)))).toEqual([tame, wild])
})

test('a condition among the values is written where it stands, and each of its forms compiled once', () => {
  const file = openFile()
  insert.run(file, rex)
  insert.run(file, mia)
  const named = statement((db, of: { isWanted: SQL; first: number; limit: number }) =>
    db
      .select({ name, born: bornAt })
      .from(petTable)
      .where(and(gte(id, of.first), of.isWanted))
      .unionAll(db.select({ name, born: bornAt }).from(petTable).where(of.isWanted))
      .orderBy(desc(name))
      .limit(of.limit),
  )
  const found = { name: 'Rex', born: bornAtNoon }
  expect(named.all(file, { isWanted: sql`${name} = ${"Rex' --"}`, first: 1, limit: 9 })).toEqual([])
  expect(named.all(file, { isWanted: sql`${name} = ${'Rex'}`, first: 2, limit: 9 })).toEqual([found])
  expect(named.all(file, { isWanted: sql`${name} = ${'Rex'}`, first: 1, limit: 9 })).toEqual([found, found])
  expect(named.get(file, { isWanted: gt(id, 1), first: 1, limit: 1 })).toEqual({ name: 'Mia', born: null })
  expect(file.compiled.filter((text) => text.includes('union all'))).toHaveLength(2)
})

test('keeps a statement for each form of a query', () => {
  const file = openFile()
  insert.run(file, rex)
  insert.run(file, mia)
  let built = 0
  const first = statementOfForm(
    (isLast: boolean) => String(isLast),
    (db, of: { limit: number }, isLast) => {
      built++
      return db
        .select({ id })
        .from(petTable)
        .orderBy(isLast ? desc(id) : asc(id))
        .limit(of.limit)
    },
  )
  expect(first(true).get(file, { limit: 1 })).toEqual({ id: 2 })
  expect(first(false).get(file, { limit: 1 })).toEqual({ id: 1 })
  expect(first(true).all(file, { limit: 2 })).toEqual([{ id: 2 }, { id: 1 }])
  expect(built).toBe(2)
})

test('keeps the queries of many forms that a file compiled last', () => {
  const [file, other] = [openFile(), openFile()]
  insert.run(file, rex)
  const named = (of: string, limit: number) => file.db.select({ id }).from(petTable).where(eq(name, of)).limit(limit)
  const timesCompiled = ({ compiled }: typeof file) => compiled.filter((text) => text.startsWith('select')).length
  expect(queryRows(file, named('Rex', 1))).toEqual([{ id: 1 }])
  expect(queryRows(file, named('Mia', 2))).toEqual([])
  expect(queryRows(other, named('Rex', 1))).toEqual([])
  expect([timesCompiled(file), timesCompiled(other)]).toEqual([1, 1])
  const found = (words: number) => {
    const isNamed = or(...Array.from({ length: words }, () => eq(name, 'Rex')))
    return queryRows(file, file.db.select({ id }).from(petTable).where(isNamed))
  }
  for (let words = 2; words <= 101; words++) expect(found(words)).toEqual([{ id: 1 }])
  expect(timesCompiled(file)).toBe(101)
  found(2)
  expect(timesCompiled(file)).toBe(101)
  queryRows(file, named('Rex', 1))
  expect(timesCompiled(file)).toBe(102)
  found(500)
  found(500)
  expect(timesCompiled(file)).toBe(104)
})

test('tells queries apart by all but their values, and binds these in order', () => {
  const file = openFile()
  insert.run(file, rex)
  insert.run(file, mia)
  insert.run(file, { ...mia, name: 'Bia', mateId: 2 })
  const { db } = file
  const [mate, pup] = [alias(petTable, 'mate'), alias(petTable, 'pup')]
  const wild = db.select({ of: mate.id }).from(mate).where(eq(mate.isTame, false))
  const few = db
    .select({ of: name.getSQL().as('of') })
    .from(petTable)
    .where(gt(id, 1))
    .limit(1)
    .as('few')
  const some = db.$with('some').as(db.select({ id, name }).from(petTable).where(lt(id, 3)))
  const named = (value: string) => db.select({ id }).from(petTable).where(eq(name, value))
  const queries = [
    named('Rex'),
    named('Mia'),
    db.select({ number: id }).from(petTable).where(eq(name, 'Mia')),
    db.select({ id }).from(petTable).where(eq(name, 'Rex').inlineParams()),
    db.select({ id }).from(petTable).where(eq(name, 'Mia').inlineParams()),
    db
      .select({ id })
      .from(petTable)
      .where(sql`${name} = ${'Mia'}`),
    db
      .select({ id })
      .from(petTable)
      .where(sql`${name} = ${sql.raw("'?'")}`),
    db.select({ id }).from(petTable).where(eq(isTame, true)),
    db.select({ id }).from(petTable).where(eq(isTame, false)),
    db.select({ id }).from(petTable).where(gte(bornAt, bornAtNoon)),
    db
      .select({ id })
      .from(petTable)
      .where(inArray(id, [1, 3])),
    db
      .select({ id })
      .from(petTable)
      .where(inArray(id, [1, 2, 3])),
    db
      .select({ id })
      .from(petTable)
      .where(sql`${id} IN ${[2, 3]}`),
    db.select({ id }).from(petTable).where(inArray(id, wild)),
    db
      .select({ id })
      .from(petTable)
      .where(inList(id, [2])),
    db.select({ id }).from(petTable).orderBy(desc(id)).limit(1).offset(1),
    db.select({ id }).from(petTable).orderBy(asc(id)).limit(1).offset(1),
    db.select({ id: mate.id }).from(petTable).innerJoin(mate, eq(mate.id, mateId)),
    db.select({ id: pup.id }).from(petTable).innerJoin(pup, eq(pup.mateId, id)),
    db.select({ of: few.of }).from(few).where(ne(few.of, 'Rex')),
    db.with(some).select({ name: some.name }).from(some).where(gt(some.id, 1)),
    db.select({ id }).from(petTable).where(gt(id, 2)).unionAll(named('Rex')).orderBy(id).limit(2),
    db.select({ id }).from(petTable).where(gt(id, 2)).union(named('Rex')).orderBy(desc(id)).limit(1),
    db.update(petTable).set({ mateId: null }).where(eq(id, 1)).returning({ id, mateId }),
  ]
  const textsBy = (by: SQLiteSyncDialect) =>
    queries.map((query) => pick(by.sqlToQuery(query.getSQL()), 'sql', 'params'))
  const written = textsBy(new SQLiteSyncDialect())
  expect(textsBy(dialect)).toEqual(written)
  expect(textsBy(dialect)).toEqual(written)
  const rows = queries.map((query): unknown => query.all())
  expect(queries.map((query): unknown => queryRows(file, query))).toEqual(rows)
})
