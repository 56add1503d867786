import type { InboundEvent, Party } from '../../channel/channel'
import { noteHistoryNotice } from '../../connection/history/history-notices'
import { noteProviderNotice } from '../../connection/inbox/provider-notice'
import { noteConnectionSawMessage } from '../../connection/inbox/note-connection-saw-message'
import { setContactActive } from '../../contact/contact.commands'
import { findContactIdByIdentity } from '../../contact/contact.queries'
import { addGroupAdmins, removeGroupAdmins, setGroupAdmins } from '../../contact/identity/group-admins'
import { identityKey, learnIdentity, resolveContact } from '../../contact/identity/resolve-contact'
import type { CompanyContext } from '../../kernel/company/company-context'
import { applyDeletion, applyEdit, applyReaction } from './apply-inbound-change'
import { applyReceipt, applyReceiptUntil } from './apply-receipt'
import type { InboundConnection } from './inbound-message'
import { receiveCall } from './receive-call'
import { receiveMessage } from './receive-message'
import { receiveNumberChange } from './receive-number-change'

/** An event names a message that is not stored yet. All others are committed; the caller hands the batch in again. */
export class DeferredEvent extends Error {
  constructor(readonly events: readonly InboundEvent[]) {
    super(`Names a message that has not come: ${events.map(nameOf).join(', ')}`.slice(0, 500))
    this.name = 'DeferredEvent'
  }
}

/** In one transaction. Replays and reordering change nothing. @throws DeferredEvent after all other events are applied */
export function interpretInbound(ctx: CompanyContext, connection: InboundConnection, events: readonly InboundEvent[]) {
  const early: InboundEvent[] = []
  ctx.transaction(() => {
    let newestMs = 0
    for (const event of events) {
      if (event.type === 'message' && event.atMs > newestMs) newestMs = event.atMs
      if (!interpret(ctx, connection, event)) early.push(event)
    }
    if (newestMs > 0) noteConnectionSawMessage(ctx, connection.id, new Date(Math.min(newestMs, ctx.now.getTime())))
  })
  if (early.length > 0) throw new DeferredEvent(early)
}

function interpret(ctx: CompanyContext, connection: InboundConnection, event: InboundEvent): boolean {
  switch (event.type) {
    case 'message':
      receiveMessage(ctx, connection, event)
      return true
    case 'edit':
      return applyEdit(ctx, connection, event)
    case 'delete':
      return applyDeletion(ctx, connection, event)
    case 'reaction':
      return applyReaction(ctx, connection, event)
    case 'receipt':
      return applyReceipt(ctx, connection, event)
    case 'receiptUntil': {
      const contactId = findContactOf(ctx, connection, event.chat)
      if (contactId !== undefined) applyReceiptUntil(ctx, connection, contactId, event)
      return true
    }
    case 'call':
      receiveCall(ctx, connection, event)
      return true
    case 'blocked': {
      const contactId = findContactOf(ctx, connection, event.party)
      if (contactId !== undefined) setContactActive(ctx, contactId, !event.blocked, connection.id)
      return true
    }
    case 'identity':
      learnIdentity(ctx, event.party, { connectionId: connection.id })
      return true
    case 'savedContact':
      resolveContact(ctx, event.party, { connectionId: connection.id, isHistory: true })
      return true
    case 'numberChange':
      receiveNumberChange(ctx, connection, event, findContactOf(ctx, connection, event.chat))
      return true
    case 'group':
      if (connection.allowGroup) learnGroup(ctx, connection, event)
      return true
    case 'groupAdmins': {
      const [address] = event.group.addresses
      const groupId = findContactIdByIdentity(ctx, identityKey(ctx, address, connection.id))
      if (groupId === undefined) return true
      if (event.are) addGroupAdmins(ctx, groupId, event.members, connection.id)
      else removeGroupAdmins(ctx, groupId, event.members, connection.id)
      return true
    }
    case 'historyNotice':
      noteHistoryNotice(ctx, connection.id, event.id, event.notice)
      return true
    case 'notice':
      noteProviderNotice(ctx, connection.id, event)
      return true
    case 'presence':
      return true
  }
}

function findContactOf(ctx: CompanyContext, { id }: InboundConnection, { addresses }: Party) {
  for (const address of addresses) {
    const contactId = findContactIdByIdentity(ctx, identityKey(ctx, address, id))
    if (contactId !== undefined) return contactId
  }
  return undefined
}

function learnGroup(
  ctx: CompanyContext,
  { id: connectionId }: InboundConnection,
  { party, admins }: Extract<InboundEvent, { type: 'group' }>,
) {
  const group = resolveContact(ctx, party, { connectionId, isGroup: true })
  if (admins) setGroupAdmins(ctx, group.id, admins, connectionId)
}

function nameOf(event: InboundEvent) {
  if (event.type === 'receipt') return `receipt of ${event.targetIds.slice(0, 3).join(' ')}`
  return 'targetId' in event ? `${event.type} of ${event.targetId}` : event.type
}
