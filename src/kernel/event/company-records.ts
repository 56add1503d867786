import type { SQL } from 'drizzle-orm'
import { type Actor, isAdmin } from '../company/actor'
import type { CompanyContext } from '../company/company-context'
import { type EventPayloads, type EventType, type RecordedEvent, recordEvent } from './event-log'
import { refuse } from '../errors'
import type { LiveEvent, LiveEvents } from '../live/live-events.contract'
import type { RecordChange } from './record-change.contract'
import type { LiveMessage, LivePresenter } from '../live/live'
import {
  nameOf,
  type NewRecord,
  type PageQuery,
  type RecordOf,
  recordTable,
  type RecordTable,
  type RecordTableOptions,
  type RecordUpdate,
} from '../database/record-table'

/** The events of a plain record: `interface EventPayloads extends RecordPayloads<'shelf'> {}`. */
export type RecordPayloads<Subject extends string> = {
  [Type in `${Subject}.created` | `${Subject}.updated`]: { [Id in `${Subject}Id`]: number }
} & { [Type in `${Subject}.deleted`]: { [Id in `${Subject}Id`]: number } & { name: string } }

/** Live events of records that are also in the event log. */
type RecordSubject = { [Name in LiveEvent]: `${Name}.created` extends EventType ? Name : never }[LiveEvent]

type ViewOf<Subject extends LiveEvent> = LiveEvents[Subject] extends RecordChange<Subject, infer View> ? View : never

/** Each kind of reader with the live topic that exactly they are subscribed to. */
const readers = {
  everyone: { may: () => true, topic: 'all' },
  admins: { may: isAdmin, topic: 'admin' },
} satisfies Record<string, { may: (actor: Actor) => boolean; topic: string }>

interface CompanyRecordsOptions<
  Table extends RecordTable,
  Subject extends LiveEvent,
> extends RecordTableOptions<Table> {
  /** Names the events (`shelf.created`), the live event (`shelf`) and its data (`shelf`, `shelfId`). */
  subject: Subject
  /** The record in lists and live events. */
  present: (record: RecordOf<Table>, ctx: CompanyContext) => ViewOf<Subject>
  /** Who lists and opens records with `view`, `viewAll` and `listView`, and hears of their changes live. */
  read: keyof typeof readers
  /** Who creates, updates and deletes; by default the domain's commands check it. */
  change?: (actor: Actor) => boolean
  /** Returns the records that another event changes, such as one that changes a count. */
  changedBy?: (event: RecordedEvent, ctx: CompanyContext) => readonly number[]
}

/**
 * Finds, lists, creates, updates and deletes plain records of a company; each change records its event and live
 * message. Other rules belong in the domain's commands, which call these in their transaction.
 */
export function companyRecords<Table extends RecordTable, Subject extends RecordSubject>(
  options: CompanyRecordsOptions<Table, Subject>,
) {
  const { subject, change: mayChange = () => true } = options
  const { insert, update: change, remove: erase, ...reading } = recordTable(options)
  const record = (ctx: CompanyContext, what: string, id: number, more: object = {}) => {
    const payload = { [`${subject}Id`]: id, ...more } as EventPayloads[EventType]
    recordEvent(ctx, `${subject}.${what}` as EventType, {} as never, payload)
  }

  function create(ctx: CompanyContext, values: NewRecord<Table>) {
    if (!mayChange(ctx.actor)) refuse('ERR_NO_PERMISSION')
    return write(ctx, () => {
      const row = insert(ctx, values)
      record(ctx, 'created', row.id)
      return row
    })
  }

  /**
   * Omitted fields stay unchanged.
   * @throws Refusal when there is no such record or the name is taken
   */
  function update(ctx: CompanyContext, id: number, changes: RecordUpdate<Table>) {
    if (!mayChange(ctx.actor)) refuse('ERR_NO_PERMISSION')
    return write(ctx, () => {
      const row = change(ctx, id, changes)
      record(ctx, 'updated', id)
      return row
    })
  }

  /**
   * Recorded while the record still exists.
   * @throws Refusal when there is no such record
   */
  function remove(ctx: CompanyContext, id: number) {
    if (!mayChange(ctx.actor)) refuse('ERR_NO_PERMISSION')
    ctx.transaction(() => {
      const row = reading.get(ctx, id)
      record(ctx, 'deleted', id, { name: nameOf(row) })
      erase(ctx, id)
    })
    return { ok: true } as const
  }

  /** Rules, bots and jobs read with `find`, `get` and `list`, whoever acts. */
  function assertMayRead({ actor }: CompanyContext) {
    if (!readers[options.read].may(actor)) refuse('ERR_NO_PERMISSION')
  }

  /** @throws Refusal when the actor may not read, and when there is no such record */
  function view(ctx: CompanyContext, id: number) {
    assertMayRead(ctx)
    return options.present(reading.get(ctx, id), ctx)
  }

  /** @throws Refusal when the actor may not read */
  function viewAll(ctx: CompanyContext, where?: SQL) {
    assertMayRead(ctx)
    return reading.list(ctx, where).map((row) => options.present(row, ctx))
  }

  /** @throws Refusal when the actor may not read */
  function listView(ctx: CompanyContext, query: PageQuery, where?: SQL) {
    assertMayRead(ctx)
    const { rows, ...page } = reading.listPage(ctx, query, where)
    return { records: rows.map((row) => options.present(row, ctx)), ...page }
  }

  return {
    ...reading,
    assertMayRead,
    view,
    viewAll,
    listView,
    create,
    update,
    remove,
    live: livePresenter(options, reading.find),
  }
}

/** `ctx.transaction` refuses promises by type, which TypeScript cannot exclude for a generic row. */
function write<Row extends object>(ctx: CompanyContext, task: () => Row): Row {
  return ctx.transaction(task as () => never)
}

/** Publishes committed events with the record's current state. */
function livePresenter<Table extends RecordTable, Subject extends LiveEvent>(
  { subject, present, read, changedBy = () => [] }: CompanyRecordsOptions<Table, Subject>,
  find: (ctx: CompanyContext, id: number) => RecordOf<Table> | undefined,
): LivePresenter {
  const topics = [readers[read].topic]
  const [created, updated, deleted] = [`${subject}.created`, `${subject}.updated`, `${subject}.deleted`]
  return (ctx, events) =>
    events.flatMap((event): LiveMessage[] => {
      const { type, number } = event
      const id = (event.data as Record<string, number>)[`${subject}Id`] ?? 0
      if (type === deleted) {
        return [message({ topics, event: subject, number, data: { action: 'delete', [`${subject}Id`]: id } })]
      }
      const isCreated = type === created
      const ids = isCreated || type === updated ? [id] : changedBy(event, ctx)
      return ids.flatMap((changed) => {
        const row = find(ctx, changed)
        if (!row) return []
        const data = { action: isCreated ? 'create' : 'update', [subject]: present(row, ctx) }
        return [message({ topics, event: subject, number, data })]
      })
    })
}

/** The field names are composed here; `RecordChange` and `present` have checked them. */
const message = (given: object) => given as LiveMessage
