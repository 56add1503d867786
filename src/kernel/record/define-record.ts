import { type AnyElysia, Elysia } from 'elysia'
import * as v from 'valibot'
import type { CompanyContext } from '../company/company-context'
import { answerCalls, type Answers } from '../http/answer-calls'
import type { BodyLimits } from '../http/body/body-limits'
import { type CallTable, Done, recordPage } from '../http/calls'
import { IdParams, ListQuery } from '../http/request-parts'
import type { UserGuard } from '../http/user-guard'
import type { LivePresenter } from '../live/live'
import { companyRecords, type CompanyRecordsOptions, type Presenting, write } from './company-records'
import type { Records } from './record-change.contract'
import type { NewRecord, RecordOf, RecordTable, RecordUpdate } from './record-table'
import type { View } from './record-view'

type Schema = v.GenericSchema
type Fields = v.ObjectSchema<v.ObjectEntries, undefined>
type Path = `/${string}`
/** The schema of `PUT`, unless it is declared: the body with all fields optional. */
type UpdateOf<Body> = Body extends Fields ? v.SchemaWithPartial<Body, undefined> : Schema

/** The calls of a record. Those that write take a body, the one that reads a single record is asked for by `one`. */
interface CallOptions<At, Body, Update, One, Own> {
  path: At
  /** Whether a record is read by its id, too. */
  one?: One
  body?: Body
  updateBody?: Update
  limits?: BodyLimits
  /** Further calls, and those that differ, before the others: `GET` for those who may read, the others for those who may change. */
  calls?: Own
}

/** Return the columns for a body, within the transaction that writes them. Rules are checked here. */
interface Writing<Table extends RecordTable, Given, Changes> {
  creates: (ctx: CompanyContext, body: Given) => NewRecord<Table>
  updates: (ctx: CompanyContext, body: Changes, before: RecordOf<Table>) => RecordUpdate<Table>
}
type BodyOf<Table extends RecordTable, Body> = Body extends Schema ? v.InferOutput<Body> : NewRecord<Table>
type Written<Table extends RecordTable, Given, Changes> =
  Given extends NewRecord<Table> ? Partial<Writing<Table, Given, Changes>> : Writing<Table, Given, Changes>

interface IdCall<Answer> {
  params: typeof IdParams
  answer: Answer
}
type Standard<At extends Path, Of extends View, Body, Update extends Schema, One> = {
  readonly [Name in `GET ${At}`]: { query: typeof ListQuery; answer: ReturnType<typeof recordPage<Of>> }
} & { readonly [Name in One extends true ? `GET ${At}/:id` : never]: IdCall<Of> } & {
  readonly [Name in Body extends Schema ? `POST ${At}` : never]: { body: Extract<Body, Schema>; answer: Of }
} & { readonly [Name in Body extends Schema ? `PUT ${At}/:id` : never]: IdCall<Of> & { body: Update } } & {
  readonly [Name in `DELETE ${At}/:id`]: IdCall<typeof Done>
}

/**
 * Declares a plain record of a company: its calls and their routes, reads and writes with their events, and live
 * messages. Listed in the `records` of its domain; where calls differ from the usual ones, as `shelves.answering({ … })`.
 */
export function defineRecord<
  Table extends RecordTable,
  const Subject extends keyof Records,
  Of extends View,
  const At extends Path,
  Body extends Schema | undefined = undefined,
  Update extends Schema = UpdateOf<Body>,
  const One extends boolean = false,
  const Own extends CallTable = {},
>(
  options: CompanyRecordsOptions<Table, Subject, Of> &
    Presenting<Table, Of> &
    CallOptions<At, Body, Update, One, Own> &
    Written<Table, BodyOf<Table, Body>, v.InferOutput<Update>>,
) {
  type Given = BodyOf<Table, Body>
  type Changes = v.InferOutput<Update>
  const { creates, updates } = options as Partial<Writing<Table, Given, Changes>>
  const records = companyRecords<Table, Subject, Of>(options)
  const { assertMayChange, present } = records

  function createFrom(ctx: CompanyContext, body: Given) {
    assertMayChange(ctx)
    return write(ctx, () => records.create(ctx, creates ? creates(ctx, body) : (body as NewRecord<Table>)))
  }

  function updateFrom(ctx: CompanyContext, id: number, body: Changes) {
    assertMayChange(ctx)
    return write(ctx, () => {
      const changes = updates ? updates(ctx, body, records.get(ctx, id)) : (body as RecordUpdate<Table>)
      return records.update(ctx, id, changes)
    })
  }

  const calls = callsOf(options) as Own & Omit<Standard<At, Of, Body, Update, One>, keyof Own>
  const { path, subject, view } = options
  const usual: Record<string, (asked: Asked) => unknown> = {
    [`GET ${path}`]: ({ ctx, query }) => records.listView(ctx, query),
    [`GET ${path}/:id`]: ({ ctx, params }) => records.view(ctx, params.id),
    [`POST ${path}`]: ({ ctx, body }) => present(ctx, createFrom(ctx, body as Given)),
    [`PUT ${path}/:id`]: ({ ctx, params, body }) => present(ctx, updateFrom(ctx, params.id, body as Changes)),
    [`DELETE ${path}/:id`]: ({ ctx, params }) => records.remove(ctx, params.id),
  }
  type All = Answers<UserGuard, typeof calls>
  /** Replaces usual answers, and answers the record's further calls. */
  const answering = (answers: Pick<All, keyof Own & keyof All> & Partial<All>) => ({
    subject,
    calls,
    view,
    live: records.live,
    routes(guard: UserGuard) {
      const app = new Elysia({ name: `${subject}-record` }).use(guard).derive(({ ctx, request }) => {
        if (request.method === 'GET') records.assertMayRead(ctx)
        else assertMayChange(ctx)
        return {}
      })
      return answerCalls(app, calls as CallTable, { ...usual, ...answers } as never)
    },
  })
  const record = { ...records, createFrom, updateFrom, answering, ...answering({} as never) }
  return record as keyof Own extends never ? typeof record : Omit<typeof record, 'routes'>
}

interface Asked {
  ctx: CompanyContext
  params: { id: number }
  query: { searchParam: string; pageNumber: number }
  body: unknown
}

/** What a domain lists in its `records`. */
export interface DomainRecord<Calls extends CallTable = CallTable> {
  readonly subject: string
  readonly calls: Calls
  readonly view: View
  readonly live: LivePresenter
  routes(guard: UserGuard): AnyElysia
}

interface DeclaredCalls {
  path: Path
  view: View
  one?: boolean
  body?: Schema
  updateBody?: Schema
  limits?: BodyLimits
  calls?: CallTable
}

/** The types of its result are those of `Standard`. */
function callsOf({ path, view, one, body, updateBody, limits, calls }: DeclaredCalls): object {
  const params = IdParams
  const usual: CallTable = {
    [`GET ${path}`]: { query: ListQuery, answer: recordPage(view) },
    ...(one && { [`GET ${path}/:id`]: { params, answer: view } }),
    ...(body && {
      [`POST ${path}`]: { body, limits, answer: view },
      [`PUT ${path}/:id`]: { params, body: updateBody ?? v.partial(body as Fields), limits, answer: view },
    }),
    [`DELETE ${path}/:id`]: { params, answer: Done },
  }
  return { ...calls, ...usual, ...calls }
}
