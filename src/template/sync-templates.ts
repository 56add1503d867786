import { and, eq, lt } from 'drizzle-orm'
import { ChannelError } from '../channel/channel'
import type { ProviderTemplate } from '../channel/channel-provider'
import { channelRules } from '../channel/channel-rules.contract'
import { findConnection, findProvider } from '../connection/connection.queries'
import type { CompanyContext } from '../kernel/company/company-context'
import { perCompany } from '../kernel/company/company-files'
import { recordEvent } from '../kernel/event/event-log'
import { bringJobForward, enqueueJob, type FreshContext, type WaitingJob } from '../kernel/job/jobs'
import { addMs } from '../kernel/time/clock'
import './template.events'
import { templateSyncTable, templateTable } from './template.tables'

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'template.sync': { connectionId: number }
  }
}

const everyMs = 3_600_000
/** An account has at most 6,000 templates; a page has 100. */
const pagesMax = 100

const keyOf = (connectionId: number) => `template sync ${connectionId}`

/** Reads the connection's templates as soon as possible, and from then on every hour. */
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
    // It is planned again when the connection connects.
    if (!connection || !channelRules[connection.channel].templates || connection.status !== 'CONNECTED')
      return undefined
    await syncTemplates(freshContext, connectionId, signal)
    return addMs(freshContext().now, everyMs)
  },
}

/**
 * Reads the connection's templates page by page and deletes those that the provider no longer has. A failure keeps what
 * is known and is noted with the provider's sentence.
 */
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

// Prepared, because building a query for each of a hundred templates takes longer than writing them.
const statements = perCompany(({ sqlite }) => ({
  find: sqlite.prepare<ProviderTemplateRow, [number, string]>(
    `SELECT name, language, category, status, reason, quality, components FROM template
     WHERE connection_id = ? AND provider_id = ?`,
  ),
  see: sqlite.prepare<unknown, [number, number, string]>(
    'UPDATE template SET seen_at = ? WHERE connection_id = ? AND provider_id = ?',
  ),
  store: sqlite.prepare<unknown, (string | number)[]>(
    `INSERT INTO template (name, language, category, status, reason, quality, components, connection_id, provider_id,
       seen_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?11, ?11)
     ON CONFLICT (connection_id, provider_id) DO UPDATE SET name = excluded.name, language = excluded.language,
       category = excluded.category, status = excluded.status, reason = excluded.reason, quality = excluded.quality,
       components = excluded.components, seen_at = excluded.seen_at, updated_at = excluded.updated_at`,
  ),
}))

type ProviderTemplateRow = Record<Exclude<keyof ProviderTemplate, 'providerId'>, string>

/** Adds or updates a template, in the current transaction. Returns whether it was new or different. */
export function storeTemplate(ctx: CompanyContext, connectionId: number, given: ProviderTemplate, seenAt: Date) {
  const { find, see, store } = statements(ctx.company)
  const { providerId, name, language, category, status, reason, quality } = given
  const row = { name, language, category, status, reason, quality, components: JSON.stringify(given.components) }
  const known = find.get(connectionId, providerId)
  if (known && Bun.deepEquals(known, row)) {
    see.run(seenAt.getTime(), connectionId, providerId)
    return false
  }
  store.run(...Object.values(row), connectionId, providerId, seenAt.getTime(), ctx.now.getTime())
  return true
}
