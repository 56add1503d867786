import { type AnyElysia, Elysia } from 'elysia'
import type * as v from 'valibot'
import type { CompanyContext } from '../company/company-context'
import { answerCalls, type Answers } from '../http/answer-calls'
import type { CallTable } from '../http/calls'
import type { UserGuard } from '../http/user-guard'
import type { LivePresenter } from '../live/live'
import { companyRecords, type CompanyRecordsOptions, type Presenting, write } from './company-records'
import {
  answersOf,
  type CallOptions,
  callsOf,
  type ListShape,
  type RecordCalls,
  type Schema,
  type UpdateOf,
} from './record-calls'
import type { Records } from './record-change.contract'
import type { NewRecord, RecordOf, RecordTable, RecordUpdate } from './record-table'
import type { View } from './record-view'

export interface Writing<Table extends RecordTable, Given, Changes, Ctx = CompanyContext> {
  creates: (ctx: Ctx, body: Given) => NewRecord<Table>
  updates: (ctx: Ctx, body: Changes, before: RecordOf<Table>) => RecordUpdate<Table>
}
type BodyOf<Table extends RecordTable, Body> = Body extends Schema ? v.InferOutput<Body> : NewRecord<Table>
export type Written<Table extends RecordTable, Given, Changes, Ctx = CompanyContext> =
  Given extends NewRecord<Table> ? Partial<Writing<Table, Given, Changes, Ctx>> : Writing<Table, Given, Changes, Ctx>

export interface DomainRecord<Calls extends CallTable = CallTable> {
  readonly subject: string
  readonly calls: Calls
  readonly viewSchema: View
  readonly live?: LivePresenter
  readonly auditedFields?: readonly string[]
  routes(guards: { guard: UserGuard }): AnyElysia
}

/** Declares a record's calls, events and live messages. Further `GET` calls need the right to read it, all others that to change it. */
export function defineRecord<
  Table extends RecordTable,
  const Subject extends keyof Records,
  Of extends View,
  const At extends `/${string}`,
  const List extends ListShape = {},
  Body extends Schema | undefined = undefined,
  Update extends Schema = UpdateOf<Body>,
  const One extends boolean = false,
  const Own extends CallTable = {},
>(
  options: CompanyRecordsOptions<Table, Subject, Of> &
    Presenting<Table, Of> &
    CallOptions<At, List, Body, Update, One, Own> &
    Written<Table, BodyOf<Table, Body>, v.InferOutput<Update>>,
) {
  type Given = BodyOf<Table, Body>
  type Changes = v.InferOutput<Update>
  const { creates, updates } = options as Partial<Writing<Table, Given, Changes>>
  const records = companyRecords<Table, Subject, Of>(options)
  const { assertMayRead, assertMayChange, openToChange, present } = records

  function createFrom(ctx: CompanyContext, body: Given) {
    assertMayChange(ctx)
    return write(ctx, () => records.create(ctx, creates ? creates(ctx, body) : (body as NewRecord<Table>)))
  }

  function updateFrom(ctx: CompanyContext, id: number, body: Changes) {
    return write(ctx, () => {
      const before = openToChange(ctx, id)
      const changes = updates ? updates(ctx, body, before) : (body as RecordUpdate<Table>)
      return records.update(ctx, id, changes)
    })
  }

  const { path, list, subject } = options
  const calls = callsOf(options) as object as Own & Omit<RecordCalls<At, List, Of, Body, Update, One>, keyof Own>
  const usual = answersOf(path, list, {
    ...records,
    create: (ctx, body) => present(ctx, createFrom(ctx, body as Given)),
    update: (ctx, id, body) => present(ctx, updateFrom(ctx, id, body as Changes)),
    remove: (ctx, id) => records.remove(ctx, openToChange(ctx, id).id),
  })
  type All = Answers<UserGuard, typeof calls>
  const answering = (answers: Pick<All, keyof Own & keyof All> & Partial<All>) => ({
    subject,
    calls,
    viewSchema: options.view,
    live: records.live,
    auditedFields: records.auditedFields,
    routes({ guard }: { guard: UserGuard }) {
      const app = new Elysia({ name: `${subject}-record` }).use(guard).derive(({ ctx, request }) => {
        if (request.method === 'GET') assertMayRead(ctx)
        else assertMayChange(ctx)
        return {}
      })
      // The parameter's type has checked the answers.
      return answerCalls(app, calls as CallTable, { ...usual, ...answers } as never)
    },
  })
  const record = { ...records, createFrom, updateFrom, answering, ...answering({} as never) }
  return record as keyof Own extends never ? typeof record : Omit<typeof record, 'routes'>
}
