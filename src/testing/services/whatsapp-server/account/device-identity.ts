import { Curve, hmacSign, proto, WA_ADV_ACCOUNT_SIG_PREFIX, WA_ADV_DEVICE_SIG_PREFIX } from '@whiskeysockets/baileys'
import { unixSeconds } from '../nodes'
import type { Person } from './server-records.types'

/** The identity a phone grants to a device it links. */
interface GrantedIdentity {
  details: Uint8Array
  accountKey: Uint8Array
  /** `ADVSignedDeviceIdentityHMAC`, as `pair-success` carries it. */
  encoded: Uint8Array
}

/** Signs a companion's identity key with the account's key, and seals it with the secret both sides share. */
export function grantDeviceIdentity(
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

/** Checks the signature the companion adds when it accepts the identity. */
export function acceptedByDevice(
  granted: GrantedIdentity,
  companionIdentityKey: Uint8Array,
  signedIdentity: Uint8Array,
): boolean {
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(signedIdentity)
  if (!deviceSignature) return false
  const message = Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, granted.details, companionIdentityKey, granted.accountKey])
  return Curve.verify(Buffer.from(companionIdentityKey), message, Buffer.from(deviceSignature))
}
