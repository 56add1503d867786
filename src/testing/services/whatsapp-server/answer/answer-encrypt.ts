import { type BinaryNode, encodeBigEndian, KEY_BUNDLE_TYPE, sha256 } from '@whiskeysockets/baileys'
import type { Connection } from '../connection/connection.types'
import { bundleNodes } from './key-bundle-nodes'
import { takeKeyBundle } from './key-bundles'
import { child, childrenOf, iqError, iqResult, node, requiredBytes } from '../nodes'
import type { Companion } from '../account/server-records.types'
import { deviceKey, type World } from '../account/world'

export function answerEncrypt(world: World, connection: Connection, request: BinaryNode): BinaryNode {
  const companion = world.companions.get(connection.deviceKey ?? '')
  if (!companion) return iqError(request, 401, 'not-authorized')
  if (child(request, 'count')) return iqResult(request, [node('count', { value: companion.preKeys.length })])
  if (child(request, 'digest')) return iqResult(request, [digestOf(companion)])

  const wanted = child(request, 'key')
  if (wanted) {
    const users = childrenOf(wanted, 'user').map((user) => userKeys(world, user.attrs.jid ?? ''))
    return iqResult(request, [node('list', {}, users)])
  }
  const rotated = child(child(request, 'rotate'), 'skey')
  if (rotated) companion.signedPreKey = readSignedPreKey(rotated)
  else storeUpload(companion, request)
  world.companions.set(deviceKey(companion), companion)
  return iqResult(request)
}

function userKeys(world: World, jid: string): BinaryNode {
  const keys = takeKeyBundle(world, jid)
  if (!keys) return node('user', { jid }, [node('error', { code: 404, text: 'item-not-found' })])
  const registration = node('registration', {}, encodeBigEndian(keys.registrationId))
  return node('user', { jid }, [registration, node('type', {}, KEY_BUNDLE_TYPE), ...bundleNodes(keys)])
}

function storeUpload(companion: Companion, request: BinaryNode): void {
  const uploaded = childrenOf(child(request, 'list'), 'key').map(readPreKey)
  const known = new Set(companion.preKeys.map((preKey) => preKey.id))
  companion.preKeys.push(...uploaded.filter((preKey) => !known.has(preKey.id)))
  companion.identityKey = requiredBytes(request, 'identity')
  const registration = requiredBytes(request, 'registration')
  companion.registrationId = registration.readUIntBE(0, registration.length)
  const signed = child(request, 'skey')
  if (signed) companion.signedPreKey = readSignedPreKey(signed)
}

function readPreKey(key: BinaryNode) {
  const id = requiredBytes(key, 'id')
  return { id: id.readUIntBE(0, id.length), key: requiredBytes(key, 'value') }
}

function readSignedPreKey(key: BinaryNode) {
  return { ...readPreKey(key), signature: requiredBytes(key, 'signature') }
}

function digestOf(companion: Companion): BinaryNode {
  const { identityKey, registrationId, signedPreKey } = companion
  const ids = companion.preKeys.map((preKey) => node('id', {}, encodeBigEndian(preKey.id, 3)))
  const hash = sha256(Buffer.concat([identityKey, signedPreKey.key, ...companion.preKeys.map((preKey) => preKey.key)]))
  return node('digest', {}, [
    node('registration', {}, encodeBigEndian(registrationId)),
    node('type', {}, KEY_BUNDLE_TYPE),
    node('identity', {}, identityKey),
    node('skey', {}, [node('id', {}, encodeBigEndian(signedPreKey.id, 3))]),
    node('list', {}, ids),
    node('hash', {}, hash.subarray(0, 20)),
  ])
}
