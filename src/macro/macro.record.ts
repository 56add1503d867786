import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { actingUserId } from '../kernel/company/actor'
import type { CompanyContext } from '../kernel/company/company-context'
import { flag, recordColumns } from '../kernel/database/columns'
import { refuse } from '../kernel/errors'
import { IdParams } from '../kernel/http/request-parts'
import { defineRecord } from '../kernel/record/define-record'
import { viewOf } from '../kernel/record/record-view'
import { existingQueueIds } from '../queue/queue.queries'
import { listTags } from '../tag/tag.queries'
import { TicketView } from '../ticket/ticket.answers'
import { listUserNames, nameOfUser } from '../user/user.queries'
import { MacroBody, type MacroStep, macroStepKinds, RunMacroBody, UpdateMacroBody } from './macro.contract'
import { canChangeMacro } from './macro.policy'

export const macroTable = sqliteTable('macro', {
  ...recordColumns,
  name: text('name').notNull(),
  shared: flag('shared').notNull().default(false),
  userId: integer('user_id'),
  steps: text('steps', { mode: 'json' }).$type<MacroStep[]>().notNull(),
})

export const MacroView = viewOf(macroTable, {
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  steps: v.array(
    v.object({
      kind: v.picklist(macroStepKinds),
      text: v.string(),
      tagIds: v.array(v.number()),
      queueId: v.nullable(v.number()),
      farewell: v.boolean(),
    }),
  ),
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
    ({ userId }) => ({ user: nameOfUser(ctx, userId) }),
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

/** Names fields as in the form: `steps.0.tagIds`. */
function assertSteps(ctx: CompanyContext, steps: readonly MacroStep[]) {
  const plainTags = new Set<number>(listTags(ctx, { kanban: false }).map(({ id }) => id))
  const queues = new Set<number>(
    existingQueueIds(
      ctx,
      steps.flatMap(({ queueId }) => queueId ?? []),
    ),
  )
  const fields: Record<string, string> = {}
  for (const [index, { kind, tagIds, queueId }] of steps.entries()) {
    const usesTags = kind === 'addTags' || kind === 'removeTags'
    if (usesTags && tagIds.some((id) => !plainTags.has(id))) fields[`steps.${index}.tagIds`] = 'unknown'
    if (kind === 'transfer' && queueId !== null && !queues.has(queueId)) fields[`steps.${index}.queueId`] = 'unknown'
  }
  if (Object.keys(fields).length > 0) refuse('ERR_INVALID_INPUT', { fields })
}
