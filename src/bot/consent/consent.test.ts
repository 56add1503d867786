import { afterEach, beforeEach, expect, test } from 'bun:test'
import { acceptLgpd } from '../../contact/contact.commands'
import { getContactRow } from '../../contact/contact.queries'
import { createTalk, type Talk } from '../../testing/bots'
import { findTicketRowOf, setSetting } from '../../testing/conversation'
import { groupMessageEvent, receive } from '../../testing/inbound'
import { closeTicket } from '../../ticket/close-ticket'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  setSetting(talk, 'enableLGPD', 'enabled')
  setSetting(talk, 'lgpdMessage', 'Tratamos seus dados, {{firstName}}.')
  setSetting(talk, 'lgpdLink', 'https://acme.test/privacidade')
  talk.connect({ greetingMessage: 'Bem-vinda!', complationMessage: 'Até logo' }, { maxUseBotQueues: 2 })
})
afterEach(() => talk.stop())

const ticket = (id = 1) => findTicketRowOf(talk, id)
const acceptedAt = () => getContactRow(talk.ctx(1), 1).lgpdAcceptedAt

test('a new ticket waits for consent: message, link and question', () => {
  talk.write('Oi')
  expect(talk.hear()).toEqual([
    'Tratamos seus dados, Dona.\n\nhttps://acme.test/privacidade\n\n' +
      'Estou ciente sobre o tratamento dos meus dados pessoais.\n\n*[ 1 ]* - Sim\n*[ 2 ]* - Não',
  ])
  expect(ticket()?.status).toBe('lgpd')
})

test('1 is consent: the ticket waits, and the menu follows without taking that 1 for a queue', () => {
  talk.write('Oi')
  talk.hear()
  talk.write('1')
  expect(ticket()).toMatchObject({ status: 'pending', queueId: null })
  expect(acceptedAt()).toEqual(talk.now())
  expect(talk.hear()).toEqual([expect.stringContaining('Bem-vinda!')])
  talk.write('1')
  expect(ticket()?.queueId).toBe(1)
})

test('2 is none: the completion message, and closed', () => {
  talk.write('Oi')
  talk.hear()
  talk.write('2')
  expect(ticket()).toMatchObject({ status: 'closed', unreadMessages: 0 })
  expect([acceptedAt(), talk.hear()]).toEqual([null, ['Até logo']])
})

test('anything else asks again within the limit', () => {
  talk.write('Oi')
  talk.hear()
  for (const text of ['o quê?', '3', 'hm']) talk.write(text)
  expect(talk.hear()).toHaveLength(2)
  expect(ticket()?.status).toBe('lgpd')
  talk.write('1')
  expect(ticket()?.status).toBe('pending')
})

test('who has accepted is not asked again, unless every ticket asks', () => {
  talk.write('Oi')
  talk.write('1')
  closeTicket(talk.ctx(1), 1, { farewell: false })
  talk.write('De novo')
  expect(ticket(2)?.status).toBe('pending')
  closeTicket(talk.ctx(1), 2, { farewell: false })
  setSetting(talk, 'lgpdConsent', 'enabled')
  talk.write('Mais uma vez')
  expect(ticket(3)?.status).toBe('lgpd')
  talk.write('1')
  expect(ticket(3)?.status).toBe('pending')
  talk.write('Alguém?')
  expect(ticket(3)?.status).toBe('pending')
})

test('a ticket that waits in its queue already is no new one', () => {
  acceptLgpd(talk.ctx(1), 1)
  talk.write('Oi')
  talk.write('1')
  expect(ticket()).toMatchObject({ status: 'pending', queueId: 1 })
  talk.hear()
  setSetting(talk, 'lgpdConsent', 'enabled')
  talk.write('Alguém?')
  expect([ticket()?.status, talk.hear()]).toEqual(['pending', []])
  closeTicket(talk.ctx(1), 1, { farewell: false })
  talk.write('De novo')
  expect(ticket(2)?.status).toBe('lgpd')
})

test('neither groups nor companies without the words are asked', () => {
  talk.connect({ groupAsTicket: true, greetingMessage: '' })
  receive(talk, 1, groupMessageEvent())
  expect(ticket(1)?.status).toBe('pending')
  setSetting(talk, 'lgpdMessage', '')
  talk.write('Oi')
  expect([ticket(2)?.status, talk.hear()]).toEqual(['pending', []])
})

test('switched off while a contact was being asked, the conversation goes on', () => {
  talk.write('Oi')
  talk.hear()
  setSetting(talk, 'enableLGPD', 'disabled')
  talk.write('2')
  expect([ticket()?.status, acceptedAt()]).toEqual(['pending', null])
  expect(talk.hear()).toEqual([expect.stringContaining('Bem-vinda!')])
})

test('a connection has its own message, link and choice, or the company’s', () => {
  talk.connect({}, { lgpdMessage: 'Filial: seus dados.', lgpdLink: 'https://filial.test/p', lgpdConsent: 'enabled' })
  talk.write('Oi')
  expect(talk.hear()[0]).toStartWith('Filial: seus dados.\n\nhttps://filial.test/p\n\n')
  talk.write('1')
  closeTicket(talk.ctx(1), 1, { farewell: false })
  talk.hear()
  talk.write('Voltei')
  expect(ticket(2)?.status).toBe('lgpd')
})

test('a connection need not ask on every ticket where the company does', () => {
  setSetting(talk, 'lgpdConsent', 'enabled')
  acceptLgpd(talk.ctx(1), 1)
  talk.connect({}, { lgpdConsent: 'disabled' })
  talk.write('Oi')
  expect(ticket()?.status).toBe('pending')
})
