import type { RegistrationRequest } from '../connection/connection.types'
import { proto } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import type { Connection } from '../connection/connection.types'

export interface Pairings {
  byRef: Map<string, Connection>
  byNumber: Map<string, Connection>
}

export function createPairings(): Pairings {
  return { byRef: new Map(), byNumber: new Map() }
}

/** Reads the keys of a registration payload; undefined when the client asks to log in instead. */
export function readRegistration(
  payload: proto.IClientPayload,
  noiseKey: Buffer,
  qrCodes: number,
): RegistrationRequest | undefined {
  const pairing = payload.devicePairingData
  if (!pairing?.eIdent || !pairing.eRegid || !pairing.eSkeyId || !pairing.eSkeyVal || !pairing.eSkeySig)
    return undefined
  const props = proto.DeviceProps.decode(pairing.deviceProps ?? new Uint8Array())
  return {
    noiseKey,
    identityKey: Buffer.from(pairing.eIdent),
    registrationId: Buffer.from(pairing.eRegid).readUIntBE(0, pairing.eRegid.length),
    signedPreKey: {
      id: Buffer.from(pairing.eSkeyId).readUIntBE(0, pairing.eSkeyId.length),
      key: Buffer.from(pairing.eSkeyVal),
      signature: Buffer.from(pairing.eSkeySig),
    },
    // Phones send it to desktop programs only.
    wantsFullHistory: props.requireFullSync === true && props.platformType === proto.DeviceProps.PlatformType.DESKTOP,
    refs: Array.from({ length: qrCodes }, () => `2@${randomBytes(48).toString('base64url')}`),
  }
}

/** Invalidates the codes of a client that is linked or disconnected. */
export function forgetPairing(pairings: Pairings, connection: Connection): void {
  for (const ref of connection.registration?.refs ?? []) pairings.byRef.delete(ref)
  for (const [number, waiting] of pairings.byNumber) {
    if (waiting === connection) pairings.byNumber.delete(number)
  }
}
