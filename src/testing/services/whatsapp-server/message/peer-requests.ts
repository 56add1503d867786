import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import { conversationOf, sendHistory } from './history-sync'
import { sendPeerMessage } from './peer-messages'
import type { PhoneState } from '../account/phone-state.types'
import { canonicalChat } from '../phone/send-from-phone'
import { toWebMessage } from './web-message'
import type { Companion } from '../account/server-records.types'
import type { World } from '../account/world'

type PeerRequest = proto.Message.IPeerDataOperationRequestMessage

const { PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE } = proto.Message.ProtocolMessage.Type
const { PLACEHOLDER_MESSAGE_RESEND, HISTORY_SYNC_ON_DEMAND } = proto.Message.PeerDataOperationRequestType
const { ON_DEMAND } = proto.HistorySync.HistorySyncType
const DEFAULT_HISTORY_COUNT = 50

/** A linked device asks its phone for something only the phone has. */
export async function answerPeerRequest(
  world: World,
  phone: PhoneState,
  companion: Companion,
  stanza: BinaryNode,
  message: proto.IMessage,
): Promise<void> {
  const request = message.protocolMessage?.peerDataOperationRequestMessage
  if (request?.peerDataOperationRequestType === PLACEHOLDER_MESSAGE_RESEND) {
    const ids = (request.placeholderMessageResendRequest ?? []).map(({ messageKey }) => messageKey?.id ?? '')
    world.askedFor.set(companion.number, [...(world.askedFor.get(companion.number) ?? []), ids])
  }
  if (world.faults.ignorePeerRequests) return
  switch (request?.peerDataOperationRequestType) {
    case PLACEHOLDER_MESSAGE_RESEND:
      return resendUnreadable(world, phone, companion, stanza, request)
    case HISTORY_SYNC_ON_DEMAND:
      return sendOlderHistory(world, phone, companion, request)
  }
}

async function resendUnreadable(
  world: World,
  phone: PhoneState,
  companion: Companion,
  stanza: BinaryNode,
  request: PeerRequest,
): Promise<void> {
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

async function sendOlderHistory(
  world: World,
  phone: PhoneState,
  companion: Companion,
  request: PeerRequest,
): Promise<void> {
  const wanted = request.historySyncOnDemandRequest
  const chat = canonicalChat(world, wanted?.chatJid ?? '')
  const inChat = phone.messages.filter((message) => message.chat === chat)
  const known = inChat.findIndex((message) => message.id === wanted?.oldestMsgId)
  const older = inChat.slice(0, Math.max(0, known)).slice(-(wanted?.onDemandMsgCount || DEFAULT_HISTORY_COUNT))
  const messages = older.reverse().map((message) => ({ message: toWebMessage(message) }))
  const conversations = [{ ...conversationOf(world, phone, chat), messages }]
  await sendHistory(world, phone, companion, { syncType: ON_DEMAND, conversations })
}
