import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import { toggleContact } from '../../contact/contact.commands'
import { type ChatbotInput, ChatbotTree } from '../../queue/chatbot.contract'
import { updateQueue } from '../../queue/queue.commands'
import { createTalk, everyDay, type Talk } from '../../testing/bots'
import { findTicketRowOf, setSetting } from '../../testing/conversation'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  talk.connect({ greetingMessage: 'Olá!', complationMessage: 'Até logo' }, { maxUseBotQueues: 2 })
})
afterEach(() => talk.stop())

const ticket = (id = 1) => findTicketRowOf(talk, id)
const ctx = () => talk.ctx(1)

function say(text: string) {
  talk.setTime(new Date(ctx().now.getTime() + 2000))
  talk.write(text)
}

/** Suporte, the second queue, offers these options. */
const offer = (options: ChatbotInput[], queueId = 2) =>
  updateQueue(ctx(), queueId, { greetingMessage: 'Suporte, escolha:', chatbots: v.parse(ChatbotTree, options) })

const invoices: ChatbotInput = {
  name: 'Segunda via',
  greetingMessage: 'Qual boleto?',
  options: [
    { name: 'Deste mês', greetingMessage: 'Enviado por e-mail.' },
    { name: 'Falar com Carla', greetingMessage: 'Um instante…', queueType: 'attendent', optUserId: 3 },
  ],
}
const address: ChatbotInput = { name: 'Endereço', greetingMessage: 'Rua das Flores, 10', closeTicket: true }
const words = '*[ # ]* - Voltar ao início\n*[ Sair ]* - Encerrar atendimento'
const secondLevel = `Qual boleto?\n\n*[ 1 ]* - Deste mês\n*[ 2 ]* - Falar com Carla\n\n${words}`

/** Dona Maria writes, chooses Suporte, and has read its options. */
function reachSuporte() {
  say('Oi')
  say('2')
  talk.newTexts()
}

const carlaIsOnline = () =>
  ctx().company.sqlite.run('UPDATE user SET last_seen_at = ? WHERE id = 3', [talk.now().getTime() + 3_600_000])

test('while the agent of an option is offline, the ticket waits in the queue and is routed', async () => {
  updateQueue(ctx(), 2, { ativarRoteador: true, tempoRoteador: 5 })
  offer([invoices, address])
  reachSuporte()
  for (const answer of ['1', '2']) say(answer)
  expect(talk.newTexts().at(-1)).toBe('Um instante…')
  expect(ticket()).toMatchObject({ status: 'pending', queueId: 2, userId: null, isBot: false })
  carlaIsOnline()
  await talk.pass(2)
  expect(ticket()).toMatchObject({ status: 'pending', queueId: 2, userId: 3 })
})

test('an option moves to another queue, which greets and offers its options', () => {
  updateQueue(ctx(), 1, {
    greetingMessage: 'Vendas:',
    chatbots: v.parse(ChatbotTree, [
      { name: 'Planos', greetingMessage: 'Temos três planos' },
      { name: 'Suporte', queueType: 'queue', optQueueId: 2 },
    ]),
  })
  offer([{ name: 'Vendas', queueType: 'queue', optQueueId: 1, greetingMessage: 'Vamos às vendas' }, address])
  reachSuporte()
  say('1')
  expect(talk.newTexts()).toEqual(['Vamos às vendas', `Vendas:\n\n*[ 1 ]* - Planos\n*[ 2 ]* - Suporte\n\n${words}`])
  expect(ticket()).toMatchObject({ queueId: 1, status: 'pending' })
  say('2')
  expect([talk.newTexts().length, ticket()?.queueId]).toEqual([1, 2])
})

test('queues whose single options lead to each other end in waiting', () => {
  offer([{ name: 'Para vendas', queueType: 'queue', optQueueId: 1 }])
  updateQueue(ctx(), 1, {
    greetingMessage: 'Vendas:',
    chatbots: v.parse(ChatbotTree, [{ name: 'Para suporte', queueType: 'queue', optQueueId: 2 }]),
  })
  say('Oi')
  talk.newTexts()
  say('2')
  expect(talk.newTexts()).toEqual(['Suporte, escolha:', 'Vendas:', 'Suporte, escolha:'])
  expect(ticket()).toMatchObject({ status: 'pending', isBot: false })
})

test('acceptance by an agent, or the contact’s own switch, stops the options', () => {
  offer([invoices, address])
  reachSuporte()
  acceptTicket(talk.ctxAs(talk.carla), 1)
  say('1')
  expect(talk.newTexts()).not.toContain(secondLevel)
  ctx().company.sqlite.run("UPDATE ticket SET status = 'closed', automation = NULL")
  reachSuporte()
  toggleContact(ctx(), 1, 'disableBot', true)
  say('1')
  expect([talk.newTexts(), ticket(2)?.status]).toEqual([[], 'pending'])
})

test('the queue’s router waits until the options are finished', async () => {
  updateQueue(ctx(), 2, { ativarRoteador: true, tempoRoteador: 1 })
  offer([invoices, address])
  carlaIsOnline()
  reachSuporte()
  await talk.pass(2)
  expect(ticket()?.userId).toBeNull()
  say('1')
  say('1')
  await talk.pass(1)
  say('1')
  await talk.pass(1)
  expect(ticket()?.userId).toBe(3)
})

test('a closed queue sends its out-of-hours text instead of its options', () => {
  setSetting(talk, 'scheduleType', 'queue')
  offer([invoices, address])
  updateQueue(ctx(), 2, { schedules: everyDay('20:00-21:00'), outOfHoursMessage: 'Abrimos às 20h' })
  say('Oi')
  talk.newTexts()
  say('2')
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
  offer([leads(7), leads(8)])
  reachSuporte()
  say('1')
  expect([talk.newTexts(), taken]).toEqual([['Robô 7'], [7]])
  say('#')
  for (const answer of ['2', '2']) say(answer)
  expect([taken, ticket()]).toMatchObject([[7, 8], { status: 'pending', isBot: false }])
  updateQueue(ctx(), 2, { integrationId: 7 })
  say('#')
  talk.newTexts()
  say('2')
  expect([talk.newTexts(), taken]).toEqual([['Suporte, escolha:'], [7, 8, 7]])
})
