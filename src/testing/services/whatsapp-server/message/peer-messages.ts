import { proto } from '@whiskeysockets/baileys'
import { phoneNumberJid } from '../jids'
import { deliver } from './mailbox'
import { node, unixSeconds } from '../nodes'
import type { PhoneState } from '../account/phone-state.types'
import { encNode, encryptForCompanion } from '../phone/send-from-phone'
import type { Companion } from '../account/server-records.types'
import { nextStanzaId, type World } from '../account/world'

export async function sendPeerMessage(
  world: World,
  phone: PhoneState,
  companion: Companion,
  protocolMessage: proto.Message.IProtocolMessage,
): Promise<void> {
  const content = { protocolMessage }
  const ciphertext = await encryptForCompanion(world, phone, companion, content)
  const attributes = {
    from: phoneNumberJid(phone.number),
    id: nextStanzaId(world),
    type: 'text',
    category: 'peer',
    t: unixSeconds(),
  }
  deliver(world, companion, node('message', attributes, [encNode(ciphertext, content)]))
}
