import { lidJid, phoneNumberJid } from '../jids'
import type { GroupRecord, Person } from '../account/server-records.types'
import type { World } from '../account/world'

/** False when the recipient uninstalled WhatsApp or blocked the sender. */
export function acceptsFrom(recipient: Person, sender: Person): boolean {
  const names = [lidJid(sender.lidUser), phoneNumberJid(sender.number)]
  return recipient.installed && !recipient.blocked.some((jid) => names.includes(jid))
}

export function requireGroup(world: World, jid: string): GroupRecord {
  const group = world.groups.get(jid)
  if (!group) throw new Error(`No group ${jid} on this server`)
  return group
}

export function isMember(group: GroupRecord, number: string): boolean {
  return group.members.some((member) => member.number === number)
}
