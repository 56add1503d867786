import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import { findConnection } from '../../connection/connection.queries'
import { createFileList } from '../../file-list/save-file-list'
import { uploadFiles } from '../../file-list/upload-files'
import { interpretInbound } from '../../message/inbound/interpret-inbound'
import { type ChatbotInput, ChatbotTree } from '../../queue/chatbot.contract'
import { getChatbotTree } from '../../queue/chatbot.queries'
import { updateQueue } from '../../queue/queue.commands'
import { createTalk, type Talk } from '../../testing/bots'
import { addConnection } from '../../testing/connections'
import { findTicketRowOf, setSetting } from '../../testing/conversation'
import { messageEvent } from '../../testing/inbound'
import { listTicketLog } from '../../ticket/history/ticket-log.view'

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
const firstLevel = `Suporte, escolha:\n\n*[ 1 ]* - Segunda via\n*[ 2 ]* - Endereço\n\n${words}`
const secondLevel = `Qual boleto?\n\n*[ 1 ]* - Deste mês\n*[ 2 ]* - Falar com Carla\n\n${words}`

/** Dona Maria writes, chooses Suporte, and has read its options. */
function reachSuporte() {
  say('Oi')
  say('2')
  talk.newTexts()
}

const carlaIsOnline = () =>
  ctx().company.sqlite.run('UPDATE user SET last_seen_at = ? WHERE id = 3', [talk.now().getTime() + 3_600_000])

test('a queue greets with its options; numbers lead through the levels to an agent', () => {
  offer([invoices, address])
  carlaIsOnline()
  say('Oi')
  talk.newTexts()
  say('2')
  expect([talk.newTexts(), ticket()]).toMatchObject([[firstLevel], { queueId: 2, isBot: true }])
  say('1')
  expect(talk.newTexts()).toEqual([secondLevel])
  say(' 2️⃣ ')
  expect(talk.newTexts()).toEqual(['Um instante…'])
  expect(ticket()).toMatchObject({ status: 'pending', queueId: 2, userId: 3, isBot: false })
  const log = listTicketLog(ctx(), 1).map(({ type, user, queue }) => [type, user?.name ?? queue?.name])
  expect(log.reverse()).toEqual([
    ['create', undefined],
    ['chatBot', undefined],
    ['queue', 'Suporte'],
    ['receivedTransfer', 'Carla Dias'],
  ])
  say('Oi?')
  expect(talk.newTexts()).toEqual([])
})

test('an informing option sends its text and waits in the queue, where keywords still work', () => {
  offer([invoices, address])
  reachSuporte()
  say('1')
  say('1')
  expect([talk.newTexts().at(-1), ticket()]).toMatchObject([
    'Enviado por e-mail.',
    { status: 'pending', queueId: 2, userId: null, isBot: false },
  ])
  say('Obrigada, mas não chegou')
  expect(talk.newTexts()).toEqual([])
  say('#')
  expect([talk.newTexts()[0]?.startsWith('Olá!'), ticket()?.queueId]).toEqual([true, null])
})

test('an option closes the ticket without a farewell or a rating', () => {
  setSetting(talk, 'userRating', 'enabled')
  talk.connect({ ratingMessage: 'Como foi?' })
  offer([invoices, address])
  reachSuporte()
  say('2')
  expect([talk.newTexts(), ticket()?.status]).toEqual([['Rua das Flores, 10'], 'closed'])
})

test('runs a single option without a question', () => {
  offer([invoices])
  say('Oi')
  talk.newTexts()
  say('2')
  expect(talk.newTexts()).toEqual(['Suporte, escolha:', secondLevel])
})

test('repeats the level after an invalid option, up to the limit; a number still works afterwards', () => {
  offer([invoices, address])
  reachSuporte()
  for (const answer of ['9', '0', 'boleto']) say(answer)
  const invalid = `Opção inválida. Por favor, escolha uma opção válida.\n\n${firstLevel}`
  expect(talk.newTexts()).toEqual([invalid, invalid])
  say('1')
  expect(talk.newTexts()).toEqual([secondLevel])
})

test('“#” returns from every level to the queue menu; “sair” closes with the completion message', () => {
  offer([{ ...invoices, options: [{ ...invoices, name: 'Mais fundo' }, address] }, address])
  reachSuporte()
  say('1')
  say('1')
  expect(talk.newTexts().at(-1)).toBe(secondLevel)
  say('#')
  expect([talk.newTexts()[0]?.includes('*[ 2 ]* - Suporte'), ticket()]).toMatchObject([true, { queueId: null }])
  for (const answer of ['2', '1', ' SAIR ']) say(answer)
  expect([talk.newTexts().at(-1), ticket()?.status]).toEqual(['Até logo', 'closed'])
})

test('on a connection with one queue the options start at once, and “#” returns to the first level', () => {
  ctx().company.sqlite.run('DELETE FROM connection_queue WHERE queue_id = 1')
  offer([invoices, address])
  say('Oi')
  const [shown = ''] = talk.newTexts()
  expect(shown).toBe(firstLevel.replace('*[ # ]* - Voltar ao início\n', ''))
  say('1')
  expect(talk.newTexts()).toEqual([secondLevel])
  say('#')
  expect(talk.newTexts()).toEqual([shown])
})

test('an option sends its named files, then offers its suboptions', async () => {
  const names = ['Capa', 'Preços', 'Mapa']
  const list = createFileList(ctx(), {
    name: 'Catálogo',
    message: 'Segue o catálogo',
    options: names.map((name) => ({ id: null, name })),
  })
  const files = names.map((name) => new File(['%PDF-1.7'], `${name}.pdf`, { type: 'application/pdf' }))
  await uploadFiles(ctx(), list.id, { files, id: ['1', '2', '3'], name: [] })
  const [more] = [{ ...invoices, name: 'Catálogo', queueType: 'file' as const, optFileId: list.id }]
  offer([more, address])
  reachSuporte()
  say('1')
  const options = secondLevel.replace('Qual boleto?\n\n', '')
  expect(talk.newTexts()).toEqual(['Qual boleto?', 'Segue o catálogo', ...names, options])
})

test('a contact on a deleted option gets the first level', () => {
  offer([invoices, address])
  reachSuporte()
  say('1')
  offer([address, { name: 'Horários', greetingMessage: 'Das 8 às 18' }])
  talk.newTexts()
  say('2')
  expect(talk.newTexts()).toEqual([`Suporte, escolha:\n\n*[ 1 ]* - Endereço\n*[ 2 ]* - Horários\n\n${words}`])
  say('2')
  expect(talk.newTexts()).toEqual(['Das 8 às 18'])
})

test('keeps the position across a restart, separately for each conversation', () => {
  offer([invoices, address])
  addConnection(talk, { name: 'Segundo', greetingMessage: 'Oi daqui!' })
  ctx().company.sqlite.run('INSERT INTO connection_queue (connection_id, queue_id) VALUES (2, 1), (2, 2)')
  reachSuporte()
  say('1')
  talk.platform.files.close(1)
  const write = (text: string) => interpretInbound(ctx(), findConnection(ctx(), 2)!, [messageEvent({ text })])
  write('Oi')
  write('2')
  talk.newTexts()
  say('1')
  expect(talk.newTexts()).toEqual(['Enviado por e-mail.'])
  write('2')
  expect(talk.newTexts()).toEqual(['Rua das Flores, 10'])
})

test('a repeated answer chooses once', () => {
  offer([invoices, { ...invoices, name: 'Outra via' }])
  reachSuporte()
  talk.write('1')
  talk.write('1')
  expect(talk.newTexts()).toEqual([secondLevel])
  say('1')
  expect(talk.newTexts()).toEqual(['Enviado por e-mail.'])
})

test('a queue without options only greets', () => {
  offer([invoices, address])
  expect(getChatbotTree(ctx(), 2)).toHaveLength(2)
  offer([])
  say('Oi')
  talk.newTexts()
  say('2')
  expect(talk.newTexts()).toEqual(['Suporte, escolha:'])
})
