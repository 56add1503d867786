import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Delivery } from '../phone/receipts-from-phone'
import { isGroupJid, lidJid, parseUserJid, phoneNumberJid } from '../jids'
import { deliver } from './mailbox'
import { node, unixSeconds } from '../nodes'
import { jidOf, personByJid } from '../account/people'
import { requireGroup } from '../failure/server-rules'
import type { Companion, Person } from '../account/server-records.types'
import type { World } from '../account/world'

/** Passes a client's message on to another linked device, as encrypted by its author. */
export function forwardToCompanion(
  world: World,
  author: Companion,
  target: Companion,
  stanza: BinaryNode,
  delivery: Delivery,
): void {
  const sender = world.people.get(author.number)
  if (!sender) return
  const to = stanza.attrs.to ?? ''
  const routing = isGroupJid(to)
    ? groupRouting(world, sender, author, to)
    : directRouting(world, sender, author, target, stanza, delivery)
  const { id, type, edit } = stanza.attrs
  const attributes = { id, type, edit, t: unixSeconds(), notify: sender.name, ...routing }
  deliver(world, target, node('message', attributes, delivery.encs))
}

function groupRouting(world: World, sender: Person, author: Companion, groupJid: string) {
  const { addressing } = requireGroup(world, groupJid)
  return {
    from: groupJid,
    participant: jidOf(sender, addressing, author.device),
    addressing_mode: addressing,
    participant_pn: addressing === 'lid' ? phoneNumberJid(sender.number) : undefined,
    participant_lid: addressing === 'pn' ? lidJid(sender.lidUser) : undefined,
  }
}

function directRouting(
  world: World,
  sender: Person,
  author: Companion,
  target: Companion,
  stanza: BinaryNode,
  delivery: Delivery,
) {
  const addressing = parseUserJid(delivery.jid)?.isLid ? 'lid' : 'pn'
  const from = jidOf(sender, addressing, author.device)
  if (target.number !== author.number) {
    return {
      from,
      sender_lid: addressing === 'pn' ? lidJid(sender.lidUser) : undefined,
      sender_pn: addressing === 'lid' ? phoneNumberJid(sender.number) : undefined,
    }
  }
  const recipientJid = stanza.attrs.recipient ?? stanza.attrs.to
  const recipient = personByJid(world, recipientJid)
  return {
    from,
    recipient: recipient && jidOf(recipient, addressing),
    peer_recipient_lid: addressing === 'pn' && recipient ? lidJid(recipient.lidUser) : undefined,
    peer_recipient_pn: addressing === 'lid' && recipient ? phoneNumberJid(recipient.number) : undefined,
  }
}
