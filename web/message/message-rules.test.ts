import { expect, test } from 'bun:test'
import { measurePeaks } from './bubble/audio-player'
import { replyMinutesLeft, writeStateOf } from '../conversation/composer/composer-blocked'
import { forwardAll, forwardPauseMs } from '../conversation/dialog/forward-dialog'
import { deliveryOf } from './shown-message'
import { anyMessage } from './testing/any-message'
import { anyTicket, createHeldApi } from './testing/fake-conversation'
import { numbersOf } from '../../src/message/compose/vcard.contract'

const now = Date.parse('2026-05-04T12:00:00.000Z')
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

test.each([
  [{ ack: 0 }, 'pending'],
  [{ ack: 1 }, 'sent'],
  [{ ack: 2 }, 'delivered'],
  [{ ack: 3 }, 'read'],
  [{ ack: 4 }, 'read'],
  [{ ack: 5 }, 'read'],
  [{ ack: 3, mediaType: 'audio' }, 'read'],
  [{ ack: 5, mediaType: 'audio' }, 'played'],
  [{ ack: -1 }, 'failed'],
  [{ ack: 0, sendState: 'uncertain' }, 'pending'],
  [{ ack: 0, sendState: 'failed' }, 'failed'],
] as const)('%p is shown as %p', (part, state) => expect(deliveryOf(anyMessage(part))).toBe(state))

test('allows replies on Facebook for 24 hours after the contact’s message, and notes afterwards', () => {
  const ticket = anyTicket({ channel: 'facebook', lastInboundAt: ago(23) })
  expect(replyMinutesLeft(ticket, now)).toBe(60)
  expect(writeStateOf(ticket, now)).toEqual({ kind: 'free' })
  expect(writeStateOf({ ...ticket, lastInboundAt: ago(25) }, now)).toEqual({ kind: 'private', reason: 'windowOver' })
  expect(writeStateOf({ ...ticket, isWindowRefused: true }, now)).toEqual({ kind: 'private', reason: 'windowOver' })
})

test('a comment is answered once, within seven days', () => {
  const ticket = anyTicket({ channel: 'facebook', lastInboundAt: ago(6 * 24), commentReply: 'open' })
  expect(writeStateOf(ticket, now)).toEqual({ kind: 'free' })
  expect(replyMinutesLeft(ticket, now)).toBe(24 * 60)
  expect(writeStateOf({ ...ticket, commentReply: 'sent' }, now)).toEqual({ kind: 'private', reason: 'commentReplied' })
})

test('has no such limit on WhatsApp', () => {
  const ticket = anyTicket({ lastInboundAt: ago(500) })
  expect(replyMinutesLeft(ticket, now)).toBeUndefined()
  expect(writeStateOf(ticket, now)).toEqual({ kind: 'free' })
})

test('says why writing is not allowed on a pending or closed ticket, or to a blocked contact', () => {
  expect(writeStateOf(anyTicket({ status: 'pending' }), now)).toEqual({ kind: 'none', reason: 'pending' })
  expect(writeStateOf(anyTicket({ status: 'closed' }), now)).toEqual({ kind: 'none', reason: 'closed' })
  expect(writeStateOf(anyTicket({ status: 'nps' }), now)).toEqual({ kind: 'none', reason: 'waiting' })
  const contact = { ...anyTicket().contact, active: false }
  expect(writeStateOf(anyTicket({ contact }), now)).toEqual({ kind: 'private', reason: 'blocked' })
})

test('pauses between forwarded messages, and continues after a failure', async () => {
  const { api, calls, take } = createHeldApi()
  const pauses: number[] = []
  const done: number[] = []
  const requests = [1, 2, 3].map((messageId) => ({ messageId, contactId: 7, signMessage: false }))
  const sent = forwardAll(api, requests, {
    onProgress: (count) => void done.push(count),
    signal: new AbortController().signal,
    pause: async (ms) => void pauses.push(ms),
  })
  await take('POST').answer({})
  await take('POST').refuse(new Error('refused'))
  expect(calls).toHaveLength(1)
  await take('POST').answer({})
  expect(await sent).toBe(2)
  expect(pauses).toEqual([forwardPauseMs, forwardPauseMs])
  expect(done).toEqual([1, 2, 3])
})

test('reads a card’s number from its WhatsApp id, else from its digits', () => {
  expect(numbersOf('BEGIN:VCARD\nTEL;type=CELL;waid=5511977776666:+55 11 97777-6666\nEND:VCARD')).toEqual([
    '5511977776666',
  ])
  expect(numbersOf('item1.TEL:+55 (11) 3333-4444\r\nTEL:190')).toEqual(['551133334444'])
  expect(numbersOf('FN:Sem número')).toEqual([])
})

test('draws the loudest part of a recording at full height', () => {
  const samples = new Float32Array([0, 0, 0.5, -0.5, 0.25, 0.25])
  expect(measurePeaks(samples, 3)).toEqual([0, 1, 0.5])
})
