import type { extractE2ESessionFromRetryReceipt } from '@whiskeysockets/baileys'
import { isGroupJid, phoneNumberJid } from '../jids'
import type { PhoneState } from '../account/phone-state.types'
import { personByJid } from '../account/people'
import { copyToOwnDevice, resendToGroupDevice, sendToDevice } from './send-from-phone'
import { requireGroup } from '../failure/server-rules'
import { forgetSession, openSession } from '../signal/signal-crypto'
import type { Companion } from '../account/server-records.types'
import type { World } from '../account/world'

type RetryKeys = ReturnType<typeof extractE2ESessionFromRetryReceipt>

/** Encrypts a sent message again for a device that could not read it, in a new session. */
export async function resendFromPhone(
  world: World,
  phone: PhoneState,
  companion: Companion,
  messageId: string,
  keys: RetryKeys,
): Promise<void> {
  const message = phone.byId.get(messageId)
  if (!message?.fromMe) return
  await renewSession(phone, companion, keys)

  const { id, at, message: content, chat, addressing } = message
  const outgoing = { id, at, content, addressing }
  if (isGroupJid(chat)) return resendToGroupDevice(world, phone, companion, requireGroup(world, chat), outgoing)
  const recipient = personByJid(world, chat)
  if (companion.number !== phone.number) return sendToDevice(world, phone, companion, outgoing)
  if (recipient && chat !== phoneNumberJid(phone.number)) {
    return copyToOwnDevice(world, phone, companion, recipient, outgoing)
  }
}

async function renewSession(phone: PhoneState, companion: Companion, keys: RetryKeys): Promise<void> {
  const { number, device } = companion
  if (!keys) return forgetSession(phone, number, device)
  const { registrationId, identityKey, signedPreKey, preKey } = keys
  await openSession(phone, number, device, {
    registrationId,
    identityKey,
    signedPreKey: { id: signedPreKey.keyId, key: signedPreKey.publicKey, signature: signedPreKey.signature },
    preKey: preKey && { id: preKey.keyId, key: preKey.publicKey },
  })
}
