import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Connection } from './connection.types'
import { sendNode } from './connection'
import { takeAckError } from '../failure/faults'
import { isGroupJid, parseUserJid, lidJid, phoneNumberJid } from '../jids'
import { allChildren, child, childrenOf, node, unixSeconds } from '../nodes'
import { personByJid, jidOf } from '../account/people'
import { phoneState } from '../account/phone-state'
import type { Delivery } from '../phone/receipts-from-phone'
import { decryptOnPhone } from '../phone/decrypt-on-phone'
import { sendDeliveryReceipt } from '../phone/receipts-from-phone'
import { acceptsFrom, isMember, requireGroup } from '../failure/server-rules'
import type { Companion, Person } from '../account/server-records.types'
import { companionsOf, type World } from '../account/world'
import { deliver } from '../message/mailbox'

/** Routes a message of a linked device to the phones and linked devices it is encrypted for, and acknowledges it. */
export async function handleClientMessage(world: World, connection: Connection, stanza: BinaryNode): Promise<void> {
  const author = world.companions.get(connection.deviceKey ?? '')
  if (!author) return
  const error = takeAckError(world.faults)
  if (error !== undefined) return sendNode(world, connection, ackOf(stanza, error))

  const received: Delivery[] = []
  for (const delivery of deliveriesOf(world, author, stanza)) {
    if (await deliverOne(world, author, stanza, delivery)) received.push(delivery)
  }
  world.store.flush()
  if (!world.faults.withholdAcks) sendNode(world, connection, ackOf(stanza))
  for (const delivery of received) sendDeliveryReceipt(world, author, stanza, delivery)
  // Only now may others react to the message: its author sees its acknowledgement and receipts first.
  world.watch.changed()
}

/** Returns true when another person's phone read the message. */
async function deliverOne(world: World, author: Companion, stanza: BinaryNode, delivery: Delivery): Promise<boolean> {
  const { person, device } = delivery
  const sender = world.people.get(author.number)
  if (!sender || !acceptsFrom(person, sender)) return false
  if (device === 0) {
    const decrypted = await decryptOnPhone(world, phoneState(world, person.number), author, stanza, delivery)
    return decrypted && person.number !== author.number
  }
  const target = companionsOf(world, person.number).find((candidate) => candidate.device === device)
  if (target) forwardToCompanion(world, author, target, stanza, delivery)
  return false
}

function ackOf(stanza: BinaryNode, error?: number): BinaryNode {
  const { id, to, participant } = stanza.attrs
  return node('ack', { class: 'message', id, from: to, participant, t: unixSeconds(), error })
}

function deliveriesOf(world: World, author: Companion, stanza: BinaryNode): Delivery[] {
  const common = childrenOf(stanza, 'enc')
  const own = allChildren(child(stanza, 'participants')).flatMap((to) =>
    deliveryTo(world, to.attrs.jid, childrenOf(to, 'enc')),
  )
  const to = stanza.attrs.to ?? ''
  if (stanza.attrs.participant) return deliveryTo(world, stanza.attrs.participant, common)
  if (!isGroupJid(to)) return common.length > 0 ? deliveryTo(world, to, common) : own
  return groupDeliveries(world, author, to, own, common)
}

function deliveryTo(world: World, jid: string | undefined, encs: BinaryNode[]): Delivery[] {
  const person = personByJid(world, jid)
  const address = parseUserJid(jid)
  return person && jid && address ? [{ person, device: address.device, jid, encs }] : []
}

/** Everybody in the group gets the common ciphertext, and some of them the sender key before it. */
function groupDeliveries(
  world: World,
  author: Companion,
  groupJid: string,
  own: Delivery[],
  common: BinaryNode[],
): Delivery[] {
  const group = world.groups.get(groupJid)
  if (!group || !isMember(group, author.number)) return []
  const deliveries: Delivery[] = []
  for (const member of group.members) {
    const person = world.people.get(member.number)
    if (!person) continue
    const devices = [0, ...companionsOf(world, member.number).map((companion) => companion.device)]
    for (const device of devices) {
      if (member.number === author.number && device === author.device) continue
      const keyed = own.find((delivery) => delivery.person === person && delivery.device === device)
      deliveries.push({ person, device, jid: groupJid, encs: [...(keyed?.encs ?? []), ...common] })
    }
  }
  return deliveries
}

/** Passes a client's message on to another linked device, as encrypted by its author. */
function forwardToCompanion(
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
