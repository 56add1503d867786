import { ChannelError, type Party } from '../../channel/channel'
import { findChannel } from '../../connection/running/connection-channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import { reaction } from '../../kernel/event/event-log'
import type { ConnectionId } from '../../kernel/ids'
import { enqueueJob, hasJob, type WaitingJob } from '../../kernel/job/jobs'
import { addMs } from '../../kernel/time/clock'
import { blockJobKey } from './block-at-provider'
import { setContactActive } from '../contact.commands'
import { findContactIdByIdentity, findContactRow } from '../contact.queries'
import { identityKey } from '../identity/resolve-contact'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'contact.readBlockList': { connectionId: ConnectionId }
  }
}

/** One reading for all contacts whose addresses are learned meanwhile. */
const learnedDelayMs = 60_000

/** When connected, after imports, and for learned LIDs, which the list contains. */
export const blockListReactions = [
  reaction('connection.statusChanged', (ctx, { data }) => {
    if (data.status === 'CONNECTED') readSoon(ctx, data.connectionId)
  }),
  reaction('connection.messagesImported', (ctx, { data }) => readSoon(ctx, data.connectionId)),
  reaction('contact.addressLearned', (ctx, { data: { connectionId } }) => {
    const dedupeKey = `contact.readBlockList ${connectionId} learned`
    const runAt = addMs(ctx.now, learnedDelayMs)
    enqueueJob(ctx, 'contact.readBlockList', { connectionId }, { dedupeKey, runAt })
  }),
]

function readSoon(ctx: CompanyContext, connectionId: ConnectionId) {
  const dedupeKey = `contact.readBlockList ${connectionId}`
  enqueueJob(ctx, 'contact.readBlockList', { connectionId }, { dedupeKey })
}

/** A failure is not retried while the connection is down: connecting starts another reading. */
export const readBlockListJob: WaitingJob<'contact.readBlockList'> = {
  lane: 'waiting',
  timeLimitMs: 30_000,
  attemptsMax: 5,
  async run(freshContext, { connectionId }) {
    const channel = findChannel(freshContext(), connectionId)
    if (!channel?.listBlocked) return
    try {
      const blocked = await channel.listBlocked()
      const ctx = freshContext()
      ctx.transaction(() => {
        for (const party of blocked) blockHere(ctx, connectionId, party)
      })
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
    }
  },
}

/** A local change that was not sent takes precedence. */
function blockHere(ctx: CompanyContext, connectionId: ConnectionId, { addresses }: Party) {
  for (const address of addresses) {
    const id = findContactIdByIdentity(ctx, identityKey(ctx, address, connectionId))
    if (id === undefined) continue
    const isActive = findContactRow(ctx, id)?.active
    if (isActive && !hasJob(ctx, blockJobKey(id, connectionId))) setContactActive(ctx, id, false, connectionId)
    return
  }
}
