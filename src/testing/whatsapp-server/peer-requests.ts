import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import { isGroupJid } from './jids'
import { sendPeerMessage } from './peer-messages'
import type { PhoneState } from './phone-state'
import type { ChatMessage } from './whatsapp-server.types'
import type { Companion, World } from './world'

const { PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE } = proto.Message.ProtocolMessage.Type
const { PLACEHOLDER_MESSAGE_RESEND } = proto.Message.PeerDataOperationRequestType

/** A linked device asks its phone for messages it could not read: the phone sends its own copies. */
export async function answerPeerRequest(
  world: World,
  phone: PhoneState,
  companion: Companion,
  stanza: BinaryNode,
  message: proto.IMessage,
): Promise<void> {
  const request = message.protocolMessage?.peerDataOperationRequestMessage
  if (!request || request.peerDataOperationRequestType !== PLACEHOLDER_MESSAGE_RESEND) return
  const copies = (request.placeholderMessageResendRequest ?? []).flatMap(
    ({ messageKey }) => phone.byId.get(messageKey?.id ?? '') ?? [],
  )
  if (copies.length === 0) return
  await sendPeerMessage(world, phone, companion, {
    type: PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
    peerDataOperationRequestResponseMessage: {
      peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND,
      stanzaId: stanza.attrs.id,
      peerDataOperationResult: copies.map((copy) => ({
        placeholderMessageResendResponse: {
          webMessageInfoBytes: proto.WebMessageInfo.encode(toWebMessage(copy)).finish(),
        },
      })),
    },
  })
}

/** A message in the form phones exchange history with their linked devices. */
export function toWebMessage(message: ChatMessage): proto.IWebMessageInfo {
  const participant = isGroupJid(message.chat) ? message.from : undefined
  return {
    key: { remoteJid: message.chat, fromMe: message.fromMe, id: message.id, participant },
    message: message.message,
    messageTimestamp: Math.floor(message.at / 1000),
    participant,
  }
}
