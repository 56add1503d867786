import { clearReferences } from '../kernel/company/batches'
import type { Domain } from '../platform/domain'
import { contactPerson } from './contact.person'
import { blockJob, blockReaction } from './block/block-at-provider'
import { contactTable } from './contact.tables'
import { contactRoutes } from './contact.routes'
import { blockListReactions, readBlockListJob } from './block/read-block-list'
import { type Reaction, reaction, type EventType, isEvent, type RecordedEvent } from '../kernel/event/event-log'
import { forgetContactCounts } from './list/list-contacts'
import { contactBulkCalls } from './bulk/contact-bulk.calls'
import { contactCalls, contactIdentityCalls } from './contact.calls'
import { ContactView } from './contact.answers'
import { ChannelError } from '../channel/channel'
import { channelRules } from '../channel/channel-rules.contract'
import { findChannel } from '../connection/running/connection-channel'
import type { CompanyContext } from '../kernel/company/company-context'
import { Refusal } from '../kernel/errors'
import type { ContactId } from '../kernel/ids'
import { enqueueJob, type FreshContext, type WaitingJob } from '../kernel/job/jobs'
import { addMs } from '../kernel/time/clock'
import { minuteMs } from '../kernel/time/durations.contract'
import { findContactRow } from './contact.queries'
import { findContactAddress } from './identity/contact-address'
import { renewContactPicture } from './identity/contact-channel'
import { learnIdentity } from './identity/resolve-contact'
import type { LiveMessage, LivePresenter } from '../kernel/live/live'
import { maskContactView } from './list/present-contact'
import { readContacts } from './list/joined-contact.view'
import { hidesNumbers } from '../setting/setting.queries'

/** Numbers may be hidden from plain users. */
const everybody = ['admin', 'plain']

interface Change {
  number: number
  action: 'create' | 'update'
}

const changing: ReadonlySet<EventType> = new Set<EventType>([
  'contact.created',
  'contact.updated',
  'contact.blocked',
  'contact.merged',
  'contact.unmerged',
  'contact.tagsChanged',
])

const contactLive: LivePresenter = {
  on: (type) => changing.has(type) || type === 'contact.deleted' || type === 'contact.erased',
  present,
}

function present(ctx: CompanyContext, events: readonly RecordedEvent[]): LiveMessage[] {
  const changed = new Map<ContactId, Change>()
  const messages: LiveMessage[] = []
  const removal = (contactId: ContactId, number: number) => {
    changed.delete(contactId)
    messages.push({ topics: everybody, event: 'contact', number, data: { action: 'delete', contactId } })
  }
  for (const event of events) {
    const { contactId, number } = event
    if (contactId === undefined) continue
    if (isEvent(event, 'contact.deleted') || isEvent(event, 'contact.erased')) removal(contactId, number)
    if (isEvent(event, 'contact.merged')) removal(event.data.fromContactId, number)
    if (isEvent(event, 'contact.unmerged')) changed.set(event.data.fromContactId, { number, action: 'create' })
    if (!changing.has(event.type)) continue
    const action = isEvent(event, 'contact.created') ? 'create' : (changed.get(contactId)?.action ?? 'update')
    changed.set(contactId, { number, action })
  }
  return changed.size === 0 ? messages : [...messages, ...presentChanged(ctx, changed)]
}

function presentChanged(ctx: CompanyContext, changed: ReadonlyMap<ContactId, Change>) {
  const hidden = hidesNumbers(ctx)
  // Last messages are published with the ticket, to users who may see it.
  return readContacts(ctx, [...changed.keys()]).flatMap((contact): LiveMessage[] => {
    const change = changed.get(contact.id)
    if (!change) return []
    const { number, action } = change
    const message = { event: 'contact' as const, number }
    if (!hidden) return [{ ...message, topics: everybody, data: { action, contact } }]
    return [
      { ...message, topics: ['admin'], data: { action, contact } },
      { ...message, topics: ['plain'], data: { action, contact: maskContactView(ctx, contact) } },
    ]
  })
}

declare module '../kernel/job/jobs' {
  interface JobPayloads {
    'contact.profile': { contactId: ContactId }
  }
}

const laterMs = 5 * minuteMs

/** Their messages do not contain their names. */
const profileReaction = reaction('contact.created', (ctx, { contactId }) => {
  const contact = findContactRow(ctx, contactId)
  if (contact && channelRules[contact.channel].profiles) enqueueJob(ctx, 'contact.profile', { contactId })
})

const profileJob: WaitingJob<'contact.profile'> = {
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
  if (!address || !channel.fetchProfile) return undefined
  const profile = await orNothing(channel.fetchProfile(address))
  const now = freshContext()
  if (profile) learnIdentity(now, { addresses: [address], ...profile }, { connectionId })
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

/** Events that may change the number of contacts found by a search. */
const contactReactions: readonly Reaction[] = [
  {
    on: [
      ...(['contact.created', 'contact.updated', 'contact.merged', 'contact.unmerged', 'contact.deleted'] as const),
      'contact.erased' as const,
      ...(['contact.tagsChanged', 'tag.deleted'] as const),
    ],
    run: forgetContactCounts,
  },
]

export const contactDomain = {
  name: 'contact',
  person: contactPerson,
  calls: { ...contactBulkCalls, ...contactCalls, ...contactIdentityCalls },
  views: { ContactView },
  routes: ({ guard }) => contactRoutes(guard),
  reactions: [...contactReactions, blockReaction, profileReaction, ...blockListReactions],
  jobs: { 'contact.block': blockJob, 'contact.readBlockList': readBlockListJob, 'contact.profile': profileJob },
  presenters: [contactLive],
  mediaGuards: { contact: () => true },
  beforeDelete: {
    user: clearReferences(contactTable.walletUserId, contactTable.id),
    connection: clearReferences(contactTable.connectionId, contactTable.id),
  },
} satisfies Domain
