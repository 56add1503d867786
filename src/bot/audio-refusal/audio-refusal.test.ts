import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Content } from '../../channel/channel'
import { toggleContact } from '../../contact/contact.commands'
import { createTalk, type Talk } from '../../testing/bot/bots'
import { findTicketRowOf, listMessageRows, openTicket, setSetting } from '../../testing/conversation/conversation'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
})
afterEach(() => talk.stop())

const audio: Content = { kind: 'audio', text: '', mimeType: 'audio/ogg', voiceNote: true, source: { url: 'x' } }
const speak = () => talk.write('', { content: audio })

test('accepts audio unless the company’s or the contact’s settings reject it', () => {
  speak()
  expect(talk.newTexts()).toEqual([])
  setSetting(talk, 'acceptAudioMessageContact', 'disabled')
  speak()
  expect(talk.newTexts()).toHaveLength(1)
  setSetting(talk, 'acceptAudioMessageContact', 'enabled')
  toggleContact(talk.ctx(1), 1, 'acceptAudioMessage', false)
  speak()
  expect(talk.newTexts()[0]).toContain('envie uma mensagem de *texto*')
  talk.write('Então escrevo')
  expect(talk.newTexts()).toEqual([])
})

test('stores the rejected audio and quotes it, also on an open ticket', () => {
  openTicket(talk)
  setSetting(talk, 'acceptAudioMessageContact', 'disabled')
  speak()
  const [kept, refusal] = listMessageRows(talk).slice(-2)
  expect(kept).toMatchObject({ mediaType: 'audio', fromMe: false })
  expect(refusal).toMatchObject({ quotedMessageId: kept?.id, userId: null, fromMe: true })
  expect(findTicketRowOf(talk)).toMatchObject({ status: 'open', unreadMessages: 2 })
})
