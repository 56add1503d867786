import { expect, test } from 'bun:test'
import { shownMessageOf } from './last-message'
import { ticketOf } from '../ticket/testing/tickets'

const ours = { fromMe: true, ack: 2, mediaType: 'chat', isDeleted: false, isAwaited: false }
const bruno = { id: 2, name: 'Bruno Lima', color: '#19703f' }
const preview = (lastMessage: string, fromMe = true) =>
  shownMessageOf(ticketOf(1, { user: bruno, lastMessage, lastMessageMark: { ...ours, fromMe } })).lastMessage

test('leaves the signature of the ticket’s agent out of the preview, and no other', () => {
  expect(preview('*Bruno Lima:*\nO prazo é de 7 dias')).toBe('O prazo é de 7 dias')
  expect(preview('*Carla Dias:*\nO prazo é de 7 dias')).toBe('*Carla Dias:*\nO prazo é de 7 dias')
  expect(preview('*Bruno Lima:*\nO prazo é de 7 dias', false)).toBe('*Bruno Lima:*\nO prazo é de 7 dias')
})
