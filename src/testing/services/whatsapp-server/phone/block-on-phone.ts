import { deliver } from '../message/mailbox'
import { node, unixSeconds } from '../nodes'
import type { Person } from '../account/server-records.types'
import { lidJid, phoneNumberJid } from '../jids'
import { companionsOf, nextStanzaId, type World } from '../account/world'

/** Blocks or unblocks a person on the account's phone, and notifies linked devices. */
export function blockOnPhone(world: World, owner: Person, person: Person, blocked: boolean): void {
  const jid = lidJid(person.lidUser)
  const others = owner.blocked.filter((each) => each !== jid)
  owner.blocked = blocked ? [...others, jid] : others
  world.people.set(owner.number, owner)
  for (const companion of companionsOf(world, owner.number)) {
    const item = node('item', { jid, action: blocked ? 'block' : 'unblock' })
    const attributes = {
      from: phoneNumberJid(owner.number),
      type: 'account_sync',
      id: nextStanzaId(world),
      t: unixSeconds(),
    }
    deliver(world, companion, node('notification', attributes, [node('blocklist', {}, [item])]))
  }
}
