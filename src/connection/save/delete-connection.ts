import { eq } from 'drizzle-orm'
import { inBatches, type WorkFor } from '../../kernel/company/batches'
import type { CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import { recordEvent } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { cancelJob, enqueueJob, type WaitingJob } from '../../kernel/job/jobs'
import { deleteMedia } from '../../kernel/file/media-store'
import { addMs } from '../../kernel/time/clock'
import { accountName, whileClaimed } from '../../platform/names/names'
import type { Platform } from '../../platform/platform'
import { countConnections, findConnection, getConnection, canManageConnections } from '../connection.queries'
import { connectionTable } from '../connection.tables'
import { connectionControl } from '../running/connection-control'

declare module '../../kernel/company/company-files' {
  interface CompanyPorts {
    beforeDeleteConnection: readonly WorkFor<ConnectionId>[]
    resumeConnectionDeletion(ctx: CompanyContext, id: ConnectionId): Promise<void>
  }
}

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'connection.delete': { connectionId: ConnectionId }
  }
}

const resumeAfterMs = 60_000

const jobKey = (id: ConnectionId) => `connection.delete:${id}`

/** In batches. The conversations stay. @throws Refusal ERR_NO_OTHER_WHATSAPP for the default while there are others */
export async function deleteConnection(platform: Platform, ctx: CompanyContext, id: ConnectionId) {
  ctx.transaction(() => {
    getDeletableConnection(ctx, id)
    const runAt = addMs(ctx.now, resumeAfterMs)
    enqueueJob(ctx, 'connection.delete', { connectionId: id }, { runAt, dedupeKey: jobKey(id) })
  })
  await finishConnectionDeletion(platform, ctx, id)
}

export async function finishConnectionDeletion(platform: Platform, ctx: CompanyContext, id: ConnectionId) {
  if (!findConnection(ctx, id)) return
  // A later message would open another ticket.
  await endSession(ctx, id)
  for (const work of ctx.company.services.ports.beforeDeleteConnection) await inBatches(ctx, work(ctx, id))
  const { tokenHash, channel: onChannel, accountId } = getDeletableConnection(ctx, id)
  const holder = { companyId: ctx.company.id, recordId: id }
  const { tokens, accounts } = platform.names
  // Undefined where the index is wrong.
  const claims = [
    await tokens.claim(tokenHash, holder),
    accountId === '' ? undefined : await accounts.claim(accountName(onChannel, accountId), holder),
  ]
  await whileClaimed(claims, () =>
    ctx.transaction(() => {
      const { channel, name, greetingMediaId } = getDeletableConnection(ctx, id)
      recordEvent(ctx, 'connection.deleted', {}, { connectionId: id, channel, name })
      ctx.db.delete(connectionTable).where(eq(connectionTable.id, id)).run()
      deleteMedia(ctx, greetingMediaId)
      cancelJob(ctx, jobKey(id))
    }),
  )
  await tokens.release(holder)
  await accounts.release(holder)
}

function getDeletableConnection(ctx: CompanyContext, id: ConnectionId) {
  if (!canManageConnections(ctx.actor)) refuse('ERR_NO_PERMISSION')
  const connection = getConnection(ctx, id)
  if (connection.isDefault && countConnections(ctx) > 1) refuse('ERR_NO_OTHER_WHATSAPP')
  return connection
}

export const resumeDeletionJob: WaitingJob<'connection.delete'> = {
  lane: 'waiting',
  timeLimitMs: 600_000,
  attemptsMax: 5,
  async run(freshContext, { connectionId }) {
    const ctx = freshContext()
    await ctx.company.services.ports.resumeConnectionDeletion(ctx, connectionId)
  },
}

export async function endSession(ctx: CompanyContext, connectionId: ConnectionId) {
  const { id: company, services } = ctx.company
  try {
    await connectionControl(ctx).remove(company, connectionId)
  } catch (error) {
    services.log.error('A deleted connection could not be ended', { company, error })
  }
}
