import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import type { Connection } from '../connection/connection.types'
import { ownerOfConnection } from './answer-account'
import { phoneNumberJid } from '../jids'
import { deliver } from '../message/mailbox'
import { bytesOf, child, childrenOf, iqResult, node, unixSeconds } from '../nodes'
import type { AppStateCollection, Person } from '../account/server-records.types'
import { companionsOf, deviceKey, nextStanzaId, type World } from '../account/world'

/** Synchronizes the account's application state: numbers uploaded patches and sends them to the other devices. */
export function answerAppState(world: World, connection: Connection, request: BinaryNode): BinaryNode {
  const owner = ownerOfConnection(world, connection)
  const requested = childrenOf(child(request, 'sync'), 'collection')
  const collections = owner ? requested.map((collection) => synchronize(world, owner, collection)) : []
  const changed = requested.filter((collection) => child(collection, 'patch'))
  for (const { attrs } of changed) notifyOtherDevices(world, connection.deviceKey, attrs.name ?? '')
  return iqResult(request, [node('sync', {}, collections)])
}

function synchronize(world: World, owner: Person, requested: BinaryNode): BinaryNode {
  const name = requested.attrs.name ?? ''
  const id = `${owner.number}/${name}`
  const collection: AppStateCollection = world.appState.get(id) ?? { patches: [] }
  const uploaded = childrenOf(requested, 'patch')
  for (const patch of uploaded) collection.patches.push(numbered(bytesOf(patch), collection.patches.length + 1))
  world.appState.set(id, collection)

  const known = uploaded.length > 0 ? collection.patches.length : Number(requested.attrs.version ?? 0)
  const missing = collection.patches.slice(known).map((patch) => node('patch', {}, patch))
  const attributes = { name, version: collection.patches.length, has_more_patches: 'false', type: 'result' }
  return node('collection', attributes, missing.length > 0 ? [node('patches', {}, missing)] : [])
}

/** The account's other linked devices fetch the changes. */
function notifyOtherDevices(world: World, author: string | undefined, name: string): void {
  const number = world.companions.get(author ?? '')?.number ?? ''
  const version = world.appState.get(`${number}/${name}`)?.patches.length
  for (const companion of companionsOf(world, number)) {
    if (deviceKey(companion) === author) continue
    const attributes = { from: phoneNumberJid(number), type: 'server_sync', id: nextStanzaId(world), t: unixSeconds() }
    deliver(world, companion, node('notification', attributes, [node('collection', { name, version })]))
  }
}

function numbered(patch: Buffer | undefined, version: number): Uint8Array {
  const decoded = proto.SyncdPatch.decode(patch ?? Buffer.alloc(0))
  decoded.version = proto.SyncdVersion.fromObject({ version })
  return proto.SyncdPatch.encode(decoded).finish()
}
