import { and, desc, eq, gt, inArray, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { listConnections } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { eventTable } from '../kernel/event/event.tables'
import { jobTable } from '../kernel/job/job.tables'
import type { Person, PersonData, PersonRows } from '../kernel/person/person-data'
import { inList } from '../kernel/database/expressions'

declare module '../kernel/company/company-files' {
  interface CompanyPorts {
    /** In the order of the domains. */
    people: readonly PersonData[]
  }
}

const { contactId, ticketId, messageId, data } = eventTable
const { kind, payload } = jobTable
const { type } = eventTable
/** Who asked when; names nobody. */
const kept = ['contact.erased', 'person.exported'] as const
const namedBy = (path: string, id: number) => eq(sql<number>`${data} ->> ${path}`, id)

const wordsOf = ({ name, numbers }: Person) => [name, ...numbers].filter((text) => text !== '')

const searches = ['contacts.exported', 'report.exported'] as const

/** What an admin searched for before an export. */
const isSearched = (person: Person) =>
  and(
    inArray(type, [...searches]),
    or(...wordsOf(person).map((word) => sql`instr(lower(${data}), ${word.toLowerCase()}) > 0`)),
  )

export const eraseJobKind = 'person.erase'

export const kernelRows: readonly PersonRows[] = [
  {
    table: eventTable,
    walk: eventTable.number,
    match: (person) =>
      and(
        not(inArray(type, [...kept])),
        or(
          eq(contactId, person.contactId),
          inList(ticketId, person.ticketIds),
          inList(messageId, person.messageIds),
          namedBy('$.fromContactId', person.contactId),
          namedBy('$.otherContactId', person.contactId),
          and(eq(type, 'suppression.deleted'), inList(sql<string>`${data} ->> '$.name'`, wordsOf(person))),
        ),
      ),
    erase: 'rows',
  },
  {
    table: eventTable,
    walk: eventTable.number,
    match: isSearched,
    erase: {
      set: { data: sql`json_set(${data}, '$.filter', json('{}'))` },
      keeps: ['number', 'type', 'at', 'userId', 'ticketId', 'messageId', 'contactId'],
    },
  },
  {
    table: jobTable,
    match: (person) =>
      and(
        ne(kind, eraseJobKind),
        or(
          eq(sql<number>`${payload} ->> '$.contactId'`, person.contactId),
          inList(sql<number>`${payload} ->> '$.ticketId'`, person.ticketIds),
        ),
      ),
    erase: 'rows',
    unreadable: 'Work that is due, by ids.',
  },
]

/** Of every domain and provider, in their order. */
export const listPersonRows = ({ company }: CompanyContext): readonly PersonRows[] => [
  ...kernelRows,
  ...company.services.ports.people.flatMap(({ rows }) => rows),
]

const keysAtOnce = 1000

/** The conditions of a person's rows, each a piece of work of some milliseconds. */
export function* conditionsOf(ctx: CompanyContext, rows: PersonRows, person: Person): Generator<SQL> {
  const own = rows.match(person)
  if (!own) return
  for (const parent of parentsOf(ctx, rows)) {
    for (const range of rangesOf(ctx, rows.walk, parent)) yield and(parent, range, own) ?? own
  }
}

function parentsOf(ctx: CompanyContext, { within }: PersonRows): (SQL | undefined)[] {
  if (!within) return [undefined]
  const { parent, column } = within
  const all = parent === 'connection' ? listConnections(ctx) : ctx.db.select({ id: parent }).from(parent.table).all()
  return all.map(({ id }) => eq(column, id))
}

function* rangesOf(
  ctx: CompanyContext,
  key: SQLiteColumn | undefined,
  parent: SQL | undefined,
): Generator<SQL | undefined> {
  if (!key) return yield undefined
  for (let after = 0; ;) {
    const some = ctx.db
      .select({ end: sql<number>`${key}`.as('end') })
      .from(key.table)
      .where(and(parent, gt(key, after)))
      .orderBy(key)
      .limit(keysAtOnce)
      .as('some')
    const [last] = ctx.db.select({ end: some.end }).from(some).orderBy(desc(some.end)).limit(1).all()
    if (!last) return
    yield and(gt(key, after), lte(key, last.end))
    after = last.end
  }
}
