import { type AnyElysia, Elysia } from 'elysia'
import type * as v from 'valibot'
import { type Actor, actingUserId, systemActor } from '../kernel/company/actor'
import { refuse } from '../kernel/errors'
import { answerCalls, type Answers } from '../kernel/http/answer-calls'
import type { CallName, CallTable } from '../kernel/http/calls'
import type { Authenticate, UserGuard } from '../kernel/http/user-guard'
import type { CompanyId } from '../kernel/ids'
import { differences } from '../kernel/audit/audit'
import type { AuditChange } from '../kernel/audit/audit.contract'
import { auditedColumns, presenter, type Presenting } from '../kernel/record/company-records'
import type { DomainRecord, Writing, Written } from '../kernel/record/define-record'
import { answersOf, callsOf } from '../kernel/record/record-calls'
import type { CallOptions, ListShape, RecordCalls, Schema, UpdateOf } from '../kernel/record/record-calls'
import {
  nameIn,
  type RecordContext,
  recordTable,
  type RecordTable,
  type RecordTableOptions,
} from '../kernel/record/record-table'
import type { NewRecord, PageQuery, RecordOf, RecordUpdate } from '../kernel/record/record-table'
import type { View } from '../kernel/record/record-view'
import { publishToHost } from './company/company.live'
import { audit, type Platform } from './platform'

export interface HostContext extends RecordContext {
  platform: Platform
  actor: Actor
  companyId?: CompanyId
}

export function hostContext(platform: Platform, actor: Actor = systemActor, companyId?: CompanyId): HostContext {
  return { platform, actor, companyId, db: platform.catalog.db, now: platform.clock.now() }
}

export type HostGuard = ReturnType<typeof createHostGuard>

export function createHostGuard(platform: Platform, authenticate: Authenticate) {
  return new Elysia({ name: 'host-guard' }).derive({ as: 'scoped' }, async ({ request }) => {
    const { actor, company } = await authenticate(request)
    return { ctx: hostContext(platform, actor, company.id) }
  })
}

export interface HostRecord extends Omit<DomainRecord, 'routes'> {
  routes(guards: { guard: UserGuard; hostGuard: HostGuard; platform: Platform }): AnyElysia
}

type Action = 'create' | 'update' | 'delete'

/** Names that the product made up. */
const fileColumns = ['mediaPath']

interface HostRecordOptions<Table extends RecordTable, Of extends View> extends RecordTableOptions<Table> {
  /** Names the audit entries (`plan.created`) and the live event (`plan`) with its data. */
  subject: 'plan' | 'announcement' | 'help'
  view: Of
  /** Calls for every signed-in user. The others are for super users. */
  everyone?: readonly CallName[]
  deletes?(ctx: HostContext, record: RecordOf<Table>): void
  changed?(ctx: HostContext, action: Action, record: RecordOf<Table>): void
  publish?(platform: Platform, action: Action, view: v.InferOutput<Of>): void
}

export function defineHostRecord<
  Table extends RecordTable,
  Of extends View,
  const At extends `/${string}`,
  Body extends Schema,
  const List extends ListShape = {},
  Update extends Schema = UpdateOf<Body>,
  const One extends boolean = false,
  const Own extends CallTable = {},
>(
  options: HostRecordOptions<Table, Of> &
    Presenting<Table, Of, HostContext> & { body: Body } & CallOptions<At, List, Body, Update, One, Own> &
    Written<Table, v.InferOutput<Body>, v.InferOutput<Update>, HostContext>,
) {
  type Given = v.InferOutput<Body>
  type Changes = v.InferOutput<Update>
  const { subject, path, list, everyone = [], publish = publishToSuperUsers, nameOf = nameIn } = options
  const { creates, updates } = options as Partial<Writing<Table, Given, Changes, HostContext>>
  const { insert, update: change, remove: erase, ...reading } = recordTable<Table>(options)
  const { presenting, present } = presenter<Table, Of, HostContext>(options)

  const auditedFields = auditedColumns(options.table).filter((name) => name in options.view.entries)

  function publishToSuperUsers(platform: Platform, action: Action, view: { id?: number }) {
    const data = action === 'delete' ? { action, [`${subject}Id`]: view.id } : { action, [subject]: view }
    publishToHost(platform, { event: subject, data } as never)
  }

  function finish(ctx: HostContext, action: Action, row: RecordOf<Table>, changes?: AuditChange[]) {
    const { platform, actor, companyId } = ctx
    const by = { companyId, userId: actingUserId(actor) }
    audit(platform, `${subject}.${action}d`, by, { id: row.id, name: nameOf(row), ...(changes && { changes }) })
    publish(platform, action, present(ctx, row))
    options.changed?.(ctx, action, row)
    return row
  }

  const createFrom = (ctx: HostContext, body: Given) =>
    finish(ctx, 'create', insert(ctx, creates ? creates(ctx, body) : (body as NewRecord<Table>)))

  /** @throws Refusal when there is none */
  function update(ctx: HostContext, id: number, changes: RecordUpdate<Table>) {
    const before = reading.get(ctx, id)
    const row = change(ctx, id, changes)
    const fields = auditedFields.filter((name) => name in changes)
    return finish(ctx, 'update', row, differences(before, row, { fields, hidden: fileColumns }))
  }

  /** @throws Refusal when there is none */
  function updateFrom(ctx: HostContext, id: number, body: Changes) {
    const before = reading.get(ctx, id)
    return update(ctx, id, updates ? updates(ctx, body, before) : (body as RecordUpdate<Table>))
  }

  /** @throws Refusal when there is none */
  function remove(ctx: HostContext, id: number) {
    const row = reading.get(ctx, id)
    options.deletes?.(ctx, row)
    erase(ctx, id)
    finish(ctx, 'delete', row)
    return { ok: true } as const
  }

  const viewAll = (ctx: HostContext) => reading.list(ctx).map(presenting(ctx))
  const calls = callsOf(options) as object as Own & Omit<RecordCalls<At, List, Of, Body, Update, One>, keyof Own>
  const usual = answersOf<HostContext>(path, list, {
    viewAll,
    listView(ctx: HostContext, query: PageQuery) {
      const { rows, ...page } = reading.listPage(ctx, query)
      return { records: rows.map(presenting(ctx)), ...page }
    },
    view: (ctx, id) => present(ctx, reading.get(ctx, id)),
    create: (ctx, body) => present(ctx, createFrom(ctx, body as Given)),
    update: (ctx, id, body) => present(ctx, updateFrom(ctx, id, body as Changes)),
    remove,
  })
  type All = Answers<HostGuard, typeof calls>
  const answering = (answers: Pick<All, keyof Own & keyof All> & Partial<All>) => ({
    subject,
    calls,
    viewSchema: options.view,
    auditedFields,
    routes({ hostGuard }: { hostGuard: HostGuard }) {
      const app = new Elysia({ name: `${subject}-record` })
        .use(hostGuard)
        .derive(({ ctx: { actor }, request, route }) => {
          const isOpen = everyone.includes(`${request.method} ${route}` as CallName)
          if (!isOpen && !(actor.kind === 'user' && actor.super)) refuse('ERR_NO_PERMISSION')
          return {}
        })
      // The parameter's type has checked the answers.
      return answerCalls(app, calls as CallTable, { ...usual, ...answers } as never)
    },
  })
  return { ...reading, present, viewAll, createFrom, update, updateFrom, remove, answering, ...answering({} as never) }
}
