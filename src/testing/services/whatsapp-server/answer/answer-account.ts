import type { BinaryNode } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import type { Connection } from '../connection/connection.types'
import { lidJid } from '../jids'
import { deliver } from '../message/mailbox'
import { bytesOf, child, childrenOf, iqResult, node, unixSeconds } from '../nodes'
import { jidOf, personByJid } from '../account/people'
import type { Person } from '../account/server-records.types'
import { companionsOf, nextStanzaId, type World } from '../account/world'

const PRIVACY_DEFAULTS: Record<string, string> = {
  readreceipts: 'all',
  last: 'all',
  online: 'all',
  profile: 'all',
  status: 'all',
  groupadd: 'all',
  calladd: 'all',
  messages: 'all',
}

/** A/B properties; the client only cares about the hash. */
export function answerProps(_world: World, _connection: Connection, request: BinaryNode): BinaryNode {
  return iqResult(request, [node('props', { protocol: 1, hash: 'loopback', refresh: 86400 }, [])])
}

export function answerBlocklist(world: World, connection: Connection, request: BinaryNode): BinaryNode {
  const owner = ownerOfConnection(world, connection)
  if (!owner) return iqResult(request)
  if (request.attrs.type === 'set') {
    const item = child(request, 'item')
    const jid = item?.attrs.jid
    const others = owner.blocked.filter((blocked) => blocked !== jid)
    owner.blocked = jid && item.attrs.action === 'block' ? [...others, jid] : others
    world.people.set(owner.number, owner)
  }
  const items = owner.blocked.map((jid) => node('item', { jid }))
  return iqResult(request, [node('list', {}, items)])
}

export function answerPrivacy(world: World, connection: Connection, request: BinaryNode): BinaryNode {
  const tokens = child(request, 'tokens')
  if (tokens) {
    for (const token of childrenOf(tokens, 'token')) passTokenOn(world, connection, token.attrs.jid)
    return iqResult(request)
  }
  const settings = Object.entries(PRIVACY_DEFAULTS).map(([name, value]) => node('category', { name, value }))
  return iqResult(request, [node('privacy', {}, settings)])
}

/** A client that trusts a contact gives it a token; when the contact has linked devices, they receive it. */
function passTokenOn(world: World, connection: Connection, jid: string | undefined): void {
  const owner = ownerOfConnection(world, connection)
  const contact = personByJid(world, jid)
  if (!owner || !contact || contact.number === owner.number) return
  for (const companion of companionsOf(world, contact.number)) {
    const token = node('token', { jid, t: unixSeconds(), type: 'trusted_contact' }, randomBytes(16))
    const attributes = {
      from: jidOf(owner),
      sender_lid: lidJid(owner.lidUser),
      type: 'privacy_token',
      id: nextStanzaId(world),
      t: unixSeconds(),
    }
    deliver(world, companion, node('notification', attributes, [node('tokens', {}, [token])]))
  }
}

export function answerProfileStatus(world: World, connection: Connection, request: BinaryNode): BinaryNode {
  const owner = ownerOfConnection(world, connection)
  const about = bytesOf(child(request, 'status'))?.toString('utf8')
  if (owner && about !== undefined) {
    owner.about = about
    world.people.set(owner.number, owner)
  }
  return iqResult(request)
}

export function ownerOfConnection(world: World, connection: Connection): Person | undefined {
  return personByJid(world, connection.deviceKey)
}
