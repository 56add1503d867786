import type { proto } from '@whiskeysockets/baileys'
import type { Connection } from './connection.types'
import { endConnection, sendNode } from './connection'
import { lidJid, phoneNumberJid } from '../jids'
import { node, unixSeconds } from '../nodes'
import { deviceKey, type World } from '../account/world'

/** Logs a registered device in, or refuses it with 401 as the real server does with unlinked devices. */
export function logIn(world: World, connection: Connection, payload: proto.IClientPayload, noiseKey: Buffer): void {
  const key = phoneNumberJid(String(payload.username ?? ''), payload.device ?? 0)
  const companion = world.companions.get(key)
  if (!companion || companion.unlinked || !noiseKey.equals(Buffer.from(companion.noiseKey))) {
    endConnection(world, connection, node('failure', { reason: 401, location: 'loopback' }))
    return
  }
  const previous = world.connections.get(key)
  if (previous) {
    endConnection(world, previous, node('stream:error', {}, [node('conflict', { type: 'replaced' })]))
  }
  connection.deviceKey = key
  companion.logins += 1
  world.companions.set(deviceKey(companion), companion)
  world.connections.set(key, connection)

  const person = world.people.get(companion.number)
  const lid = person && lidJid(person.lidUser, companion.device)
  sendNode(world, connection, node('success', { t: unixSeconds(), lid, location: 'loopback', props: '31' }))
  world.watch.changed()
}
