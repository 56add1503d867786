import { and, eq, getTableColumns, lt } from 'drizzle-orm'
import { ChannelError } from '../channel/channel'
import type { ProviderTemplate } from '../channel/channel-provider'
import { channelRules } from '../channel/channel-rules.contract'
import { findConnection, findProvider } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { statement } from '../kernel/database/statement'
import { recordEvent } from '../kernel/event/event-log'
import { bringJobForward, enqueueJob, type FreshContext, type WaitingJob } from '../kernel/job/jobs'
import { addMs } from '../kernel/time/clock'
import { pick } from '../kernel/typed-object.contract'
import { templateSyncTable, templateTable } from './template.tables'

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'template.sync': { connectionId: number }
  }
}

const everyMs = 3_600_000
/** 6,000 templates at most, 100 a page. */
const pagesMax = 100

const keyOf = (connectionId: number) => `template sync ${connectionId}`

/** Soon, then every hour. */
export function planSync(ctx: CompanyContext, connectionId: number) {
  enqueueJob(ctx, 'template.sync', { connectionId }, { dedupeKey: keyOf(connectionId) })
  bringJobForward(ctx, keyOf(connectionId))
}

export const syncTemplatesJob: WaitingJob<'template.sync'> = {
  lane: 'waiting',
  attemptsMax: Number.MAX_SAFE_INTEGER,
  timeLimitMs: 300_000,
  async run(freshContext, { connectionId }, signal) {
    const connection = findConnection(freshContext(), connectionId)
    // Connecting plans it again.
    if (!connection || !channelRules[connection.channel].templates || connection.status !== 'CONNECTED')
      return undefined
    await syncTemplates(freshContext, connectionId, signal)
    return addMs(freshContext().now, everyMs)
  },
}

/** Deletes those that are gone. A failure keeps what is known. */
export async function syncTemplates(freshContext: FreshContext, connectionId: number, signal?: AbortSignal) {
  const startedAt = freshContext().now
  const provider = findProvider(freshContext(), connectionId)?.openTemplates?.(freshContext(), connectionId)
  if (!provider) return
  let isChanged = false
  try {
    let after: string | undefined
    for (let page = 0; page < pagesMax; page++) {
      const read = await provider.readPage(after, signal)
      isChanged = storePage(freshContext(), connectionId, read.templates, startedAt) || isChanged
      after = read.after
      if (after === undefined) break
    }
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    return finish(freshContext(), connectionId, { isChanged, error: error.message })
  }
  finish(freshContext(), connectionId, { isChanged, startedAt })
}

interface SyncResult {
  isChanged: boolean
  startedAt?: Date
  error?: string
}

function finish(ctx: CompanyContext, connectionId: number, { isChanged, startedAt, error = '' }: SyncResult) {
  ctx.transaction(() => {
    if (!findConnection(ctx, connectionId)) return
    const known = startedAt ? { syncedAt: ctx.now, error } : { error }
    ctx.db
      .insert(templateSyncTable)
      .values({ connectionId, ...known })
      .onConflictDoUpdate({ target: templateSyncTable.connectionId, set: known })
      .run()
    const isOld = startedAt && and(eq(templateTable.connectionId, connectionId), lt(templateTable.seenAt, startedAt))
    const gone = isOld ? ctx.db.delete(templateTable).where(isOld).returning({ id: templateTable.id }).all() : []
    if (isChanged || gone.length > 0) recordEvent(ctx, 'template.changed', {}, { connectionId })
  })
}

/** Returns whether anything but the time of the sync changed. */
function storePage(ctx: CompanyContext, connectionId: number, templates: readonly ProviderTemplate[], seenAt: Date) {
  return ctx.transaction(() => {
    if (!findConnection(ctx, connectionId)) return false
    const changes = templates.map((template) => storeTemplate(ctx, connectionId, template, seenAt))
    return changes.includes(true)
  })
}

interface TemplateKey {
  connectionId: number
  providerId: string
}
const { id: _, connectionId, providerId, createdAt, updatedAt, seenAt, ...provided } = getTableColumns(templateTable)
const isOf = (v: TemplateKey) => and(eq(connectionId, v.connectionId), eq(providerId, v.providerId))

const find = statement((db, v: TemplateKey) => db.select(provided).from(templateTable).where(isOf(v)))
const see = statement((db, v: TemplateKey & { seenAt: Date }) =>
  db.update(templateTable).set({ seenAt: v.seenAt }).where(isOf(v)),
)
const store = statement((db, row: TemplateKey & ProviderTemplate & { seenAt: Date; now: Date }) => {
  const values = pick(row, 'name', 'language', 'category', 'status', 'reason', 'quality', 'components', 'seenAt')
  return db
    .insert(templateTable)
    .values({ ...values, ...pick(row, 'connectionId', 'providerId'), createdAt: row.now, updatedAt: row.now })
    .onConflictDoUpdate({ target: [connectionId, providerId], set: { ...values, updatedAt: row.now } })
})

/** Adds or updates a template, in the current transaction. Returns whether it was new or different. */
export function storeTemplate(ctx: CompanyContext, connectionId: number, given: ProviderTemplate, seenAt: Date) {
  const { providerId, ...template } = given
  const key = { connectionId, providerId }
  if (Bun.deepEquals(find.get(ctx, key), template)) {
    see.run(ctx, { ...key, seenAt })
    return false
  }
  store.run(ctx, { ...key, ...given, seenAt, now: ctx.now })
  return true
}
