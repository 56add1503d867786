import { phoneNumberJid } from '../jids'
import { deliver } from '../message/mailbox'
import { node, unixSeconds } from '../nodes'
import type { Companion } from '../account/server-records.types'
import { deviceKey, nextStanzaId, type World } from '../account/world'

/** Tells the other linked devices that a device appeared, so that they stop using a cached device list. */
export function announceDevice(world: World, added: Companion): void {
  for (const companion of world.companions.values()) {
    if (companion === added || companion.unlinked) continue
    const attributes = {
      from: phoneNumberJid(added.number),
      type: 'devices',
      id: nextStanzaId(world),
      t: unixSeconds(),
    }
    const device = node('device', { jid: deviceKey(added), 'key-index': added.keyIndex })
    deliver(world, companion, node('notification', attributes, [node('add', {}, [device])]))
  }
}
