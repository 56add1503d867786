import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Connection } from '../connection/connection.types'
import { ownerOfConnection } from './answer-account'
import { childBytes, iqError, iqResult, node, unixSeconds } from '../nodes'
import { phoneNumberJid } from '../jids'
import { deliver } from '../message/mailbox'
import { pictureUrl, storeBlob } from '../media/media-store'
import { personByJid } from '../account/people'
import type { Person } from '../account/server-records.types'
import { nextStanzaId, type World } from '../account/world'

const PICTURE_FOLDER = 'v/t61.24694-24'

export function answerPicture(world: World, connection: Connection, request: BinaryNode): BinaryNode {
  const { target, type } = request.attrs
  if (type === 'get') {
    const picture = personByJid(world, target)?.picture
    if (!picture) return iqError(request, 404, 'item-not-found')
    const attributes = { id: picture.id, type: 'preview', url: pictureUrl(picture.path) }
    return iqResult(request, [node('picture', attributes)])
  }
  const owner = ownerOfConnection(world, connection)
  if (!owner || target) return iqError(request, 401, 'not-authorized')
  const id = changePicture(world, owner, childBytes(request, 'picture'))
  return iqResult(request, [node('picture', { id })])
}

export function changePicture(world: World, person: Person, bytes: Uint8Array | undefined): string {
  const id = nextStanzaId(world)
  person.picture = bytes && { id, path: storeBlob(world, bytes, PICTURE_FOLDER) }
  world.people.set(person.number, person)
  const change = bytes ? node('set', { jid: phoneNumberJid(person.number), id }) : node('delete', {})
  for (const companion of world.companions.values()) {
    if (companion.unlinked) continue
    const attributes = {
      from: phoneNumberJid(person.number),
      type: 'picture',
      id: nextStanzaId(world),
      t: unixSeconds(),
    }
    deliver(world, companion, node('notification', attributes, [change]))
  }
  world.store.flush()
  return id
}
