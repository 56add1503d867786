import { ChannelError } from '../../channel/channel'
import { channelRules } from '../../channel/channel-rules.contract'
import { findChannel } from '../../connection/running/connection-channel'
import type { CompanyContext } from '../../kernel/company/company-context'
import { Refusal } from '../../kernel/errors'
import { reaction } from '../../kernel/event/event-log'
import type { ContactId } from '../../kernel/ids'
import { enqueueJob, type FreshContext, type WaitingJob } from '../../kernel/job/jobs'
import { addMs } from '../../kernel/time/clock'
import { minuteMs } from '../../kernel/time/durations.contract'
import { findContactRow } from '../contact.queries'
import { findContactAddress } from './contact-address'
import { renewContactPicture } from './contact-channel'
import { learnIdentity } from './resolve-contact'

declare module '../../kernel/job/jobs' {
  interface JobPayloads {
    'contact.profile': { contactId: ContactId }
  }
}

const laterMs = 5 * minuteMs

/** Their messages do not contain their names. */
export const profileReaction = reaction('contact.created', (ctx, { contactId }) => {
  const contact = findContactRow(ctx, contactId)
  if (contact && channelRules[contact.channel].profiles) enqueueJob(ctx, 'contact.profile', { contactId })
})

export const profileJob: WaitingJob<'contact.profile'> = {
  lane: 'waiting',
  attemptsMax: 5,
  timeLimitMs: minuteMs,
  run: (freshContext, { contactId }) => fetchProfile(freshContext, contactId),
}

/** Returns when to try again. A person may hide both. */
async function fetchProfile(freshContext: FreshContext, contactId: ContactId): Promise<Date | undefined> {
  const ctx = freshContext()
  const contact = findContactRow(ctx, contactId)
  const connectionId = contact?.connectionId ?? null
  if (!contact || connectionId === null) return undefined
  const address = findContactAddress(ctx, contact, connectionId)
  const channel = findChannel(ctx, connectionId)
  if (!channel) return addMs(ctx.now, laterMs)
  if (!address || !channel.fetchName) return undefined
  const name = await orNothing(channel.fetchName(address))
  const now = freshContext()
  if (name) learnIdentity(now, { addresses: [address], name }, { connectionId })
  await fetchPicture(freshContext(), contactId)
  return undefined
}

async function fetchPicture(ctx: CompanyContext, contactId: ContactId) {
  if (findContactRow(ctx, contactId)) await orNothing(renewContactPicture(ctx, contactId))
}

async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal || (error instanceof ChannelError && error.reason === 'refused')) return undefined
    throw error
  }
}
