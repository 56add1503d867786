import { ChannelError } from '../../channel/channel'
import { findChannel } from '../../connection/running/connection-channel'
import { findConnection, listConnections } from '../../connection/connection.queries'
import type { CompanyContext } from '../../kernel/company/company-context'
import { reaction } from '../../kernel/event/event-log'
import type { ConnectionId, ContactId } from '../../kernel/ids'
import { enqueueJob, type WaitingJob } from '../../kernel/job/jobs'
import { minuteMs } from '../../kernel/time/durations.contract'
import { findContactAddress } from '../identity/contact-address'
import { findContactRow } from '../contact.queries'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    /** `untilMs`: given up afterwards. */
    'contact.block': { contactId: ContactId; connectionId: ConnectionId; untilMs: number }
  }
}

const retryMs = 60_000
/** After this time, a connection that is down is skipped; the product refuses such messages itself. */
const triedMs = 24 * 60 * minuteMs

export const blockReaction = reaction('contact.blocked', (ctx, { contactId, data }) => {
  const untilMs = ctx.now.getTime() + triedMs
  for (const { id, status } of listConnections(ctx)) {
    // The change came from this account, or no account is paired.
    if (id === data.connectionId || status === 'DISCONNECTED' || status === 'qrcode') continue
    if (!findTarget(ctx, contactId, id)) continue
    const dedupeKey = blockJobKey(contactId, id)
    enqueueJob(ctx, 'contact.block', { contactId, connectionId: id, untilMs }, { dedupeKey })
  }
})

export const blockJobKey = (contactId: ContactId, connectionId: ConnectionId) =>
  `contact.block ${contactId} ${connectionId}`

/** Reads the contact again, so that only the last of several changes is sent. */
export const blockJob: WaitingJob<'contact.block'> = {
  lane: 'waiting',
  timeLimitMs: 30_000,
  attemptsMax: 5,
  async run(freshContext, { contactId, connectionId, untilMs }) {
    const ctx = freshContext()
    const target = findTarget(ctx, contactId, connectionId)
    if (!target || !findConnection(ctx, connectionId)) return
    const later = () => {
      const next = freshContext().now.getTime() + retryMs
      return next < untilMs ? new Date(next) : undefined
    }
    const channel = findChannel(ctx, connectionId)
    if (!channel) return later()
    try {
      await channel.setBlocked?.(target.address, !target.active)
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      if (error.reason !== 'refused') return later()
    }
  },
}

/** Undefined for groups, and other channels. */
function findTarget(ctx: CompanyContext, contactId: ContactId, connectionId: ConnectionId) {
  const contact = findContactRow(ctx, contactId)
  const address = contact && findContactAddress(ctx, contact, connectionId)
  return address?.kind === 'phone' || address?.kind === 'lid' ? { address, active: contact?.active } : undefined
}
