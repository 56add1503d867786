import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sendMessage } from '../message/send/send-message'
import { changeTags } from '../tag/tag-links'
import { createTalk, type Talk } from '../testing/bot/bots'
import { addPlainTag, addRule, previewed, ruleBody } from '../testing/bot/rules'
import { listMessageRows } from '../testing/conversation/conversation'
import { addTicket } from '../testing/conversation/tickets'
import { acceptTicket } from '../ticket/assignment/accept-ticket'
import { setTicketQueue } from '../ticket/assignment/set-ticket-queue'
import { closeTicket } from '../ticket/closing/close-ticket'
import { queueAutomaticText } from '../message/send/queue-message'
import { getTicketRow } from '../ticket/ticket.queries'
import { addConnection } from '../testing/conversation/connections'
import { moveTicketToLane } from '../ticket/ticket.domain'
import { createTag } from '../tag/save-tag'
import * as v from 'valibot'
import { TagBody } from '../tag/tag.contract'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  talk.connect({ status: 'CONNECTED' })
  addConnection(talk, { name: 'Balcão' })
})
afterEach(() => talk.stop())

const notes = (ticketId?: number) =>
  listMessageRows(talk)
    .filter((row) => row.isPrivate && (ticketId === undefined || row.ticketId === ticketId))
    .map(({ body }) => body)
const run = () => talk.runJobs(1)
const finish = async () => {
  while ((await run()) > 0);
}
const automatic = (text: string) => {
  const ctx = talk.ctx(1)
  ctx.transaction(() => void queueAutomaticText(ctx, getTicketRow(ctx, 1), text))
}
const start = async () => {
  talk.write('Bom dia')
  await run()
}
const accept = (ticketId = 1) => acceptTicket(talk.ctxAs(talk.ana), ticketId, { queueId: 1 })

test('runs when a conversation is created, once', async () => {
  addRule(talk, { name: 'Nova' })
  await start()
  talk.write('Alguém aí?')
  await run()
  expect(notes()).toEqual(['Nova'])
})

test('runs in its order when the status changes to one of those named', async () => {
  const trigger = { kind: 'status', statuses: ['open', 'closed'] } as const
  addRule(talk, { name: 'Segunda', trigger: { ...trigger, statuses: [...trigger.statuses] }, position: 2 })
  addRule(talk, { name: 'Primeira', trigger: { kind: 'status' }, position: 1 })
  await start()
  expect(notes()).toEqual([])
  accept()
  await run()
  expect(notes()).toEqual(['Primeira', 'Segunda'])
  closeTicket(talk.ctxAs(talk.ana), 1, { farewell: false })
  await run()
  expect(notes()).toEqual(['Primeira', 'Segunda', 'Primeira', 'Segunda'])
})

test('runs when a ticket enters one of the queues, also when it is created there', async () => {
  addRule(talk, { name: 'Suporte', trigger: { kind: 'queue', queueIds: [2] } })
  await start()
  setTicketQueue(talk.ctx(1), 1, 1)
  await run()
  expect(notes()).toEqual([])
  setTicketQueue(talk.ctx(1), 1, 2)
  setTicketQueue(talk.ctx(1), 1, 2)
  const { id } = addTicket(talk.ctx(1), { queueId: 2 })
  addTicket(talk.ctx(1), { queueId: 1 })
  await run()
  expect(notes(1)).toEqual(['Suporte'])
  expect(notes(id)).toEqual(['Suporte'])
  expect(notes()).toHaveLength(2)
})

test('runs on the contact’s unresolved tickets when a tag is added or removed, and for lanes on the ticket', async () => {
  const [vip, other] = [addPlainTag(talk, 'VIP'), addPlainTag(talk, 'Outra')]
  const lane = createTag(talk.ctx(1), v.parse(TagBody, { name: 'Proposta', kanban: 1 })).id
  addRule(talk, { name: 'Posta', trigger: { kind: 'tagAdded', tagIds: [vip, lane] } })
  addRule(talk, { name: 'Tirada', trigger: { kind: 'tagRemoved', tagIds: [vip] } })
  await start()
  const bystander = addTicket(talk.ctx(1), {})
  changeTags(talk.ctx(1), 1, { add: [other], remove: [] })
  await run()
  expect(notes()).toEqual([])
  changeTags(talk.ctx(1), 1, { add: [vip], remove: [] })
  changeTags(talk.ctx(1), 1, { add: [vip], remove: [] })
  await run()
  expect(notes(1)).toEqual(['Posta'])
  changeTags(talk.ctx(1), 1, { add: [], remove: [vip] })
  moveTicketToLane(talk.ctx(1), 1, lane)
  await run()
  expect(notes(1)).toEqual(['Posta', 'Tirada', 'Posta'])
  expect(notes(bystander.id)).toEqual([])
})

test('runs on messages with one of the words, as whole words, in any case and without accents', async () => {
  addRule(talk, { name: 'Preço', trigger: { kind: 'words', words: 'preço\nquanto custa\n💰' } })
  addRule(talk, { name: 'Toda', trigger: { kind: 'words' } })
  const found = async (text: string) => {
    const before = notes().length
    talk.write(text)
    await run()
    return notes().slice(before)
  }
  expect(await found('Qual o PREÇO?')).toEqual(['Preço', 'Toda'])
  expect(await found('qual o preco')).toEqual(['Preço', 'Toda'])
  expect(await found('E quanto  custa, hein')).toEqual(['Preço', 'Toda'])
  expect(await found('olha 💰💰')).toEqual(['Preço', 'Toda'])
  expect(await found('apreços')).toEqual(['Toda'])
  expect(await found('quanto isso custa')).toEqual(['Toda'])
  talk.write('preço', { fromMe: true })
  automatic('preço')
  await run()
  expect(notes()).toHaveLength(10)
})

test('runs when nobody of us answered in time, once until somebody does', async () => {
  addRule(talk, { name: 'Sem resposta', trigger: { kind: 'silence', silent: 'us', minutes: 10 } })
  await start()
  await talk.pass(5)
  talk.write('Olá?')
  automatic('Já respondemos')
  await talk.pass(4)
  expect(notes()).toEqual([])
  await talk.pass(1)
  await run()
  expect(notes()).toEqual(['Sem resposta'])
  talk.write('Olá??')
  await talk.pass(30)
  expect(notes()).toHaveLength(1)
  accept()
  await sendMessage(talk.ctxAs(talk.ana), 1, { texts: ['Oi!'] })
  await talk.pass(30)
  expect(notes()).toHaveLength(1)
  talk.write('Obrigada')
  await talk.pass(9)
  closeTicket(talk.ctxAs(talk.ana), 1, { farewell: false })
  await talk.pass(30)
  expect(notes()).toHaveLength(1)
})

test('runs when the contact does not answer a person, from our last message on', async () => {
  addRule(talk, { name: 'Sumiu', trigger: { kind: 'silence', silent: 'contact', minutes: 10 } })
  await start()
  accept()
  await sendMessage(talk.ctxAs(talk.ana), 1, { texts: ['Tem interesse?'] })
  await talk.pass(6)
  await sendMessage(talk.ctxAs(talk.ana), 1, { texts: ['Ainda está aí?'] })
  await talk.pass(9)
  expect(notes()).toEqual([])
  await talk.pass(1)
  await run()
  expect(notes()).toEqual(['Sumiu'])
  await sendMessage(talk.ctxAs(talk.ana), 1, { texts: ['Vou aguardar'] })
  await talk.pass(5)
  talk.write('Estou')
  await talk.pass(30)
  expect(notes()).toHaveLength(1)
})

test('runs at an hour of the week on the unresolved tickets that meet the conditions, also after downtime', async () => {
  // It is Tuesday, 11:00 in São Paulo.
  addRule(talk, {
    name: 'Meio-dia',
    trigger: { kind: 'hour', weekdays: ['tuesday', 'thursday'], time: '12:00' },
    conditions: [{ field: 'queue', ids: [1] }],
  })
  const waiting = addTicket(talk.ctx(1), { queueId: 1 }).id
  const elsewhere = addTicket(talk.ctx(1), { queueId: 2 }).id
  const closed = addTicket(talk.ctx(1), { queueId: 1 }).id
  closeTicket(talk.ctx(1), closed, { farewell: false })
  await talk.pass(59)
  expect(notes()).toEqual([])
  await talk.pass(3)
  expect([notes(waiting), notes(elsewhere), notes(closed)]).toEqual([['Meio-dia'], [], []])
  await talk.jump(new Date('2026-03-12T14:59:00Z'))
  expect(notes()).toHaveLength(1)
  await talk.jump(new Date('2026-03-12T18:00:00Z'))
  await run()
  await run()
  expect(notes()).toEqual(['Meio-dia', 'Meio-dia'])
  await talk.jump(new Date('2026-03-16T18:00:00Z'))
  await run()
  await run()
  expect(notes()).toHaveLength(2)
})

test('an hour follows the company into another time zone', async () => {
  const days = ['tuesday', 'wednesday', 'thursday'] as const
  addRule(talk, { name: 'Nove', trigger: { kind: 'hour', weekdays: [...days], time: '09:00' } })
  await start()
  await talk.jump(new Date('2026-03-11T12:00:00Z'))
  await finish()
  expect(notes()).toEqual(['Nove'])
  await (await talk.as(talk.sofia)).put('/companies/1', { timeZone: 'America/Manaus' })
  // Nine there is an hour later.
  await talk.jump(new Date('2026-03-11T13:00:00Z'))
  await finish()
  expect(notes()).toHaveLength(2)
  await talk.jump(new Date('2026-03-12T12:59:00Z'))
  await finish()
  expect(notes()).toHaveLength(2)
})

test('what was answered while the rule was off, or is of a wait for the other side, ends no later wait', async () => {
  const trigger = { kind: 'silence', silent: 'us', minutes: 10 } as const
  const id = addRule(talk, { name: 'Sem resposta', trigger })
  addRule(talk, { name: 'Outra', trigger: { ...trigger, minutes: 60 } })
  await start()
  const ana = await talk.as(talk.ana)
  await ana.put(`/rules/${id}`, { active: false })
  accept()
  await sendMessage(talk.ctxAs(talk.ana), 1, { texts: ['Oi!'] })
  const [rule] = (await ana.get('/rules')).body.records
  await ana.put(`/rules/${id}`, { ...(await previewed(ana, rule)), active: true })
  talk.write('E agora?')
  await talk.pass(10)
  await finish()
  expect(notes()).toEqual(['Sem resposta'])
  await sendMessage(talk.ctxAs(talk.ana), 1, { texts: ['Já vejo'] })
  talk.write('Obrigada')
  const turned = await previewed(ana, { ...rule, active: true, trigger: { ...rule.trigger, silent: 'contact' } })
  expect((await ana.put(`/rules/${id}`, turned)).status).toBe(200)
  await talk.pass(30)
  await finish()
  expect(notes()).toEqual(['Sem resposta'])
  await talk.pass(31)
  await finish()
  expect(notes()).toEqual(['Sem resposta', 'Outra'])
})

test('does nothing while it is off, or after it was deleted or changed', async () => {
  const id = addRule(talk, { name: 'Nova', active: false })
  await start()
  expect(notes()).toEqual([])
  const ana = await talk.as(talk.ana)
  const { preview } = await previewed(ana, ruleBody({ name: 'Nova' }))
  await ana.put(`/rules/${id}`, { active: true, preview })
  talk.write('Oi', { phone: '5511977770001' })
  await run()
  expect(notes()).toEqual(['Nova'])
  await ana.delete(`/rules/${id}`)
  talk.write('Oi', { phone: '5511977770002' })
  await run()
  expect(notes()).toHaveLength(1)
})

test('leaves groups alone without a condition about them', async () => {
  addRule(talk, { name: 'Nova' })
  addRule(talk, { name: 'Grupo', conditions: [{ field: 'group' }] })
  const { id } = addTicket(talk.ctx(1), { isGroup: true, status: 'group' })
  const plain = addTicket(talk.ctx(1)).id
  await run()
  expect([notes(id), notes(plain)]).toEqual([['Grupo'], ['Nova']])
})
