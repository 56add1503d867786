import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { flag, recordColumns } from '../kernel/database/columns'
import { IdParams } from '../kernel/http/request-parts'
import { defineRecord } from '../kernel/record/define-record'
import { viewOf } from '../kernel/record/record-view'
import { TicketView } from '../ticket/ticket.answers'
import { listUserNames, nameOfUser } from '../user/user.queries'
import { MacroBody, RunMacroBody, UpdateMacroBody } from './macro.contract'
import { canChangeMacro } from './macro.policy'
import { assertSteps } from './step/assert-steps'
import { type Step, StepView, wholeStep } from './step/step.contract'

export const macroTable = sqliteTable('macro', {
  ...recordColumns,
  name: text('name').notNull(),
  shared: flag('shared').notNull().default(false),
  userId: integer('user_id'),
  steps: text('steps', { mode: 'json' }).$type<Step[]>().notNull(),
})

export const MacroView = viewOf(macroTable, {
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  steps: v.array(StepView),
})
export type MacroView = v.InferOutput<typeof MacroView>

declare module '../kernel/record/record-change.contract' {
  interface Records {
    macro: MacroView
  }
}

export const macroRecords = defineRecord({
  subject: 'macro',
  path: '/macros',
  table: macroTable,
  view: MacroView,
  body: MacroBody,
  updateBody: UpdateMacroBody,
  notFound: 'ERR_NO_MACRO_FOUND',
  read: { sharedBy: ['shared'], users: listUserNames },
  change: canChangeMacro,
  calls: {
    'GET /macros/list': { answer: v.array(MacroView) },
    /** Runs all steps or none. A refusal names the step by its position. Returns the ticket after the last step. */
    'POST /macros/:id/run': { params: IdParams, body: RunMacroBody, answer: TicketView },
  },
  present:
    (ctx) =>
    ({ userId, steps }) => ({ user: nameOfUser(ctx, userId), steps: steps.map(wholeStep) }),
  creates(ctx, body) {
    assertSteps(ctx, body.steps)
    return { ...body, userId: actingUserId(ctx.actor) }
  },
  updates(ctx, body) {
    if (body.steps) assertSteps(ctx, body.steps)
    return body
  },
})

export const isTagInMacro = (ctx: CompanyContext, tagId: number) =>
  macroRecords.list(ctx).some(({ steps }) => steps.some(({ tagIds }) => tagIds.includes(tagId)))
