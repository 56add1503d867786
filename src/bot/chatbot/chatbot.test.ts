import { afterEach, beforeEach, expect, test } from 'bun:test'
import { findConnection } from '../../connection/connection.queries'
import { fileListRecords } from '../../file-list/file-list.record'
import { uploadFiles } from '../../file-list/upload-files'
import { interpretInbound } from '../../message/inbound/interpret-inbound'
import { getChatbotTree } from '../../queue/chatbot/chatbot.queries'
import type { Talk } from '../../testing/bot/bots'
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
import { addConnection } from '../../testing/conversation/connections'
import { findTicketRowOf, setSetting } from '../../testing/conversation/conversation'
import { messageEvent } from '../../testing/conversation/inbound'
import { listTicketLog } from '../../ticket/history/ticket-log.view'

let talk: Talk
beforeEach(async () => (talk = await createChatbotTalk()))
afterEach(() => talk.stop())

const ticket = (id = 1) => findTicketRowOf(talk, id)
const ctx = () => talk.ctx(1)

const firstLevel = `Suporte, escolha:\n\n*[ 1 ]* - Segunda via\n*[ 2 ]* - Endereço\n\n${footer}`

test('a queue greets with its options; numbers lead through the levels to an agent', () => {
  offer(talk, [invoices, address])
  bringCarlaOnline(talk)
  say(talk, 'Oi')
  talk.newTexts()
  say(talk, '2')
  expect([talk.newTexts(), ticket()]).toMatchObject([[firstLevel], { queueId: 2, isBot: true }])
  say(talk, '1')
  expect(talk.newTexts()).toEqual([invoiceQuestion])
  say(talk, ' 2️⃣ ')
  expect(talk.newTexts()).toEqual(['Um instante…'])
  expect(ticket()).toMatchObject({ status: 'pending', queueId: 2, userId: 3, isBot: false })
  const log = listTicketLog(ctx(), 1).map(({ type, user, queue }) => [type, user?.name ?? queue?.name])
  expect(log.reverse()).toEqual([
    ['create', undefined],
    ['chatBot', undefined],
    ['queue', 'Suporte'],
    ['receivedTransfer', 'Carla Dias'],
  ])
  say(talk, 'Oi?')
  expect(talk.newTexts()).toEqual([])
})

test('an informing option sends its text and waits in the queue, where keywords still work', () => {
  offer(talk, [invoices, address])
  reachSuporte(talk)
  say(talk, '1')
  say(talk, '1')
  expect([talk.newTexts().at(-1), ticket()]).toMatchObject([
    'Enviado por e-mail.',
    { status: 'pending', queueId: 2, userId: null, isBot: false },
  ])
  say(talk, 'Obrigada, mas não chegou')
  expect(talk.newTexts()).toEqual([])
  say(talk, '#')
  expect([talk.newTexts()[0]?.startsWith('Olá!'), ticket()?.queueId]).toEqual([true, null])
})

test('an option closes the ticket without a farewell or a rating', () => {
  setSetting(talk, 'userRating', 'enabled')
  talk.connect({ ratingMessage: 'Como foi?' })
  offer(talk, [invoices, address])
  reachSuporte(talk)
  say(talk, '2')
  expect([talk.newTexts(), ticket()?.status]).toEqual([['Rua das Flores, 10'], 'closed'])
})

test('runs a single option without a question', () => {
  offer(talk, [invoices])
  say(talk, 'Oi')
  talk.newTexts()
  say(talk, '2')
  expect(talk.newTexts()).toEqual(['Suporte, escolha:', invoiceQuestion])
})

test('repeats the level after an invalid option, up to the limit; a number still works afterwards', () => {
  offer(talk, [invoices, address])
  reachSuporte(talk)
  for (const answer of ['9', '0', 'boleto']) say(talk, answer)
  const invalid = `Opção inválida. Por favor, escolha uma opção válida.\n\n${firstLevel}`
  expect(talk.newTexts()).toEqual([invalid, invalid])
  say(talk, '1')
  expect(talk.newTexts()).toEqual([invoiceQuestion])
})

test('“#” returns from every level to the queue menu; “sair” closes with the completion message', () => {
  offer(talk, [{ ...invoices, options: [{ ...invoices, name: 'Mais fundo' }, address] }, address])
  reachSuporte(talk)
  say(talk, '1')
  say(talk, '1')
  expect(talk.newTexts().at(-1)).toBe(invoiceQuestion)
  say(talk, '#')
  expect([talk.newTexts()[0]?.includes('*[ 2 ]* - Suporte'), ticket()]).toMatchObject([true, { queueId: null }])
  for (const answer of ['2', '1', ' SAIR ']) say(talk, answer)
  expect([talk.newTexts().at(-1), ticket()?.status]).toEqual(['Até logo', 'closed'])
})

test('on a connection with one queue the options start at once, and “#” returns to the first level', () => {
  ctx().company.sqlite.run('DELETE FROM connection_queue WHERE queue_id = 1')
  offer(talk, [invoices, address])
  say(talk, 'Oi')
  const [shown = ''] = talk.newTexts()
  expect(shown).toBe(firstLevel.replace('*[ # ]* - Voltar ao início\n', ''))
  say(talk, '1')
  expect(talk.newTexts()).toEqual([invoiceQuestion])
  say(talk, '#')
  expect(talk.newTexts()).toEqual([shown])
})

test('an option sends its named files, then offers its suboptions', async () => {
  const names = ['Capa', 'Preços', 'Mapa']
  const list = fileListRecords.createFrom(ctx(), {
    name: 'Catálogo',
    message: 'Segue o catálogo',
    options: names.map((name) => ({ id: null, name })),
  })
  const files = names.map((name) => new File(['%PDF-1.7'], `${name}.pdf`, { type: 'application/pdf' }))
  await uploadFiles(ctx(), list.id, { files, id: ['1', '2', '3'], name: [] })
  const [more] = [{ ...invoices, name: 'Catálogo', queueType: 'file' as const, optFileId: list.id }]
  offer(talk, [more, address])
  reachSuporte(talk)
  say(talk, '1')
  const options = invoiceQuestion.replace('Qual boleto?\n\n', '')
  expect(talk.newTexts()).toEqual(['Qual boleto?', 'Segue o catálogo', ...names, options])
})

test('a contact on a deleted option gets the first level', () => {
  offer(talk, [invoices, address])
  reachSuporte(talk)
  say(talk, '1')
  offer(talk, [address, { name: 'Horários', greetingMessage: 'Das 8 às 18' }])
  talk.newTexts()
  say(talk, '2')
  expect(talk.newTexts()).toEqual([`Suporte, escolha:\n\n*[ 1 ]* - Endereço\n*[ 2 ]* - Horários\n\n${footer}`])
  say(talk, '2')
  expect(talk.newTexts()).toEqual(['Das 8 às 18'])
})

test('keeps the position across a restart, separately for each conversation', () => {
  offer(talk, [invoices, address])
  addConnection(talk, { name: 'Segundo', greetingMessage: 'Oi daqui!' })
  ctx().company.sqlite.run('INSERT INTO connection_queue (connection_id, queue_id) VALUES (2, 1), (2, 2)')
  reachSuporte(talk)
  say(talk, '1')
  talk.platform.files.close(1)
  const write = (text: string) => interpretInbound(ctx(), findConnection(ctx(), 2)!, [messageEvent({ text })])
  write('Oi')
  write('2')
  talk.newTexts()
  say(talk, '1')
  expect(talk.newTexts()).toEqual(['Enviado por e-mail.'])
  write('2')
  expect(talk.newTexts()).toEqual(['Rua das Flores, 10'])
})

test('a repeated answer chooses once', () => {
  offer(talk, [invoices, { ...invoices, name: 'Outra via' }])
  reachSuporte(talk)
  talk.write('1')
  talk.write('1')
  expect(talk.newTexts()).toEqual([invoiceQuestion])
  say(talk, '1')
  expect(talk.newTexts()).toEqual(['Enviado por e-mail.'])
})

test('a queue without options only greets', () => {
  offer(talk, [invoices, address])
  expect(getChatbotTree(ctx(), 2)).toHaveLength(2)
  offer(talk, [])
  say(talk, 'Oi')
  talk.newTexts()
  say(talk, '2')
  expect(talk.newTexts()).toEqual(['Suporte, escolha:'])
})
