import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  type BinaryNode,
  Curve,
  derivePairingCodeKey,
  hkdf,
  type KeyPair,
} from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import type { Connection } from '../connection/connection.types'
import { sendNode } from '../connection/connection'
import { phoneNumberJid, parseUserJid, SERVER_JID } from '../jids'
import { completePairing } from './link-device'
import { child, iqError, iqResult, node, requiredBytes, unixSeconds } from '../nodes'
import { DEFAULT_WAIT_MS } from '../wait-until'
import type { Companion, Person } from '../account/server-records.types'
import { nextStanzaId, type World } from '../account/world'

const BUNDLE_KEY_INFO = 'link_code_pairing_key_bundle_encryption_key'

/** The client's side of pairing with a code: it asks to be linked, and later finishes the key exchange. */
export function answerLinkCode(world: World, connection: Connection, request: BinaryNode): BinaryNode | undefined {
  const stage = child(request, 'link_code_companion_reg')
  const registration = connection.registration
  if (!stage || !registration) return iqError(request, 400, 'bad-request')
  if (stage.attrs.stage === 'companion_hello') {
    const number = parseUserJid(stage.attrs.jid)?.user
    if (!number || world.faults.refusePairing) return iqError(request, 400, 'bad-request')
    const ref = randomBytes(16)
    const lockedCompanionKey = requiredBytes(stage, 'link_code_pairing_wrapped_companion_ephemeral_pub')
    registration.linkCodeHello = { ref, lockedCompanionKey }
    world.pairings.byNumber.set(number, connection)
    world.watch.changed()
    return iqResult(request, [node('link_code_companion_reg', {}, [node('link_code_pairing_ref', {}, ref)])])
  }
  if (!registration.onCompanionFinish) return iqError(request, 400, 'bad-request')
  // The client must see the answer to its request before the pair-success that follows from it.
  sendNode(world, connection, iqResult(request))
  registration.onCompanionFinish(requiredBytes(stage, 'link_code_pairing_wrapped_key_bundle'))
  return undefined
}

/** Links the client that asked for this phone's number, with the code its screen shows. */
export async function linkByCode(world: World, person: Person, code: string): Promise<Companion> {
  const connection = await world.watch.until(
    () => world.pairings.byNumber.get(person.number),
    DEFAULT_WAIT_MS,
    `a client that asks for a code for ${person.number}`,
  )
  const hello = connection.registration?.linkCodeHello
  if (!hello || !connection.registration) throw new Error('The client gave up pairing')

  const normalizedCode = code.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  const companionKey = await unlock(hello.lockedCompanionKey, normalizedCode)
  const ephemeral = Curve.generateKeyPair()
  const bundle = waitForBundle(world, connection)
  const lockedKey = await lock(ephemeral.public, normalizedCode)
  sendPrimaryHello(world, connection, person, lockedKey, hello.ref)
  const advSecret = openBundle(await bundle, person, ephemeral, companionKey)
  return completePairing(world, connection, person, advSecret)
}

async function waitForBundle(world: World, connection: Connection): Promise<Buffer> {
  let received: Buffer | undefined
  if (connection.registration) {
    connection.registration.onCompanionFinish = (bundle) => {
      received = bundle
      world.watch.changed()
    }
  }
  const answered = () => received ?? (connection.closed ? 'gone' : undefined)
  const answer = await world.watch.until(answered, DEFAULT_WAIT_MS, 'the client to finish pairing')
  if (answer === 'gone') throw new Error('The client hung up before it finished pairing')
  return answer
}

function sendPrimaryHello(world: World, connection: Connection, person: Person, lockedKey: Buffer, ref: Buffer): void {
  const content = node('link_code_companion_reg', { stage: 'primary_hello' }, [
    node('link_code_pairing_wrapped_primary_ephemeral_pub', {}, lockedKey),
    node('primary_identity_pub', {}, person.identity.public),
    node('link_code_pairing_ref', {}, ref),
  ])
  const attributes = {
    from: SERVER_JID,
    type: 'link_code_companion_reg',
    id: nextStanzaId(world),
    t: unixSeconds(),
    jid: phoneNumberJid(person.number),
  }
  sendNode(world, connection, node('notification', attributes, [content]))
}

/** Derives the secret that seals the device identity; throws when the code was not the client's. */
function openBundle(bundle: Buffer, person: Person, ephemeral: KeyPair, companionKey: Buffer): Buffer {
  const sharedKey = Curve.sharedKey(ephemeral.private, companionKey)
  const salt = bundle.subarray(0, 32)
  const bundleKey = Buffer.from(hkdf(sharedKey, 32, { salt, info: BUNDLE_KEY_INFO }))
  const opened = openOrRefuse(bundle, bundleKey)
  const companionIdentity = opened.subarray(0, 32)
  const random = opened.subarray(64, 96)
  const identityKey = Curve.sharedKey(person.identity.private, companionIdentity)
  return Buffer.from(hkdf(Buffer.concat([sharedKey, identityKey, random]), 32, { info: 'adv_secret' }))
}

function openOrRefuse(bundle: Buffer, key: Buffer): Buffer {
  try {
    return aesDecryptGCM(bundle.subarray(44), key, bundle.subarray(32, 44), Buffer.alloc(0))
  } catch {
    throw new Error('Wrong pairing code')
  }
}

async function lock(publicKey: Uint8Array, code: string): Promise<Buffer> {
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  return Buffer.concat([salt, iv, aesEncryptCTR(publicKey, await derivePairingCodeKey(code, salt), iv)])
}

async function unlock(locked: Buffer, code: string): Promise<Buffer> {
  const key = await derivePairingCodeKey(code, locked.subarray(0, 32))
  return aesDecryptCTR(locked.subarray(48, 80), key, locked.subarray(32, 48))
}
