import { and, getTableColumns, type SQL, eq, or } from 'drizzle-orm'
import type * as v from 'valibot'
import { differences, recordAudit } from '../audit/audit'
import type { AuditAction, AuditChange } from '../audit/audit.contract'
import { type Actor, isAdmin, actingUserId } from '../company/actor'
import type { WorkFor } from '../company/batches'
import { type CompanyContext, requirePlan } from '../company/company-context'
import type { PlanFlag } from '../company/company-plan.contract'
import { refuse } from '../errors'
import { type EventPayloads, type EventType, type RecordedEvent, recordEvent } from '../event/event-log'
import { refuseOtherCompany } from '../http/request-parts'
import type { CompanyId, UserId } from '../ids'
import type { LiveMessage, LivePresenter } from '../live/live'
import type { Records } from './record-change.contract'
import {
  nameIn,
  type NewRecord,
  type PageQuery,
  type RecordOf,
  recordTable,
  type RecordTable,
  type RecordTableOptions,
  type RecordUpdate,
} from './record-table'
import { type AddedFields, presentColumns, type View } from './record-view'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** The live topic has exactly these readers. */
const readers = {
  everyone: { may: () => true, topic: 'all' },
  admins: { may: isAdmin, topic: 'admin' },
} satisfies Record<string, { may: (actor: Actor) => boolean; topic: string }>

const neverAudited: readonly string[] = ['id', 'nameKey', 'createdAt', 'updatedAt']

export const auditedColumns = (table: RecordTable, unaudited: readonly string[] = []) =>
  Object.keys(getTableColumns(table)).filter((name) => !neverAudited.includes(name) && !unaudited.includes(name))

type ChangedBy = {
  [Type in EventType]?: (event: RecordedEvent<Type>, ctx: CompanyContext) => readonly number[]
}

export interface CompanyRecordsOptions<
  Table extends RecordTable,
  Subject extends keyof Records,
  Of extends View,
> extends RecordTableOptions<Table> {
  /** Names the events (`shelf.created`) and the live event (`shelf`) with its data (`shelf`, `shelfId`). */
  subject: Subject
  view: Of
  read: keyof typeof readers | OwnedRecords<Table>
  /** `all` for records about contacts; else columns that the product keeps up to date by itself. */
  unaudited?: 'all' | readonly (keyof RecordOf<Table> & string)[]
  /** Without a record, says who may create one. */
  change(actor: Actor, record?: RecordOf<Table>): boolean
  plan?: PlanFlag
  deletes?(ctx: CompanyContext, record: RecordOf<Table>): void
  /** Events of others that change these records, such as a count. */
  changedBy?: ChangedBy
}

type PresentMore<Table extends RecordTable, More, Ctx> = (ctx: Ctx) => (record: RecordOf<Table>) => More
export type Presenting<Table extends RecordTable, Of extends View, Ctx = CompanyContext> =
  {} extends AddedFields<Table, Of>
    ? { present?: PresentMore<Table, Partial<v.InferOutput<Of>>, Ctx> }
    : { present: PresentMore<Table, AddedFields<Table, Of> & Partial<v.InferOutput<Of>>, Ctx> }

/** Each change records its event. `find`, `get` and `list` ask for no right. */
export function companyRecords<Table extends RecordTable, Subject extends keyof Records, Of extends View>(
  options: CompanyRecordsOptions<Table, Subject, Of> & Presenting<Table, Of>,
) {
  const { subject, read, plan, change: mayChange, nameOf = nameIn } = options
  const { insert, update: change, remove: erase, ...reading } = recordTable<Table>(options)
  const owners = typeof read === 'object' ? ownersOf(options.table, read) : undefined
  const readersOfAll = readers[typeof read === 'object' ? 'everyone' : read]
  const record = (ctx: CompanyContext, what: string, id: number, more: object = {}) => {
    const payload = { [`${subject}Id`]: id, ...more } as EventPayloads[EventType]
    // Declared by `Records`; TypeScript cannot derive them for a generic subject.
    recordEvent(ctx, `${subject}.${what}` as EventType, {} as never, payload)
  }

  const { unaudited = [] } = options
  const auditedFields = unaudited === 'all' ? [] : auditedColumns(options.table, unaudited)
  const hiddenNames = auditedFields.filter((name) => !(name in options.view.entries))
  /** Records that belong to one user alone are not audited. */
  function note(ctx: CompanyContext, action: AuditAction, row: RecordOf<Table>, changes?: AuditChange[]) {
    if (unaudited === 'all' || owners?.ownershipOf(row).shared === false) return
    // Jobs keep some records up to date; only acts of people are audited.
    if (action === 'updated' && ctx.actor.kind === 'system' && !ctx.actor.by) return
    recordAudit(ctx, { object: subject, action, id: row.id, name: nameOf(row), changes })
  }

  function assertMay(ctx: CompanyContext, may: boolean) {
    if (!may) refuse('ERR_NO_PERMISSION')
    if (plan) requirePlan(ctx, plan)
  }
  /** @throws Refusal ERR_NO_PERMISSION, ERR_PLAN_LIMIT */
  const assertMayRead = (ctx: CompanyContext) => assertMay(ctx, readersOfAll.may(ctx.actor))
  /** @throws Refusal ERR_NO_PERMISSION, ERR_PLAN_LIMIT */
  const assertMayChange = (ctx: CompanyContext, row?: RecordOf<Table>) => assertMay(ctx, mayChange(ctx.actor, row))

  function create(ctx: CompanyContext, values: NewRecord<Table>) {
    assertMayChange(ctx)
    return write(ctx, () => {
      const row = insert(ctx, values)
      record(ctx, 'created', row.id)
      note(ctx, 'created', row)
      return row
    })
  }

  /** Omitted columns stay. @throws Refusal when missing or the name is taken */
  function update(ctx: CompanyContext, id: number, changes: RecordUpdate<Table>) {
    return write(ctx, () => {
      const before = reading.get(ctx, id)
      assertMayChange(ctx, before)
      const row = change(ctx, id, changes)
      const fields = differences(before, row, { fields: auditedFields, hidden: hiddenNames })
      if (fields.length > 0) note(ctx, 'updated', row, fields)
      record(ctx, 'updated', id, owners && { hides: owners.hides(before, row) })
      return row
    })
  }

  /** The event is recorded before the row is deleted. @throws Refusal when missing */
  function remove(ctx: CompanyContext, id: number) {
    ctx.transaction(() => {
      const row = reading.get(ctx, id)
      assertMayChange(ctx, row)
      options.deletes?.(ctx, row)
      record(ctx, 'deleted', id, { name: nameOf(row), ...owners?.ownershipOf(row) })
      note(ctx, 'deleted', row)
      erase(ctx, id)
    })
    return { ok: true } as const
  }

  /** Before a user is deleted: what they share stays without an owner. */
  const leave: WorkFor<UserId> = (ctx, userId) => ({
    next: () => (owners ? reading.list(ctx, owners.own(userId)) : []),
    work(row: RecordOf<Table>) {
      if (owners?.ownershipOf(row).shared) update(ctx, row.id, { userId: null } as object as RecordUpdate<Table>)
      else remove(ctx, row.id)
    },
  })

  const { presenting, present } = presenter(options)

  /** @throws Refusal when the actor may not read it or there is none */
  function open(ctx: CompanyContext, id: number) {
    assertMayRead(ctx)
    const row = reading.get(ctx, id)
    return owners && !owners.sees(ctx.actor, row) ? refuse(options.notFound ?? 'ERR_NOT_FOUND') : row
  }

  function isSeen(ctx: CompanyContext, id: number) {
    const row = readersOfAll.may(ctx.actor) ? reading.find(ctx, id) : undefined
    return row !== undefined && (owners?.sees(ctx.actor, row) ?? true)
  }

  /** @throws Refusal as `open`, and when the actor may not change it */
  function openToChange(ctx: CompanyContext, id: number) {
    const row = open(ctx, id)
    assertMayChange(ctx, row)
    return row
  }

  const view = (ctx: CompanyContext, id: number) => present(ctx, open(ctx, id))
  const seen = (ctx: CompanyContext, where?: SQL) => and(where, owners?.seen(ctx.actor))

  /** @throws Refusal when the actor may not read */
  function viewAll(ctx: CompanyContext, where?: SQL) {
    assertMayRead(ctx)
    return reading.list(ctx, seen(ctx, where)).map(presenting(ctx))
  }

  function listView(ctx: CompanyContext, query: PageQuery & { companyId?: CompanyId }, where?: SQL) {
    assertMayRead(ctx)
    refuseOtherCompany(ctx, query.companyId)
    const { rows, ...page } = reading.listPage(ctx, query, seen(ctx, where))
    return { records: rows.map(presenting(ctx)), ...page }
  }

  const live = livePresenter(options, {
    topicsOf: (ownership) => owners?.topicsOf(ownership) ?? [readersOfAll.topic],
    find(ctx, id) {
      const row = reading.find(ctx, id)
      return row && { view: present(ctx, row), ownership: owners?.ownershipOf(row) ?? nobodys }
    },
    topicsOfOthers: (ctx, ownership) => owners?.topicsOfOthers(ctx, ownership) ?? [],
  })
  const reads = { assertMayRead, isSeen, open, openToChange, present, view, viewAll, listView }
  return { ...reading, ...reads, assertMayChange, create, update, remove, leave, live, auditedFields }
}

export function presenter<Table extends RecordTable, Of extends View, Ctx = CompanyContext>(
  options: { table: Table; view: Of } & Presenting<Table, Of, Ctx>,
) {
  const columns = presentColumns(options.table, options.view)
  const more: PresentMore<Table, object, Ctx> | undefined = options.present
  const presenting = (ctx: Ctx) => {
    const presentMore = more?.(ctx)
    return (row: RecordOf<Table>) => ({ ...columns(row), ...presentMore?.(row) }) as v.InferOutput<Of>
  }
  return { presenting, present: (ctx: Ctx, row: RecordOf<Table>) => presenting(ctx)(row) }
}

/** `ctx.transaction` refuses promises by type, which a generic row cannot exclude. */
export function write<Row extends object>(ctx: CompanyContext, task: () => Row): Row {
  return ctx.transaction(task as () => never)
}

interface Published {
  find(ctx: CompanyContext, id: number): { view: unknown; ownership: Ownership } | undefined
  topicsOf(ownership: Ownership): readonly string[]
  topicsOfOthers(ctx: CompanyContext, ownership: Ownership): readonly string[]
}
const nobodys: Ownership = { userId: null, shared: true }

/** Publishes the current state, or a deletion to those from whom an update hides the record. */
function livePresenter(
  { subject, changedBy = {} }: { subject: string; changedBy?: ChangedBy },
  { find, topicsOf, topicsOfOthers }: Published,
): LivePresenter {
  const [created, updated, deleted] = [`${subject}.created`, `${subject}.updated`, `${subject}.deleted`]
  const others = changedBy as Record<string, (event: RecordedEvent, ctx: CompanyContext) => readonly number[]>
  const presentOne = (ctx: CompanyContext, event: RecordedEvent): LiveMessage[] => {
    const { type, number } = event
    const given = event.data as object as Ownership & { hides?: boolean } & Record<string, number>
    const id = given[`${subject}Id`] ?? 0
    const message = (topics: readonly string[], action: string, more: object) =>
      // The names are composed here; `RecordChange` describes them.
      ({ topics, event: subject, number, data: { action, ...more } }) as object as LiveMessage
    const deletion = (topics: readonly string[]) => message(topics, 'delete', { [`${subject}Id`]: id })
    if (type === deleted) return [deletion(topicsOf(given))]
    const isCreated = type === created
    const ids = isCreated || type === updated ? [id] : (others[type]?.(event, ctx) ?? [])
    return ids.flatMap((changed) => {
      const found = find(ctx, changed)
      if (!found) return []
      const { view, ownership } = found
      const change = message(topicsOf(ownership), isCreated ? 'create' : 'update', { [subject]: view })
      return given.hides ? [change, deletion(topicsOfOthers(ctx, ownership))] : [change]
    })
  }
  const types = new Set<string>([created, updated, deleted, ...Object.keys(changedBy)])
  return {
    on: (type) => types.has(type),
    present: (ctx, events) => events.flatMap((event) => presentOne(ctx, event)),
  }
}

/** Each record is read by the user of its column `userId`, and by everyone while one of some columns is true. */
interface OwnedRecords<Table extends RecordTable> {
  sharedBy: readonly (string & keyof Table['$inferSelect'])[]
  users(ctx: CompanyContext): readonly { id: number }[]
}

interface Ownership {
  userId: number | null
  shared: boolean
}

function ownersOf<Table extends RecordTable>(table: Table, { sharedBy, users }: OwnedRecords<Table>) {
  const columns = table as RecordTable as RecordTable & Record<string, SQLiteColumn> & { userId: SQLiteColumn }

  function ownershipOf(row: object): Ownership {
    const values = row as Record<string, unknown> & Pick<Ownership, 'userId'>
    return { userId: values.userId, shared: sharedBy.some((name) => values[name] === true) }
  }

  return {
    ownershipOf,
    own: (userId: number) => eq(columns.userId, userId),
    sees(actor: Actor, row: object) {
      const { userId, shared } = ownershipOf(row)
      return shared || userId === actingUserId(actor)
    },
    seen: (actor: Actor): SQL | undefined =>
      or(
        eq(columns.userId, actingUserId(actor) ?? 0),
        ...sharedBy.map((name) => eq(columns[name] as SQLiteColumn, true)),
      ),
    hides: (before: object, after: object) => ownershipOf(before).shared && !ownershipOf(after).shared,
    topicsOf: ({ userId, shared }: Ownership) => (shared ? ['all'] : [`user:${userId}`]),
    topicsOfOthers: (ctx: CompanyContext, { userId }: Ownership) =>
      users(ctx).flatMap(({ id }) => (id === userId ? [] : [`user:${id}`])),
  }
}
