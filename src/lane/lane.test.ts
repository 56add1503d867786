import { afterEach, beforeEach, expect, test } from 'bun:test'
import * as v from 'valibot'
import { setContactActive } from '../contact/contact.commands'
import type { TagId } from '../kernel/ids'
import { sendMessage } from '../message/send/send-message'
import { createTag, updateTag } from '../tag/save-tag'
import { TagBody, UpdateTagBody } from '../tag/tag.contract'
import { listTicketLanes } from '../tag/tag.queries'
import { createTalk, type Talk, tuesday } from '../testing/bot/bots'
import { findTicketRowOf, openTicket } from '../testing/conversation/conversation'
import { closeTicket } from '../ticket/closing/close-ticket'
import { addConnection } from '../testing/conversation/connections'
import { moveTicketToLane } from '../ticket/ticket.domain'
import { listTicketNotes } from '../ticket/note/ticket-note.commands'
import { remarket } from './remarket'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  talk.connect({ status: 'CONNECTED' })
  openTicket(talk)
  talk.newTexts()
})
afterEach(() => talk.stop())

const hours = 60
const addLane = (name: string, fields: object = {}) =>
  createTag(talk.ctx(1), v.parse(TagBody, { name, kanban: 1, ...fields })).id as TagId
const change = (id: TagId, fields: object) => updateTag(talk.ctx(1), id, v.parse(UpdateTagBody, fields))
const drag = (id: TagId | null) => moveTicketToLane(talk.ctxAs(talk.bruno), 1, id)
const lane = () => listTicketLanes(talk.ctx(1), 1)[0]
const answer = (text: string) => sendMessage(talk.ctxAs(talk.bruno), 1, { texts: [text] })

const later = { daysForRemarketing: 2, hourRemarketing: '09:30', messageRemarketing: 'Ainda tem interesse?' }
/** 09:30 in São Paulo, two days after the start of the tests. */
const thursday = new Date('2026-03-12T12:30:00Z')

test('entering a lane sends its greeting once per entry, unless it is empty', async () => {
  const [first, second] = [addLane('Novo', { greetingMessageLane: 'Olá, {{name}}!' }), addLane('Proposta')]
  drag(first)
  drag(first)
  await talk.pass(1)
  expect(talk.newTexts()).toEqual(['Olá, Dona Maria!'])
  drag(second)
  drag(first)
  expect(talk.newTexts()).toEqual(['Olá, Dona Maria!'])
  drag(null)
  expect(talk.newTexts()).toEqual([])
  closeTicket(talk.ctxAs(talk.bruno), 1, { farewell: false })
  talk.newTexts()
  moveTicketToLane(talk.ctx(1), 1, first)
  expect(talk.newTexts()).toEqual([])
})

test('moves a silent contact to the next lane after each lane’s time, and back on an answer', async () => {
  const last = addLane('Sem retorno', { greetingMessageLane: 'Podemos ajudar?' })
  const answered = addLane('Respondeu', { greetingMessageLane: 'Não enviada' })
  const first = addLane('Proposta', { timeLane: 4, nextLaneId: last })
  change(last, { rollbackLaneId: answered, timeLane: 1, nextLaneId: answered })
  await answer('Segue a proposta')
  drag(first)
  talk.newTexts()
  await talk.pass(4 * hours - 1)
  expect([lane(), talk.newTexts()]).toEqual([first, []])
  await talk.pass(1)
  expect([lane(), talk.newTexts()]).toEqual([last, ['Podemos ajudar?']])
  talk.write('Quero sim')
  await talk.pass(1)
  expect([lane(), talk.newTexts()]).toEqual([answered, []])
})

test('does not move while the contact waits for us, and one lane only after downtime', async () => {
  const second = addLane('Segunda')
  const third = addLane('Terceira')
  const first = addLane('Primeira', { timeLane: 2, nextLaneId: second })
  change(second, { timeLane: 2, nextLaneId: third })
  drag(first)
  talk.write('Alguém aí?')
  await talk.pass(6 * hours)
  expect(lane()).toBe(first)
  await answer('Sim!')
  await talk.jump(new Date(talk.now().getTime() + 3 * 86_400_000))
  expect(lane()).toBe(second)
  await talk.pass(2 * hours)
  expect(lane()).toBe(third)
})

test('does not move tickets that nobody attends any more', async () => {
  const first = addLane('Primeira', { timeLane: 1, nextLaneId: addLane('Segunda') })
  await answer('Olá')
  drag(first)
  closeTicket(talk.ctxAs(talk.bruno), 1, { farewell: false })
  await talk.pass(2 * hours)
  expect(lane()).toBe(first)
})

test('without kanban in the plan, moves, greets and sends nothing', async () => {
  const second = addLane('Segunda', { greetingMessageLane: 'Olá' })
  const first = addLane('Primeira', { ...later, timeLane: 1, nextLaneId: second })
  await answer('Bom dia')
  drag(first)
  talk.newTexts()
  talk.platform.catalog.sqlite.run('UPDATE plan SET use_kanban = 0')
  talk.platform.catalog.companies.forget()
  await talk.pass(2 * hours)
  await talk.jump(thursday)
  expect([lane(), talk.newTexts(), findTicketRowOf(talk)?.status]).toEqual([first, [], 'open'])
})

test('sends the later message once per stay, at the company’s hour, and moves the ticket on', async () => {
  const after = addLane('Reativados')
  const first = addLane('Frios', { ...later, tagIdAfterRemarketing: after })
  drag(first)
  closeTicket(talk.ctxAs(talk.bruno), 1, { farewell: false })
  talk.newTexts()
  await talk.jump(new Date(thursday.getTime() - 60_000))
  expect([talk.newTexts(), lane()]).toEqual([[], first])
  expect(remarket(talk.ctx(1), { ticketId: 1, tagId: first, enteredAt: tuesday.getTime() })).toEqual(thursday)
  await talk.jump(thursday)
  expect([talk.newTexts(), lane()]).toEqual([['Ainda tem interesse?'], after])
  expect(findTicketRowOf(talk)?.status).toBe('closed')
  await talk.jump(new Date(thursday.getTime() + 30 * 86_400_000))
  expect(talk.newTexts()).toEqual([])
})

test('sends no later message without a number of days', async () => {
  drag(addLane('Frios', { ...later, daysForRemarketing: 0 }))
  await talk.jump(thursday)
  expect(talk.newTexts()).toEqual([])
})

test('sends the later message over the lane’s connection, unless it is of another channel', async () => {
  addConnection(talk, { name: 'Balcão', status: 'CONNECTED' })
  addConnection(talk, { name: 'Página', channel: 'facebook', status: 'CONNECTED' })
  const sentOver = async (connectionId: number) => {
    await talk.pass(1)
    drag(addLane(`Por ${connectionId}`, { ...later, whatsappIdRemarketing: connectionId }))
    await talk.jump(new Date(talk.now().getTime() + 3 * 86_400_000))
    return [talk.newTexts(), talk.ourRows().at(-1)?.connectionId]
  }
  expect(await sentOver(2)).toEqual([['Ainda tem interesse?'], 2])
  expect(await sentOver(3)).toEqual([['Ainda tem interesse?'], 1])
})

test('changing a lane without a next lane does not repeat its message', async () => {
  const first = addLane('Frios', later)
  drag(first)
  const enteredAt = talk.now().getTime()
  await talk.jump(thursday)
  expect(talk.newTexts()).toEqual(['Ainda tem interesse?'])
  // The state after a crash between sending and the end of the job.
  expect(remarket(talk.ctx(1), { ticketId: 1, tagId: first, enteredAt })).toBeUndefined()
  expect(talk.newTexts()).toEqual([])
  change(first, { daysForRemarketing: 40 })
  await talk.jump(new Date(thursday.getTime() + 90 * 86_400_000))
  expect(talk.newTexts()).toEqual([])
})

test('sends nothing after the contact left the lane or was blocked; waits for a disconnected connection', async () => {
  const [first, other] = [addLane('Frios', later), addLane('Quentes')]
  drag(first)
  drag(other)
  await talk.jump(thursday)
  expect(talk.newTexts()).toEqual([])

  drag(first)
  const again = new Date('2026-03-14T12:30:00Z')
  talk.connect({ status: 'DISCONNECTED' })
  await talk.jump(again)
  expect(talk.newTexts()).toEqual([])
  talk.connect({ status: 'CONNECTED' })
  for (const stay of [
    { tagId: other, enteredAt: thursday.getTime() },
    { tagId: first, enteredAt: thursday.getTime() - 1 },
  ]) {
    expect(remarket(talk.ctx(1), { ticketId: 1, ...stay })).toBeUndefined()
  }
  expect(talk.newTexts()).toEqual([])
  await talk.jump(new Date(again.getTime() + 600_000))
  expect(talk.newTexts()).toEqual(['Ainda tem interesse?'])

  drag(other)
  drag(first)
  setContactActive(talk.ctx(1), findTicketRowOf(talk)?.contactId ?? 0, false)
  await talk.jump(new Date('2026-03-20T12:30:00Z'))
  expect(talk.newTexts()).toEqual([])
})

test('gives up a message that cannot be sent for a day, with a note on the ticket', async () => {
  const first = addLane('Frios', later)
  drag(first)
  talk.connect({ status: 'DISCONNECTED' })
  await talk.jump(thursday)
  const notes = () => listTicketNotes(talk.ctx(1), 1).map(({ note, user }) => [note, user])
  expect(notes()).toEqual([])
  await talk.jump(new Date(thursday.getTime() + 24 * 3_600_000))
  const note = 'A mensagem de remarketing da etapa “Frios” não foi enviada: a conexão ficou desconectada por um dia.'
  expect(notes()).toEqual([[note, null]])
  talk.connect({ status: 'CONNECTED' })
  await talk.jump(new Date(thursday.getTime() + 50 * 3_600_000))
  expect([notes().length, talk.newTexts()]).toEqual([1, []])
})

test('writes through the connection of the lane where it reaches the contact, whatever channel the contact came by', async () => {
  addConnection(talk, { name: 'Oficial', channel: 'whatsappapi' })
  addConnection(talk, { name: 'Página', channel: 'facebook' })
  const { sqlite } = talk.ctx(1).company
  const [api, page] = sqlite.query<[number], []>('SELECT id FROM connection WHERE id > 1 ORDER BY id').values().flat()
  sqlite.run("UPDATE contact SET channel = 'whatsappapi'")
  sqlite.run(`UPDATE ticket SET channel = 'whatsappapi', connection_id = ${api}`)
  const first = addLane('Frios', { ...later, whatsappIdRemarketing: 1 })
  drag(first)
  await talk.jump(thursday)
  const via = () => sqlite.query('SELECT connection_id FROM message ORDER BY id DESC').values()[0]
  expect([talk.newTexts(), via()]).toEqual([['Ainda tem interesse?'], [1]])
  // Neither reaches the contact: a page does not know the number, and the official API takes no text after a day.
  const second = addLane('Gelados', { ...later, whatsappIdRemarketing: page })
  sqlite.run(`UPDATE connection SET status = 'CONNECTED' WHERE id = ${api}`)
  await talk.pass(1)
  drag(second)
  await talk.jump(new Date(thursday.getTime() + 7 * 86_400_000))
  expect(talk.newTexts()).toEqual([])
  expect(listTicketNotes(talk.ctx(1), 1).map(({ note }) => note)).toEqual([
    'A mensagem de remarketing da etapa “Gelados” não foi enviada: o canal só aceita mensagens até 24 horas depois da última do contato.',
  ])
})

test('setting a time later applies to tickets already in the lane', async () => {
  const second = addLane('Segunda')
  const first = addLane('Primeira')
  await answer('Olá')
  drag(first)
  await talk.pass(30)
  change(first, { timeLane: 1, nextLaneId: second })
  await talk.pass(31)
  expect(lane()).toBe(second)
})

test('schedules a lane of a thousand tickets in several short transactions, each ticket once', async () => {
  const second = addLane('Segunda')
  const first = addLane('Primeira')
  const count = 1200
  const { sqlite } = talk.ctx(1).company
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < ${1000 + count})`
  sqlite.run(`INSERT INTO contact (id, name, created_at, updated_at) ${numbers} SELECT i, 'Contato ' || i, 0, 0 FROM n`)
  sqlite.run(`INSERT INTO ticket (id, uuid, status, contact_id, user_id, created_at, updated_at) ${numbers}
    SELECT i, 'uuid' || i, 'open', i, 2, 0, 0 FROM n`)
  sqlite.run(`INSERT INTO ticket_tag ${numbers} SELECT i, ${first}, ${talk.now().getTime()} FROM n`)
  change(first, { timeLane: 1, nextLaneId: second })
  const jobs = (kind: string) =>
    sqlite.query<{ n: number }, [string]>('SELECT count(*) AS n FROM job WHERE kind = ?').get(kind)?.n
  let turns = 0
  for (; jobs('lane.watch'); turns++) await talk.runJobs(1)
  expect(jobs('lane.advance')).toBe(count)
  expect(turns).toBeGreaterThan(2)
})
