import { eq } from 'drizzle-orm'
import { actingUserId } from '../kernel/company/actor'
import type { LongWork } from '../kernel/company/batches'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse, required } from '../kernel/errors'
import { recordEvent } from '../kernel/event/event-log'
import type { UserId } from '../kernel/ids'
import { existingQueueIds } from '../queue/queue.queries'
import { listTags } from '../tag/tag.queries'
import type { MacroBody, MacroStep, UpdateMacroBody } from './macro.contract'
import { canChangeMacro, canUseMacro } from './macro.policy'
import { macroTable } from './macro.tables'

declare module '../kernel/event/event-log' {
  interface EventPayloads {
    'macro.created': { macroId: number }
    /** `hides`: it is no longer shared. */
    'macro.updated': { macroId: number; hides: boolean }
    'macro.deleted': { macroId: number; name: string; userId: UserId | null; shared: boolean }
  }
}

type MacroRow = typeof macroTable.$inferSelect

/** @throws Refusal ERR_NO_MACRO_FOUND, also for one that the actor may not use */
export function getMacro(ctx: CompanyContext, id: number): MacroRow {
  const found = ctx.db.select().from(macroTable).where(eq(macroTable.id, id)).get()
  return required(found && canUseMacro(ctx.actor, found) ? found : undefined, 'ERR_NO_MACRO_FOUND')
}

/** @throws Refusal ERR_INVALID_INPUT for unknown tags and queues */
export function createMacro(ctx: CompanyContext, { name, shared, steps }: MacroBody): number {
  return ctx.transaction(() => {
    assertSteps(ctx, steps)
    const values = { name, shared, steps, userId: actingUserId(ctx.actor) ?? null }
    const { id } = ctx.db
      .insert(macroTable)
      .values({ ...values, createdAt: ctx.now, updatedAt: ctx.now })
      .returning({ id: macroTable.id })
      .get()
    recordEvent(ctx, 'macro.created', {}, { macroId: id })
    return id
  })
}

/** @throws Refusal ERR_NO_MACRO_FOUND, ERR_NO_PERMISSION, ERR_INVALID_INPUT for unknown tags and queues */
export function updateMacro(ctx: CompanyContext, id: number, body: UpdateMacroBody) {
  ctx.transaction(() => {
    const before = getChangeable(ctx, id)
    if (body.steps) assertSteps(ctx, body.steps)
    write(ctx, before, body)
  })
}

/** @throws Refusal ERR_NO_MACRO_FOUND, ERR_NO_PERMISSION */
export function deleteMacro(ctx: CompanyContext, id: number) {
  ctx.transaction(() => remove(ctx, getChangeable(ctx, id)))
}

/** Before a user is deleted: shared macros lose their owner, the others are deleted. */
export const leaveMacros = (ctx: CompanyContext, userId: UserId): LongWork<MacroRow> => ({
  next: () => ctx.db.select().from(macroTable).where(eq(macroTable.userId, userId)).limit(100).all(),
  work(macro) {
    if (macro.shared) write(ctx, macro, { userId: null })
    else remove(ctx, macro)
  },
})

function getChangeable(ctx: CompanyContext, id: number): MacroRow {
  const macro = getMacro(ctx, id)
  if (!canChangeMacro(ctx.actor, macro)) refuse('ERR_NO_PERMISSION')
  return macro
}

function write(ctx: CompanyContext, before: MacroRow, changes: Partial<MacroRow>) {
  const { id } = before
  ctx.db
    .update(macroTable)
    .set({ ...changes, updatedAt: ctx.now })
    .where(eq(macroTable.id, id))
    .run()
  recordEvent(ctx, 'macro.updated', {}, { macroId: id, hides: before.shared && changes.shared === false })
}

function remove(ctx: CompanyContext, { id, name, userId, shared }: MacroRow) {
  ctx.db.delete(macroTable).where(eq(macroTable.id, id)).run()
  recordEvent(ctx, 'macro.deleted', {}, { macroId: id, name, userId, shared })
}

/** Fields are named as in the form: `steps.0.tagIds`. */
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
