import type { BinaryNode } from '@whiskeysockets/baileys'
import { answerAppState } from './answer-app-state'
import { answerBlocklist, answerPrivacy, answerProfileStatus, answerProps } from './answer-account'
import { answerEncrypt } from './answer-encrypt'
import { answerGroups } from './answer-groups'
import { answerMex } from './answer-mex'
import { answerPicture } from './answer-picture'
import { answerUsync } from './answer-usync'
import type { Connection } from '../connection/connection.types'
import { sendNode } from '../connection/connection'
import { introduceDevice } from '../message/history-sync'
import { answerLinkCode } from '../pairing/link-by-code'
import { deliverBacklog } from '../message/mailbox'
import { MEDIA_AUTH } from '../media/media-endpoint'
import { child, iqError, iqResult, node } from '../nodes'
import { unlinkCompanion } from '../pairing/unlink'
import type { World } from '../account/world'

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
