import { afterEach, beforeEach, expect, test } from 'bun:test'
import { saveSetting } from '../../setting/save-setting'
import { acceptLgpd } from '../../contact/contact.commands'
import { getContactRow } from '../../contact/contact.queries'
import { createTalk, type Talk } from '../../testing/bot/bots'
import { findTicketRowOf, setSetting } from '../../testing/conversation/conversation'
import { groupMessageEvent, messageEvent, receive } from '../../testing/conversation/inbound'
import { closeTicket } from '../../ticket/closing/close-ticket'

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

test('sends message, link and question on a new ticket, and waits for consent', () => {
  talk.write('Oi')
  expect(talk.newTexts()).toEqual([
    'Tratamos seus dados, Dona.\n\nhttps://acme.test/privacidade\n\n' +
      'Estou ciente sobre o tratamento dos meus dados pessoais.\n\n*[ 1 ]* - Sim\n*[ 2 ]* - Não',
  ])
  expect(ticket()?.status).toBe('lgpd')
  setSetting(talk, 'lgpdLink', '')
  talk.write('Oi', { phone: '5511977770010' })
  expect(talk.newTexts()[0]).toStartWith('Tratamos seus dados.\n\nEstou ciente')
})

test('records consent on 1, and shows the menu without using that 1 as a choice', () => {
  talk.write('Oi')
  talk.newTexts()
  talk.write('1')
  expect(ticket()).toMatchObject({ status: 'pending', queueId: null })
  expect(acceptedAt()).toEqual(talk.now())
  expect(talk.newTexts()).toEqual([expect.stringContaining('Bem-vinda!')])
  talk.write('1')
  expect(ticket()?.queueId).toBe(1)
})

test('sends the completion message and closes on 2', () => {
  talk.write('Oi')
  talk.newTexts()
  talk.write('2')
  expect(ticket()).toMatchObject({ status: 'closed', unreadMessages: 0 })
  expect([acceptedAt(), talk.newTexts()]).toEqual([null, ['Até logo']])
})

test('repeats the question on any other answer, up to the limit', () => {
  talk.write('Oi')
  talk.newTexts()
  for (const text of ['o quê?', '3', 'hm']) talk.write(text)
  expect(talk.newTexts()).toHaveLength(2)
  expect(ticket()?.status).toBe('lgpd')
  talk.write('1')
  expect(ticket()?.status).toBe('pending')
})

test('does not ask again after consent, unless configured for every ticket', () => {
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

test('does not treat a ticket already waiting in its queue as new', () => {
  acceptLgpd(talk.ctx(1), 1)
  talk.write('Oi')
  talk.write('1')
  expect(ticket()).toMatchObject({ status: 'pending', queueId: 1 })
  talk.newTexts()
  setSetting(talk, 'lgpdConsent', 'enabled')
  talk.write('Alguém?')
  expect([ticket()?.status, talk.newTexts()]).toEqual(['pending', []])
  closeTicket(talk.ctx(1), 1, { farewell: false })
  talk.write('De novo')
  expect(ticket(2)?.status).toBe('lgpd')
})

test('does not ask groups, nor in companies without a consent text', () => {
  talk.connect({ groupAsTicket: true, greetingMessage: '' })
  receive(talk, 1, groupMessageEvent())
  expect(ticket(1)?.status).toBe('pending')
  setSetting(talk, 'lgpdMessage', '')
  talk.write('Oi')
  expect([ticket(2)?.status, talk.newTexts()]).toEqual(['pending', []])
})

test('continues the conversation when consent is switched off meanwhile', () => {
  talk.write('Oi')
  talk.newTexts()
  setSetting(talk, 'enableLGPD', 'disabled')
  talk.write('2')
  expect([ticket()?.status, acceptedAt()]).toEqual(['pending', null])
  expect(talk.newTexts()).toEqual([expect.stringContaining('Bem-vinda!')])
})

test('a ticket waits for an agent as soon as consent is switched off, while one that was closed stays so', async () => {
  talk.write('Oi')
  receive(talk, 1, messageEvent({ phone: '5511988880009' }))
  closeTicket(talk.ctxAs(talk.ana), 2, { farewell: false })
  talk.newTexts()
  saveSetting(talk.ctxAs(talk.ana), 'enableLGPD', 'disabled')
  await talk.runJobs(1)
  expect([ticket()?.status, ticket(2)?.status, talk.newTexts()]).toEqual(['pending', 'closed', []])
})

test('is read during a vacation that began after the question, and not asked in one', () => {
  talk.write('Oi')
  talk.newTexts()
  talk.connect(
    {},
    {
      collectiveVacationStart: '2026-03-10',
      collectiveVacationEnd: '2026-03-10',
      collectiveVacationMessage: 'De férias',
    },
  )
  talk.write('1')
  expect([ticket()?.status, acceptedAt(), talk.newTexts()]).toEqual(['pending', talk.now(), ['De férias']])
  receive(talk, 1, messageEvent({ phone: '5511988880009' }))
  expect([ticket(2)?.status, talk.newTexts()]).toEqual(['pending', ['De férias']])
})

test('uses the connection’s own message, link and choice, else the company’s', () => {
  talk.connect({}, { lgpdMessage: 'Filial: seus dados.', lgpdLink: 'https://filial.test/p', lgpdConsent: 'enabled' })
  talk.write('Oi')
  expect(talk.newTexts()[0]).toStartWith('Filial: seus dados.\n\nhttps://filial.test/p\n\n')
  talk.write('1')
  closeTicket(talk.ctx(1), 1, { farewell: false })
  talk.newTexts()
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
