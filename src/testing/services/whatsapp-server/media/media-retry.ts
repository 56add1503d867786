import { aesEncryptGCM, type BinaryNode, hkdf, proto } from '@whiskeysockets/baileys'
import { randomBytes } from 'node:crypto'
import { phoneNumberJid } from '../jids'
import { deliver } from '../message/mailbox'
import { mediaPartOf } from './media-part'
import { directPath, findBlob, storeBlob } from './media-store'
import { child, node, unixSeconds } from '../nodes'
import { phoneState } from '../account/phone-state'
import type { Companion } from '../account/server-records.types'
import type { World } from '../account/world'

const RETRY_KEY_INFO = 'WhatsApp Media Retry Notification'
const NOT_FOUND = 2

/** A client could not download media: the account's phone uploads it again and tells where, when it still can. */
export function answerMediaRetry(world: World, sender: Companion, stanza: BinaryNode): void {
  const id = stanza.attrs.id ?? ''
  const message = phoneState(world, sender.number).byId.get(id)
  const media = message && mediaPartOf(message.message)?.part
  const blob = media?.directPath ? findBlob(world, media.directPath) : undefined
  const rmr = node('rmr', child(stanza, 'rmr')?.attrs ?? {})
  const answer =
    media?.mediaKey && blob
      ? encryptedAnswer(id, media.mediaKey, directPath(storeBlob(world, blob.bytes)))
      : node('error', { code: NOT_FOUND })
  const attributes = { from: phoneNumberJid(sender.number), type: 'mediaretry', id, t: unixSeconds() }
  deliver(world, sender, node('notification', attributes, [answer, rmr]))
}

function encryptedAnswer(stanzaId: string, mediaKey: Uint8Array, newPath: string): BinaryNode {
  const { SUCCESS } = proto.MediaRetryNotification.ResultType
  const plaintext = proto.MediaRetryNotification.encode({ stanzaId, directPath: newPath, result: SUCCESS }).finish()
  const key = Buffer.from(hkdf(Buffer.from(mediaKey), 32, { info: RETRY_KEY_INFO }))
  const iv = randomBytes(12)
  const ciphertext = aesEncryptGCM(plaintext, key, iv, Buffer.from(stanzaId))
  return node('encrypt', {}, [node('enc_p', {}, ciphertext), node('enc_iv', {}, iv)])
}
