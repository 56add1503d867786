import { proto } from '@whiskeysockets/baileys'
import { expect, test } from 'bun:test'
import { fileMessage, filedKey, onlyEvent } from '../../../testing/whatsapp/filed-payload'
import { normalise } from './normalise'

const { ProtocolMessage } = proto.Message

test('reads an edit of a text or a caption, wrapped or not', () => {
  const edit = (editedMessage: proto.IMessage) => ({
    protocolMessage: {
      type: ProtocolMessage.Type.MESSAGE_EDIT,
      key: { id: 'T1' },
      editedMessage,
      timestampMs: 1_700_000_005_000,
    },
  })
  const expected = { type: 'edit', targetId: 'T1', text: 'novo', atMs: 1_700_000_005_000, fromMe: false }
  expect(onlyEvent(fileMessage(edit({ conversation: 'novo' })))).toMatchObject(expected)
  expect(
    onlyEvent(fileMessage({ editedMessage: { message: edit({ extendedTextMessage: { text: 'novo' } }) } })),
  ).toMatchObject(expected)
  expect(onlyEvent(fileMessage(edit({ imageMessage: { caption: 'novo' } })))).toMatchObject(expected)
})

test('reads a deletion for everyone', () => {
  const protocolMessage = { type: ProtocolMessage.Type.REVOKE, key: { id: 'T1' } }
  expect(onlyEvent(fileMessage({ protocolMessage }))).toMatchObject({
    type: 'delete',
    targetId: 'T1',
    fromMe: false,
    chat: { addresses: [{ value: '5511977776666' }, {}] },
  })
})

test('reads a reaction and its removal', () => {
  const reaction = (text: string) => ({
    reactionMessage: { key: { id: 'T1' }, text, senderTimestampMs: 1_700_000_001_000 },
  })
  expect(onlyEvent(fileMessage(reaction('👍')))).toMatchObject({
    type: 'reaction',
    targetId: 'T1',
    emoji: '👍',
    atMs: 1_700_000_001_000,
  })
  expect(onlyEvent(fileMessage(reaction('')))).toMatchObject({ type: 'reaction', emoji: '' })
})

test('accepts resent messages from our own phone only', () => {
  const info = {
    key: { remoteJid: filedKey.remoteJid, id: 'R1', fromMe: false },
    message: { conversation: 'enfim' },
    messageTimestamp: 1_700_000_000,
  }
  const webMessageInfoBytes = proto.WebMessageInfo.encode(proto.WebMessageInfo.fromObject(info)).finish()
  const protocolMessage = {
    type: ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
    peerDataOperationRequestResponseMessage: {
      peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }],
    },
  }
  const ours = { ...filedKey, fromMe: true }
  expect(onlyEvent(fileMessage({ protocolMessage }, { key: ours }))).toMatchObject({
    type: 'message',
    id: 'R1',
    content: { text: 'enfim' },
  })
  expect(normalise(fileMessage({ protocolMessage }))).toEqual([])
})
