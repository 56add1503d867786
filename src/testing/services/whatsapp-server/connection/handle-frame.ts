import { type BinaryNode, binaryNodeToString, decodeBinaryNode, type proto } from '@whiskeysockets/baileys'
import { answerIq } from '../answer/answer-iq'
import type { Connection } from './connection.types'
import { closeConnection, cutConnection, sendNode, endConnection } from './connection'
import { toFrame } from './frame-reader'
import { handleCall } from './handle-call'
import { handleClientMessage } from './handle-client-message'
import { handleClientReceipt } from './handle-client-receipt'
import { handleChatState, handlePresence } from './handle-presence'
import { offerQrCodes } from '../pairing/link-device'
import { acknowledge } from '../message/mailbox'
import { answerClientHello } from './noise-session'
import { readRegistration } from '../pairing/pairings'
import { serverKeys } from '../account/server-keys'
import { type World, deviceKey } from '../account/world'
import { lidJid, phoneNumberJid } from '../jids'
import { node, unixSeconds } from '../nodes'

const DEFAULT_QR_CODES = 6

export function handleBytes(world: World, connection: Connection, bytes: Uint8Array): void {
  for (const frame of connection.readFrames(bytes)) {
    connection.handling = connection.handling
      .then(() => handleFrame(world, connection, frame))
      .catch((error: unknown) => {
        // A client that violates the protocol is disconnected, like by the real server. The console shows the reason to
        // the test.
        console.error('WhatsApp test server: could not handle a frame', error)
        cutConnection(connection)
      })
  }
}

async function handleFrame(world: World, connection: Connection, frame: Buffer): Promise<void> {
  if (connection.closed) return
  if (connection.transport) {
    const stanza = await decodeBinaryNode(connection.transport.decrypt(frame))
    if (world.faults.silent) return
    world.options.onStanza?.('received', binaryNodeToString(stanza))
    await handleStanza(world, connection, stanza)
    world.store.flush()
    return
  }
  // A handshake with a silent server is answered when it speaks again, because clients do not repeat it.
  await world.faults.speaksAgain?.promise
  if (connection.closed) return
  if (!connection.handshake) {
    connection.handshake = answerClientHello(frame, serverKeys(world))
    connection.socket.send(toFrame(connection.handshake.serverHello))
    return
  }
  const client = connection.handshake.finish(frame)
  connection.transport = client.transport
  const qrCodes = world.options.qrCodesPerAttempt ?? DEFAULT_QR_CODES
  const registration = readRegistration(client.payload, client.staticKey, qrCodes)
  if (registration) offerQrCodes(world, connection, registration)
  else logIn(world, connection, client.payload, client.staticKey)
}

async function handleStanza(world: World, connection: Connection, stanza: BinaryNode): Promise<void> {
  const reply = stanza.tag === 'iq' ? connection.replies.get(stanza.attrs.id ?? '') : undefined
  if (reply) {
    connection.replies.delete(stanza.attrs.id ?? '')
    return reply(stanza)
  }
  if (stanza.tag === 'iq') return answer(world, connection, stanza)
  if (stanza.tag === 'xmlstreamend') return closeConnection(connection)
  if (!connection.deviceKey) return

  switch (stanza.tag) {
    case 'message':
      return handleClientMessage(world, connection, stanza)
    case 'receipt':
      return handleClientReceipt(world, connection, stanza)
    case 'ack':
      return handleAck(world, connection, connection.deviceKey, stanza)
    case 'call':
      return handleCall(world, connection, stanza)
    case 'presence':
      return handlePresence(world, connection, stanza)
    case 'chatstate':
      return handleChatState(world, connection, stanza)
  }
}

async function answer(world: World, connection: Connection, request: BinaryNode): Promise<void> {
  if (request.attrs.type === 'result' || request.attrs.type === 'error') return
  const response = await answerIq(world, connection, request)
  if (response) sendNode(world, connection, response)
}

function handleAck(world: World, connection: Connection, device: string, ack: BinaryNode): void {
  if (ack.attrs.error) {
    const nacks = world.nacks.get(device) ?? []
    nacks.push({ stanzaId: ack.attrs.id ?? '', error: ack.attrs.error })
    world.nacks.set(device, nacks)
    if (ack.attrs.class === 'message' && takeResent(connection, ack.attrs.id ?? '')) return world.watch.changed()
  }
  acknowledge(world, device, ack)
}

/** Returns whether the rejection concerns a copy whose successor is already in the mailbox, where it stays. */
function takeResent({ resent }: Connection, id: string): boolean {
  const count = resent.get(id) ?? 0
  if (count > 1) resent.set(id, count - 1)
  else resent.delete(id)
  return count > 0
}

/** Logs a registered device in, or refuses it with 401 as the real server does with unlinked devices. */
function logIn(world: World, connection: Connection, payload: proto.IClientPayload, noiseKey: Buffer): void {
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
