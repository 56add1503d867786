import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import { toggleContact } from '../../contact/contact.commands'
import { type ChatbotInput, ChatbotTree } from '../../queue/chatbot/chatbot.contract'
import { updateQueue } from '../../queue/queue.commands'
import { everyDay, type Talk } from '../../testing/bot/bots'
import {
  address,
  bringCarlaOnline,
  createChatbotTalk,
  footer,
  invoiceQuestion,
  invoices,
  offer,
  reachSuporte,
  say,
} from '../../testing/bot/chatbot-talk'
import { findTicketRowOf, setSetting } from '../../testing/conversation/conversation'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'

let talk: Talk
beforeEach(async () => (talk = await createChatbotTalk()))
afterEach(() => talk.stop())

const ticket = (id = 1) => findTicketRowOf(talk, id)
const ctx = () => talk.ctx(1)

test('an option assigns its queue and agent, online or not, and neither router nor chance gives the ticket to another', async () => {
  setSetting(talk, 'userRandom', 'enabled')
  updateQueue(ctx(), 1, { ativarRoteador: true, tempoRoteador: 1 })
  const toCarla = { name: 'Carla', greetingMessage: 'Um instante…', queueType: 'attendent', optUserId: 3 } as const
  offer(talk, [{ ...toCarla, optQueueId: 1 }, address])
  ctx().company.sqlite.run('UPDATE user SET last_seen_at = ? WHERE id = 2', [talk.now().getTime() + 3_600_000])
  reachSuporte(talk)
  talk.write('Oi', { phone: '5511977770002' })
  say(talk, '1')
  expect(talk.newTexts().at(-1)).toBe('Um instante…')
  await talk.pass(5)
  expect(ticket()).toMatchObject({ status: 'pending', queueId: 1, userId: 3, isBot: false })
  expect(ticket(2)).toMatchObject({ queueId: null, userId: null })
})

test('an option moves to another queue, which greets and offers its options', () => {
  updateQueue(ctx(), 1, {
    greetingMessage: 'Vendas:',
    chatbots: v.parse(ChatbotTree, [
      { name: 'Planos', greetingMessage: 'Temos três planos' },
      { name: 'Suporte', queueType: 'queue', optQueueId: 2 },
    ]),
  })
  offer(talk, [{ name: 'Vendas', queueType: 'queue', optQueueId: 1, greetingMessage: 'Vamos às vendas' }, address])
  reachSuporte(talk)
  say(talk, '1')
  expect(talk.newTexts()).toEqual(['Vamos às vendas', `Vendas:\n\n*[ 1 ]* - Planos\n*[ 2 ]* - Suporte\n\n${footer}`])
  expect(ticket()).toMatchObject({ queueId: 1, status: 'pending' })
  say(talk, '2')
  expect([talk.newTexts().length, ticket()?.queueId]).toEqual([1, 2])
})

test('queues whose single options lead to each other end in waiting', () => {
  offer(talk, [{ name: 'Para vendas', queueType: 'queue', optQueueId: 1 }])
  updateQueue(ctx(), 1, {
    greetingMessage: 'Vendas:',
    chatbots: v.parse(ChatbotTree, [{ name: 'Para suporte', queueType: 'queue', optQueueId: 2 }]),
  })
  say(talk, 'Oi')
  talk.newTexts()
  say(talk, '2')
  expect(talk.newTexts()).toEqual(['Suporte, escolha:', 'Vendas:', 'Suporte, escolha:'])
  expect(ticket()).toMatchObject({ status: 'pending', isBot: false })
})

test('acceptance by an agent, or the contact’s own switch, stops the options', () => {
  offer(talk, [invoices, address])
  reachSuporte(talk)
  acceptTicket(talk.ctxAs(talk.carla), 1)
  say(talk, '1')
  expect(talk.newTexts()).not.toContain(invoiceQuestion)
  ctx().company.sqlite.run("UPDATE ticket SET status = 'closed', automation = NULL")
  reachSuporte(talk)
  toggleContact(ctx(), 1, 'disableBot', true)
  say(talk, '1')
  expect([talk.newTexts(), ticket(2)?.status]).toEqual([[], 'pending'])
})

test('the queue’s router waits until the options are finished', async () => {
  updateQueue(ctx(), 2, { ativarRoteador: true, tempoRoteador: 1 })
  offer(talk, [invoices, address])
  bringCarlaOnline(talk)
  reachSuporte(talk)
  await talk.pass(2)
  expect(ticket()?.userId).toBeNull()
  say(talk, '1')
  say(talk, '1')
  await talk.pass(1)
  say(talk, '1')
  await talk.pass(1)
  expect(ticket()?.userId).toBe(3)
})

test('a closed queue sends its out-of-hours text instead of its options', () => {
  setSetting(talk, 'scheduleType', 'queue')
  offer(talk, [invoices, address])
  updateQueue(ctx(), 2, { schedules: everyDay('20:00-21:00'), outOfHoursMessage: 'Abrimos às 20h' })
  say(talk, 'Oi')
  talk.newTexts()
  say(talk, '2')
  expect(talk.newTexts()).toEqual(['Abrimos às 20h'])
})

test('an integration takes over the ticket; one that cannot leaves it waiting', () => {
  const taken: number[] = []
  talk.ports.botRecords = { ...talk.ports.botRecords, integration: { exists: () => true } }
  talk.ports.startIntegration = (_, { queueId }, id) => {
    taken.push(id)
    return queueId === 2 && id === 7
  }
  const leads = (id: number): ChatbotInput => ({
    name: `Robô ${id}`,
    queueType: 'integration',
    optIntegrationId: id,
    greetingMessage: `Robô ${id}`,
  })
  offer(talk, [leads(7), leads(8)])
  reachSuporte(talk)
  say(talk, '1')
  expect([talk.newTexts(), taken]).toEqual([['Robô 7'], [7]])
  say(talk, '#')
  for (const answer of ['2', '2']) say(talk, answer)
  expect([taken, ticket()]).toMatchObject([[7, 8], { status: 'pending', isBot: false }])
  updateQueue(ctx(), 2, { integrationId: 7 })
  say(talk, '#')
  talk.newTexts()
  say(talk, '2')
  expect([talk.newTexts(), taken]).toEqual([['Suporte, escolha:'], [7, 8, 7]])
})
