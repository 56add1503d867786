import type { SQL } from 'drizzle-orm'
import type { Actor } from './actor'
import type { CompanyContext } from './company-context'
import { type EventPayloads, type EventType, type RecordedEvent, recordEvent } from './event-log'
import { refuse } from './errors'
import type { LiveEvent, LiveEvents } from './live-events.contract'
import type { RecordChange } from './record-change.contract'
import type { LiveMessage, LivePresenter } from './live'
import {
  nameOf,
  type NewRecord,
  type PageQuery,
  type RecordOf,
  recordTable,
  type RecordTable,
  type RecordTableOptions,
  type RecordUpdate,
} from './record-table'

/** The events of a plain record: `interface EventPayloads extends RecordPayloads<'shelf'> {}`. */
export type RecordPayloads<Subject extends string> = {
  [Type in `${Subject}.created` | `${Subject}.updated`]: { [Id in `${Subject}Id`]: number }
} & { [Type in `${Subject}.deleted`]: { [Id in `${Subject}Id`]: number } & { name: string } }

/** Live events whose record has events in the log, too. */
type RecordSubject = { [Name in LiveEvent]: `${Name}.created` extends EventType ? Name : never }[LiveEvent]

/** What the live event of that name carries of a record. */
type ViewOf<Subject extends LiveEvent> = LiveEvents[Subject] extends RecordChange<Subject, infer View> ? View : never

interface CompanyRecordsOptions<
  Table extends RecordTable,
  Subject extends LiveEvent,
> extends RecordTableOptions<Table> {
  /** Names the events (`shelf.created`), the live event (`shelf`) and its data (`shelf`, `shelfId`). */
  subject: Subject
  /** As it is told live. */
  present: (record: RecordOf<Table>) => ViewOf<Subject>
  /** Who may create, update and delete; where it is not given, the domain's commands ask. */
  canChange?: (actor: Actor) => boolean
  /** Who is told live; everybody of the company when not given. */
  topics?: (record: RecordOf<Table>) => readonly string[]
  /** Records that an event of another kind changes, such as one that moves a count. */
  changedBy?: (event: RecordedEvent) => readonly number[]
}

/**
 * The plain records of a company: found, listed, created, updated and deleted, each change with its event and its live message.
 * What else is asked of them stands in the domain's commands, which call these within their transaction.
 */
export function companyRecords<Table extends RecordTable, Subject extends RecordSubject>(
  options: CompanyRecordsOptions<Table, Subject>,
) {
  const { subject, canChange = () => true } = options
  const { insert, update: change, remove: erase, ...reading } = recordTable(options)
  const record = (ctx: CompanyContext, what: string, id: number, more: object = {}) => {
    const payload = { [`${subject}Id`]: id, ...more } as unknown as EventPayloads[EventType]
    recordEvent(ctx, `${subject}.${what}` as EventType, {} as never, payload)
  }

  /** @throws Refusal when the name is taken */
  function create(ctx: CompanyContext, values: NewRecord<Table>) {
    if (!canChange(ctx.actor)) refuse('ERR_NO_PERMISSION')
    return write(ctx, () => {
      const row = insert(ctx, values)
      record(ctx, 'created', row.id)
      return row
    })
  }

  /** Fields that are not given stay. @throws Refusal when there is no such record or the name is taken */
  function update(ctx: CompanyContext, id: number, changes: RecordUpdate<Table>) {
    if (!canChange(ctx.actor)) refuse('ERR_NO_PERMISSION')
    return write(ctx, () => {
      const row = change(ctx, id, changes)
      record(ctx, 'updated', id)
      return row
    })
  }

  /** The event is recorded while the record is still there. @throws Refusal when there is no such record */
  function remove(ctx: CompanyContext, id: number) {
    if (!canChange(ctx.actor)) refuse('ERR_NO_PERMISSION')
    ctx.transaction(() => {
      const row = reading.get(ctx, id)
      record(ctx, 'deleted', id, { name: nameOf(row) })
      erase(ctx, id)
    })
    return { ok: true } as const
  }

  /** One page as it is answered. */
  function listView(ctx: CompanyContext, query: PageQuery, where?: SQL) {
    const { rows, ...page } = reading.listPage(ctx, query, where)
    return { records: rows.map(options.present), ...page }
  }

  return { ...reading, listView, create, update, remove, live: livePresenter(options, reading.find) }
}

/** A transaction refuses promises by type, which cannot be told of a row of any table. */
function write<Row extends object>(ctx: CompanyContext, task: () => Row): Row {
  return ctx.transaction(task as () => never)
}

/** The live messages of committed events: the record as it is now. */
function livePresenter<Table extends RecordTable, Subject extends LiveEvent>(
  { subject, present, topics = () => ['all'], changedBy = () => [] }: CompanyRecordsOptions<Table, Subject>,
  find: (ctx: CompanyContext, id: number) => RecordOf<Table> | undefined,
): LivePresenter {
  return (ctx, events) =>
    events.flatMap((event): LiveMessage[] => {
      const { type, number } = event as { type: string; number: number }
      const id = (event.data as Record<string, number>)[`${subject}Id`] ?? 0
      if (type === `${subject}.deleted`) {
        return [message({ topics: ['all'], event: subject, number, data: { action: 'delete', [`${subject}Id`]: id } })]
      }
      const isCreated = type === `${subject}.created`
      const ids = isCreated || type === `${subject}.updated` ? [id] : changedBy(event)
      return ids.flatMap((changed) => {
        const row = find(ctx, changed)
        if (!row) return []
        const data = { action: isCreated ? 'create' : 'update', [subject]: present(row) }
        return [message({ topics: topics(row), event: subject, number, data })]
      })
    })
}

/** The names within the data are put together here; `RecordChange` and `present` have checked them. */
const message = (given: object) => given as LiveMessage
