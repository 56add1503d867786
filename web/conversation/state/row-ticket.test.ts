import { expect, test } from 'bun:test'
import { effect, signal } from '@preact/signals-react'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import { createRowTicket } from './conversation-model'

const contact = { id: 3, name: 'Maria', urlPicture: '' }
const first = {
  id: 1,
  status: 'pending',
  channel: 'whatsapp',
  isGroup: false,
  userId: null,
  queueId: 1,
  contact,
  lastMessage: 'Oi',
  updatedAt: '2026-11-21T10:00:00.000Z',
} as TicketView

test('reports what rows of messages show of their ticket, but not each of its messages', () => {
  const ticket = signal(first)
  const seen: string[] = []
  const rowTicket = createRowTicket(ticket)
  const stop = effect(() => void seen.push(`${rowTicket.value.status} ${rowTicket.value.contact.name}`))
  ticket.value = {
    ...first,
    contact: { ...first.contact },
    lastMessage: 'Tem mesa?',
    updatedAt: '2026-11-21T10:01:00.000Z',
  }
  expect(seen).toEqual(['pending Maria'])
  ticket.value = { ...ticket.value, status: 'open', userId: 2 as TicketView['userId'] }
  ticket.value = { ...ticket.value, contact: { ...first.contact, name: 'Maria Prado' } }
  expect(seen).toEqual(['pending Maria', 'open Maria', 'open Maria Prado'])
  stop()
})
