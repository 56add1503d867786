import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import { answerBlocklist, answerPrivacy, answerProfileStatus, answerProps, ownerOfConnection } from './answer-account'
import { answerEncrypt } from './answer-encrypt'
import { answerGroups } from './answer-groups'
import { answerPicture } from './answer-picture'
import { answerUsync } from './answer-usync'
import type { Connection } from '../connection/connection.types'
import { sendNode } from '../connection/connection'
import { introduceDevice } from '../message/history-sync'
import { answerLinkCode } from '../pairing/link-by-code'
import { deliverBacklog, deliver } from '../message/mailbox'
import { MEDIA_AUTH } from '../media/media-endpoint'
import { child, iqError, iqResult, node, bytesOf, childrenOf, unixSeconds } from '../nodes'
import { unlinkCompanion } from '../pairing/unlink'
import { type World, companionsOf, deviceKey, nextStanzaId } from '../account/world'
import { phoneNumberJid } from '../jids'
import type { AppStateCollection, Person } from '../account/server-records.types'

/** GraphQL queries about the account's standing, by the field clients look for. No restriction is ever in force. */
const accountState = {
  xwa2_fetch_account_reachout_timelock: { is_active: false, time_enforcement_ends: '0' },
  xwa2_message_capping_info: { total_quota: -1, used_quota: 0, cycle_start_timestamp: '0', cycle_end_timestamp: '0' },
}

/** Answers a GraphQL query. */
function answerMex(_world: World, _connection: Connection, request: BinaryNode): BinaryNode {
  if (!child(request, 'query')) return iqError(request, 400, 'bad-request')
  return iqResult(request, [node('result', {}, Buffer.from(JSON.stringify({ data: accountState })))])
}

type IqAnswer = BinaryNode | undefined

/** Answers one kind of query; undefined when the answer was already sent. */
type IqHandler = (world: World, connection: Connection, request: BinaryNode) => IqAnswer | Promise<IqAnswer>

const MEDIA_CONNECTION_SECONDS = 300

const HANDLERS: Record<string, IqHandler> = {
  abt: answerProps,
  blocklist: answerBlocklist,
  bot: (_world, _connection, request) => iqResult(request, [node('bot', { v: 2 }, [])]),
  disappearing_mode: acknowledgeQuery,
  encrypt: answerEncrypt,
  md: answerMultiDevice,
  newsletter: acknowledgeQuery,
  passive: answerPassive,
  privacy: answerPrivacy,
  status: answerProfileStatus,
  'urn:xmpp:whatsapp:dirty': acknowledgeQuery,
  usync: answerUsync,
  'w:biz': (_world, _connection, request) => iqResult(request, [node('business_profile', {}, [])]),
  'w:g2': answerGroups,
  'w:m': answerMediaConnection,
  'w:mex': answerMex,
  'w:p': acknowledgeQuery,
  'w:profile:picture': answerPicture,
  'w:stats': acknowledgeQuery,
  'w:sync:app:state': answerAppState,
}

/** Answers a client's query. Every query gets an answer: unknown ones are rejected, not ignored. */
export async function answerIq(world: World, connection: Connection, request: BinaryNode): Promise<IqAnswer> {
  const handler = HANDLERS[request.attrs.xmlns ?? '']
  if (!handler) return iqError(request, 501, 'feature-not-implemented')
  const isPairing = request.attrs.xmlns === 'md' || request.attrs.xmlns === 'w:p'
  if (!connection.deviceKey && !isPairing) return iqError(request, 401, 'not-authorized')
  return handler(world, connection, request)
}

function acknowledgeQuery(_world: World, _connection: Connection, request: BinaryNode): BinaryNode {
  return iqResult(request)
}

/** The client is ready to receive its backlog, the first time after the phone's introduction. */
async function answerPassive(world: World, connection: Connection, request: BinaryNode): Promise<IqAnswer> {
  if (world.faults.refusedActives > 0) {
    world.faults.refusedActives--
    return iqError(request, 503, 'service-unavailable')
  }
  sendNode(world, connection, iqResult(request))
  if (!child(request, 'active') || connection.live) return undefined
  deliverBacklog(world, connection)
  const companion = world.companions.get(connection.deviceKey ?? '')
  if (companion && !companion.introduced) await introduceDevice(world, companion)
  world.watch.changed()
  return undefined
}

function answerMultiDevice(world: World, connection: Connection, request: BinaryNode): IqAnswer {
  if (child(request, 'link_code_companion_reg')) return answerLinkCode(world, connection, request)
  if (child(request, 'remove-companion-device') && connection.deviceKey) {
    sendNode(world, connection, iqResult(request))
    unlinkCompanion(world, connection.deviceKey)
    return undefined
  }
  return iqError(request, 400, 'bad-request')
}

function answerMediaConnection(_world: World, _connection: Connection, request: BinaryNode): BinaryNode {
  const attributes = {
    auth: MEDIA_AUTH,
    ttl: MEDIA_CONNECTION_SECONDS,
    auth_ttl: MEDIA_CONNECTION_SECONDS,
    max_buckets: 12,
  }
  const host = node('host', { hostname: 'mmg.whatsapp.net', type: 'primary', maxContentLengthBytes: 2_147_483_648 })
  return iqResult(request, [node('media_conn', attributes, [host])])
}

/** Synchronizes the account's application state: numbers uploaded patches and sends them to the other devices. */
function answerAppState(world: World, connection: Connection, request: BinaryNode): BinaryNode {
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
