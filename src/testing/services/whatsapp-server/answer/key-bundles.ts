import { Curve, MIN_PREKEY_COUNT } from '@whiskeysockets/baileys'
import { parseUserJid } from '../jids'
import { askForPreKeys } from '../message/mailbox'
import { personByJid } from '../account/people'
import { phoneState } from '../account/phone-state'
import type { KeyBundle } from '../signal/signal-crypto'
import type { Person } from '../account/server-records.types'
import { companionsOf, deviceKey, type World } from '../account/world'

/** Returns a device's public keys and consumes one of its one-time keys; undefined when there is no such device. */
export function takeKeyBundle(world: World, jid: string): KeyBundle | undefined {
  const person = personByJid(world, jid)
  if (!person) return undefined
  const device = parseUserJid(jid)?.device ?? 0
  return device === 0 ? takePhoneBundle(world, person) : takeCompanionBundle(world, person.number, device)
}

function takePhoneBundle(world: World, person: Person): KeyBundle {
  const { identity, registrationId, signedPreKey } = person
  const keys = Curve.generateKeyPair()
  const id = person.nextPreKeyId++
  phoneState(world, person.number).signal.preKeys.set(String(id), keys)
  world.people.set(person.number, person)
  return {
    registrationId,
    identityKey: identity.public,
    signedPreKey: {
      id: signedPreKey.keyId,
      key: signedPreKey.keyPair.public,
      signature: signedPreKey.signature,
    },
    preKey: { id, key: keys.public },
  }
}

function takeCompanionBundle(world: World, number: string, device: number): KeyBundle | undefined {
  const companion = companionsOf(world, number).find((candidate) => candidate.device === device)
  if (!companion) return undefined
  const preKey = companion.preKeys.shift()
  world.companions.set(deviceKey(companion), companion)
  if (companion.preKeys.length < MIN_PREKEY_COUNT) askForPreKeys(world, companion)
  const { registrationId, identityKey, signedPreKey } = companion
  return { registrationId, identityKey, signedPreKey, preKey }
}
