import {
  type BinaryNode,
  Curve,
  hmacSign,
  proto,
  WA_ADV_ACCOUNT_SIG_PREFIX,
  WA_ADV_DEVICE_SIG_PREFIX,
} from '@whiskeysockets/baileys'
import type { Connection } from '../connection/connection.types'
import { endConnection, sendNode } from '../connection/connection'
import { lidJid, phoneNumberJid, SERVER_JID } from '../jids'
import { child, node, requiredBytes, unixSeconds } from '../nodes'
import type { RegistrationRequest } from '../connection/connection.types'
import { forgetPairing } from './pairings'
import { DEFAULT_WAIT_MS } from '../wait-until'
import type { Companion, Person } from '../account/server-records.types'
import { deviceKey, nextStanzaId, type World } from '../account/world'
import { deliver } from '../message/mailbox'

/** Offers the QR references to a client that just connected unregistered. */
export function offerQrCodes(world: World, connection: Connection, registration: RegistrationRequest): void {
  connection.registration = registration
  for (const ref of registration.refs) world.pairings.byRef.set(ref, connection)
  const refs = registration.refs.map((ref) => node('ref', {}, Buffer.from(ref)))
  const attributes = { from: SERVER_JID, type: 'set', id: nextStanzaId(world), xmlns: 'md' }
  sendNode(world, connection, node('iq', attributes, [node('pair-device', {}, refs)]))
}

export async function linkByQr(world: World, person: Person, qr: string): Promise<Companion> {
  const [ref, noiseKey, identityKey, advSecret] = qr.slice(qr.indexOf('#') + 1).split(',')
  const connection = ref ? world.pairings.byRef.get(ref) : undefined
  const registration = connection?.registration
  if (!connection || !registration || !advSecret) throw new Error('This QR code is not valid any more')
  const keysMatch =
    registration.noiseKey.toString('base64') === noiseKey && registration.identityKey.toString('base64') === identityKey
  if (!keysMatch) throw new Error('The QR code carries other keys than its client')
  return completePairing(world, connection, person, Buffer.from(advSecret, 'base64'))
}

/** Grants an identity to the waiting client and, once it accepted, asks it to restart as a registered device. */
export async function completePairing(
  world: World,
  connection: Connection,
  person: Person,
  advSecret: Buffer,
): Promise<Companion> {
  const registration = connection.registration
  if (!registration) throw new Error('The client gave up pairing')
  if (world.faults.refusePairing) throw new Error('Could not link the device: refused by the server')

  const device = person.nextDevice
  const granted = grantDeviceIdentity(person, registration.identityKey, device, advSecret)
  const reply = await sendPairSuccess(world, connection, person, device, granted.encoded)
  const signed = requiredBytes(child(reply, 'pair-device-sign'), 'device-identity')
  if (!acceptedByDevice(granted, registration.identityKey, signed))
    throw new Error('The client signed another identity')

  const companion = addCompanion(world, person, device, registration)
  forgetPairing(world.pairings, connection)
  endConnection(world, connection, node('stream:error', { code: 515 }))
  announceDevice(world, companion)
  return companion
}

function sendPairSuccess(
  world: World,
  connection: Connection,
  person: Person,
  device: number,
  identity: Uint8Array,
): Promise<BinaryNode> {
  const id = nextStanzaId(world)
  const content = node('pair-success', {}, [
    node('device-identity', {}, identity),
    node('platform', { name: 'android' }),
    node('device', { jid: phoneNumberJid(person.number, device), lid: lidJid(person.lidUser, device) }),
  ])
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      connection.replies.delete(id)
      reject(new Error('The client did not accept the pairing'))
    }, DEFAULT_WAIT_MS)
    connection.replies.set(id, (reply) => {
      clearTimeout(timer)
      resolve(reply)
    })
    sendNode(world, connection, node('iq', { from: SERVER_JID, type: 'set', id, xmlns: 'md' }, [content]))
  })
}

function addCompanion(world: World, person: Person, device: number, registration: RegistrationRequest): Companion {
  person.nextDevice = device + 1
  world.people.set(person.number, person)
  const companion: Companion = {
    number: person.number,
    device,
    noiseKey: registration.noiseKey,
    identityKey: registration.identityKey,
    registrationId: registration.registrationId,
    signedPreKey: registration.signedPreKey,
    preKeys: [],
    keyIndex: device,
    unlinked: false,
    introduced: false,
    wantsFullHistory: registration.wantsFullHistory,
    logins: 0,
  }
  world.companions.set(deviceKey(companion), companion)
  return companion
}

interface GrantedIdentity {
  details: Uint8Array
  accountKey: Uint8Array
  /** `ADVSignedDeviceIdentityHMAC`, as `pair-success` carries it. */
  encoded: Uint8Array
}

/** Signs a companion's identity key with the account's key, and seals it with the secret both sides share. */
function grantDeviceIdentity(
  person: Person,
  companionIdentityKey: Uint8Array,
  keyIndex: number,
  advSecret: Uint8Array,
): GrantedIdentity {
  const details = proto.ADVDeviceIdentity.encode({
    rawId: person.registrationId,
    timestamp: unixSeconds(),
    keyIndex,
    accountType: proto.ADVEncryptionType.E2EE,
    deviceType: proto.ADVEncryptionType.E2EE,
  }).finish()
  const accountSignature = Curve.sign(
    person.identity.private,
    Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, companionIdentityKey]),
  )
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: person.identity.public,
    accountSignature,
  }).finish()
  const encoded = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: signed,
    hmac: hmacSign(Buffer.from(signed), Buffer.from(advSecret)),
  }).finish()
  return { details, accountKey: person.identity.public, encoded }
}

function acceptedByDevice(
  granted: GrantedIdentity,
  companionIdentityKey: Uint8Array,
  signedIdentity: Uint8Array,
): boolean {
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(signedIdentity)
  if (!deviceSignature) return false
  const message = Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, granted.details, companionIdentityKey, granted.accountKey])
  return Curve.verify(Buffer.from(companionIdentityKey), message, Buffer.from(deviceSignature))
}

/** Tells the other linked devices that a device appeared, so that they stop using a cached device list. */
function announceDevice(world: World, added: Companion): void {
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
