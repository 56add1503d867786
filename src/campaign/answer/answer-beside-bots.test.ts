import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { getConnection } from '../../connection/connection.queries'
import { interpretInbound } from '../../message/inbound/interpret-inbound'
import { composeMessages } from '../../message/compose/compose-messages'
import { queueAutomaticText, queueMessages } from '../../message/send/queue-message'
import { ChatbotTree } from '../../queue/chatbot/chatbot.contract'
import { updateQueue } from '../../queue/queue.commands'
import type { RecipientView } from '../campaign.calls'
import type { SuppressionView } from '../../suppression/suppression.record'
import { connect } from '../../testing/bot/bots'
import { addFlow, block, type DrawnNode, drawFlow, menu } from '../../testing/bot/flows'
import { type Campaigns, createCampaigns } from '../../testing/campaign/campaigns'
import { addConnection } from '../../testing/conversation/connections'
import { setSetting } from '../../testing/conversation/conversation'
import { messageEvent, receive } from '../../testing/conversation/inbound'
import { startFlow } from '../../flow/run/flow-run'
import { findFlow } from '../../flow/run/find-flow'
import { acceptTicket } from '../../ticket/assignment/accept-ticket'
import { returnTicket } from '../../ticket/assignment/return-ticket'
import { startBot } from '../../ticket/bot-state'
import { closeTicket } from '../../ticket/closing/close-ticket'
import { getTicketRow } from '../../ticket/ticket.queries'

let campaigns: Campaigns
beforeEach(async () => {
  campaigns = await createCampaigns()
  const greeting = { greetingMessage: 'Olá!', complationMessage: 'Até logo', ratingMessage: 'De 1 a 5?' }
  connect(campaigns.world, greeting, { maxUseBotQueues: 2, maxUseBotQueuesNPS: 2 })
})
afterEach(() => campaigns.world.stop())

const ctx = () => campaigns.world.ctx(1)

function ticketOf(person: number) {
  const sql = 'SELECT t.id FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE c.number = ? ORDER BY t.id DESC'
  const found = ctx().company.sqlite.query<{ id: number }, [string]>(sql).get(campaigns.phoneOf(person))
  const { id, status, queueId, userId, automation, rating } = getTicketRow(ctx(), found?.id ?? 0)
  return { id, status, queueId, userId, automation, rating }
}

const ticketContact = (person: number) => getTicketRow(ctx(), ticketOf(person).id).contactId
const suppressed = async (): Promise<string[]> =>
  (await campaigns.ana.get('/suppressions')).body.records.map(({ number }: SuppressionView) => number)
const bodies = () => campaigns.sent().map(({ body }) => body)
const say = (person: number, ...texts: string[]) => texts.forEach((text) => campaigns.answer(person, text))

const question = { confirmation: true, confirmationMessage1: 'Quer receber?' }
/** Begins a campaign to the first contacts, who have its message then. */
async function start(fields: object = {}, contacts = 3) {
  const { id } = await campaigns.start({ contactListId: await campaigns.addList(contacts), ...fields })
  await campaigns.pass(2 * contacts, { step: 1 })
  return id as number
}
const asked = async (id: number) => (await campaigns.find(id)).confirmationsCount as number

function heldBy(state: Parameters<typeof startBot>[2]) {
  return (person: number) => {
    say(person, 'Oi')
    const { id } = ticketOf(person)
    startBot(ctx(), id, state)
    ctx().transaction(() => queueAutomaticText(ctx(), getTicketRow(ctx(), id), 'Posso ajudar?'))
  }
}
const turn = { turn: 0, firstMessageId: null }
const agent = { kind: 'agent', agentId: 1, answers: 0, hasGreeted: true, variables: {}, ...turn } as const

function inOptions(...chosen: string[]) {
  return (person: number) => {
    const chatbots = v.parse(ChatbotTree, [
      { name: 'Segunda via', greetingMessage: 'Um momento' },
      { name: 'Endereço' },
    ])
    updateQueue(ctx(), 2, { greetingMessage: 'Escolha:', chatbots })
    say(person, 'Oi', '2', ...chosen)
  }
}

function attended(person: number) {
  say(person, 'Oi', '1')
  acceptTicket(campaigns.world.ctxAs(campaigns.world.bruno), ticketOf(person).id)
}

function inFlow(node: DrawnNode) {
  return (person: number) => {
    say(person, 'Oi')
    const flow = findFlow(ctx(), addFlow(ctx(), `Fluxo ${person}`, drawFlow([node])))
    if (flow) startFlow(ctx(), getTicketRow(ctx(), ticketOf(person).id), flow, { trigger: 'phrase' })
  }
}

/** How a contact reaches a state in which a bot or a user waits for an answer. */
const waiting: Record<string, (person: number) => void> = {
  'menu of queues': (person) => say(person, 'Oi'),
  'options of a queue': inOptions(),
  'menu of a flow': inFlow(menu('Escolha', 'Boleto')),
  'question of a flow': inFlow(block(['input', 'idade', { question: 'Idade?', kind: 'number' }])),
  'AI agent': heldBy(agent),
  prompt: heldBy({ kind: 'prompt', promptId: 1, ...turn }),
  integration(person) {
    heldBy({ kind: 'integration', integrationId: 1, ...turn })(person)
    ctx().company.sqlite.run('UPDATE ticket SET use_integration = 1')
  },
  rating(person) {
    setSetting(campaigns.world, 'userRating', 'enabled')
    attended(person)
    closeTicket(campaigns.world.ctxAs(campaigns.world.bruno), ticketOf(person).id, { farewell: true })
  },
  'user who wrote'(person) {
    attended(person)
    const bruno = campaigns.world.ctxAs(campaigns.world.bruno)
    bruno.transaction(() => {
      const ticket = getTicketRow(bruno, ticketOf(person).id)
      queueMessages(bruno, ticket, composeMessages(bruno, ticket, { texts: ['Posso ajudar?'] }))
    })
  },
}
/** How a contact reaches a state in which none does. */
const idle: Record<string, (person: number) => void> = {
  'queue chosen': (person) => say(person, 'Oi', '1'),
  'option without further options': inOptions('1'),
  'AI agent that handed over': heldBy({ ...agent, handedOver: true }),
  'integration that ended': heldBy({ kind: 'integration', integrationId: 1, isEnded: true, ...turn }),
  attendance: attended,
}
/** They change the connection or the company, so that contacts reach the other states before. */
const consent = {
  consent(person: number) {
    setSetting(campaigns.world, 'enableLGPD', 'enabled')
    setSetting(campaigns.world, 'lgpdMessage', 'Tratamos seus dados.')
    say(person, 'Oi')
  },
}
const vacation = {
  vacation(person: number) {
    const days = { collectiveVacationStart: '2026-11-01', collectiveVacationEnd: '2026-11-30' }
    connect(campaigns.world, {}, { ...days, collectiveVacationMessage: 'Voltamos em dezembro' })
    say(person, 'Oi')
  },
}

/** Two contacts and a bystander reach each of the states. */
function groupsOf(states: Record<string, (person: number) => void>) {
  return Object.entries(states).map(([name, reach], index) => {
    const people = [0, 1, 2].map((offset) => 3 * index + offset)
    return { name, people, reach: () => people.forEach(reach) }
  })
}
const people = (groups: ReturnType<typeof groupsOf>) => groups.flatMap((group) => group.people)

/** The first leaves, the second says yes, the third nothing. */
function answer([leaving = 0, agreeing = 0]: number[]) {
  say(leaving, 'PARAR')
  say(agreeing, 'Sim')
}

/** Returns the states in which the first was suppressed, and those in which the second confirmed. */
async function heard(id: number, groups: ReturnType<typeof groupsOf>) {
  const left = await suppressed()
  const states = new Map((await campaigns.recipients(id)).map((one: RecipientView) => [one.number, one.state]))
  const named = (has: (of: number[]) => boolean) => groups.filter(({ people: of }) => has(of)).map(({ name }) => name)
  expect(
    left.filter((number) => groups.some(({ people: [first = 0] }) => campaigns.phoneOf(first) === number)),
  ).toEqual(left)
  return {
    left: named(([first = 0]) => left.includes(campaigns.phoneOf(first))),
    agreed: named(([, second = 0]) => states.get(campaigns.phoneOf(second)) === 'confirmed'),
    bystanders: named(([, , third = 0]) => states.get(campaigns.phoneOf(third)) === 'asked'),
  }
}

test('a campaign that wrote last is left and confirmed, and the ticket stays as it is', async () => {
  const states = { ...waiting, ...idle, ...consent, ...vacation }
  const groups = groupsOf(states)
  groups.forEach(({ reach }) => reach())
  const id = await start(question, people(groups).length)
  const [before, sentBefore] = [people(groups).map(ticketOf), bodies().length]
  groups.forEach((group) => answer(group.people))
  const names = Object.keys(states)
  expect(await heard(id, groups)).toEqual({ left: names, agreed: names, bystanders: names })
  expect(bodies().length).toBe(sentBefore)
  expect(people(groups).map(ticketOf)).toEqual(before)
})

test('the words belong to the bot or the user who wrote after the campaign', async () => {
  const states = { ...waiting, ...consent }
  const groups = groupsOf(states)
  const id = await start(question, people(groups).length)
  groups.forEach(({ reach }) => reach())
  groups.forEach((group) => answer(group.people))
  expect(await heard(id, groups)).toEqual({ left: [], agreed: [], bystanders: Object.keys(states) })
})

test('a request for confirmation stays open while nobody else waits for an answer', async () => {
  const states = { ...idle, ...vacation }
  const groups = groupsOf(states)
  const id = await start(question, people(groups).length)
  groups.forEach(({ reach }) => reach())
  groups.forEach((group) => answer(group.people))
  const names = Object.keys(states)
  expect(await heard(id, groups)).toEqual({ left: names, agreed: names, bystanders: names })
})

test('“sair” leaves an open menu and the campaign that came after it; in the queue, only the campaign', async () => {
  say(0, 'Oi')
  say(1, 'Oi', '1')
  waiting['menu of a flow']?.(2)
  waiting['question of a flow']?.(3)
  await start({}, 4)
  for (const person of [0, 1, 2, 3]) say(person, 'sair')
  expect((await suppressed()).toSorted()).toEqual([0, 1, 2, 3].map(campaigns.phoneOf))
  expect([0, 1, 2, 3].map((person) => [ticketOf(person).status, ticketOf(person).automation?.kind])).toEqual([
    ['closed', undefined],
    ['pending', 'queueMenu'],
    ['pending', undefined],
    ['pending', undefined],
  ])
  // Without a campaign since, the word is the menu's alone.
  say(1, 'sair')
  expect(ticketOf(1).status).toBe('pending')
  await campaigns.pass(5)
  say(1, '#', 'sair')
  expect(ticketOf(1).status).toBe('closed')
})

test('who waits in a queue or begins anew leaves a recent campaign, unless a user has written since', async () => {
  await start({}, 7)
  for (const person of [0, 2, 3, 5]) say(person, 'Oi', '1')
  say(1, 'Oi')
  const bruno = campaigns.world.ctxAs(campaigns.world.bruno)
  waiting['user who wrote']?.(2)
  acceptTicket(bruno, ticketOf(5).id)
  receive(campaigns.world, 1, messageEvent({ phone: campaigns.phoneOf(5), fromMe: true }))
  for (const person of [2, 5]) returnTicket(bruno, ticketOf(person).id)
  say(4, 'Oi', 'sair')
  for (const person of [0, 1, 2, 4, 5]) say(person, 'PARAR')
  campaigns.world.setTime(new Date(campaigns.at().getTime() + 48 * 3_600_000))
  say(3, 'PARAR')
  expect((await suppressed()).toSorted()).toEqual([0, 4].map(campaigns.phoneOf))
  expect(ticketOf(4).status).toBe('closed')
  expect(ticketOf(0)).toMatchObject({ status: 'pending', queueId: 1, automation: { kind: 'queueMenu' } })
})

test('numbers answer the rating and the consent, whatever came since', async () => {
  waiting['rating']?.(0)
  consent.consent(1)
  const id = await start(question)
  say(0, '1')
  say(1, '1')
  expect([await asked(id), ticketOf(0).rating, ticketOf(1).status]).toEqual([0, 1, 'pending'])
})

test('a quoted message tells whether a campaign or somebody else is answered', async () => {
  const id = await start(question)
  for (const person of [0, 1, 2]) say(person, 'Oi')
  const sql = `SELECT m.provider_id AS id FROM message m JOIN ticket t ON t.id = m.ticket_id
    JOIN contact c ON c.id = t.contact_id WHERE c.number = ? AND m.body LIKE ? || '%'`
  function quote(person: number, ours: string, text: string) {
    const phone = campaigns.phoneOf(person)
    const quoted = ctx().company.sqlite.query<{ id: string }, [string, string]>(sql).get(phone, ours)
    receive(campaigns.world, 1, messageEvent({ phone, text, quotedId: quoted?.id ?? '' }))
  }
  quote(0, 'Quer receber?', 'PARAR')
  quote(1, 'Quer receber?', 'Sim')
  expect([await suppressed(), await asked(id)]).toEqual([[campaigns.phoneOf(0)], 1])
  await start({ message1: 'Novidades' })
  quote(2, 'Olá!', 'sair')
  expect([await suppressed(), ticketOf(2).status]).toEqual([[campaigns.phoneOf(0)], 'closed'])
})

test('a blocked contact leaves, too, and hears nothing', async () => {
  await start()
  const sentBefore = bodies().length
  await campaigns.ana.put(`/contacts/block/${ticketContact(0)}`, { active: false })
  say(0, 'PARAR')
  await campaigns.pass(5)
  expect([await suppressed(), ticketOf(0).status, bodies().length]).toEqual([
    [campaigns.phoneOf(0)],
    'closed',
    sentBefore,
  ])
})

test('another connection of the contact answers no campaign', async () => {
  addConnection(campaigns.world, { name: 'Outra', status: 'CONNECTED' })
  const id = await start(question)
  const write = (person: number, text: string) =>
    interpretInbound(ctx(), getConnection(ctx(), 2), [messageEvent({ phone: campaigns.phoneOf(person), text })])
  write(0, 'PARAR')
  write(1, 'Sim')
  expect([await suppressed(), await asked(id)]).toEqual([[], 0])
})

test('of two campaigns, the one that wrote last is left, whichever recipients were determined first', async () => {
  const first = await start(question)
  const second = await start({ message1: 'Novidades' })
  // The message of the first campaign follows that of the second.
  say(0, 'Sim')
  await campaigns.pass(10)
  expect(bodies().at(-1)).toBe('Oi')
  say(0, 'PARAR')
  expect(await suppressed()).toEqual([campaigns.phoneOf(0)])
  expect([await asked(first), (await campaigns.find(second)).sentCount]).toEqual([1, 3])
})

test('a stopped or deleted campaign takes no yes or no; its contacts can still leave', async () => {
  const id = await start(question)
  await campaigns.ana.post(`/campaigns/${id}/cancel`)
  say(0, 'Sim')
  expect(ticketOf(0)).toMatchObject({ status: 'pending', automation: { kind: 'queueMenu' } })
  say(1, 'Parar')
  expect([await asked(id), await suppressed()]).toEqual([0, [campaigns.phoneOf(1)]])
  await campaigns.ana.delete(`/campaigns/${id}`)
  await campaigns.pass(5)
  say(2, 'não')
  expect(ticketOf(2)).toMatchObject({ status: 'pending', automation: { kind: 'queueMenu' } })
})

test('contacts leave a deleted campaign that wrote to them last', async () => {
  const id = await start()
  await campaigns.ana.delete(`/campaigns/${id}`)
  await campaigns.pass(5)
  say(0, 'PARAR')
  say(1, 'Sim')
  expect(await suppressed()).toEqual([campaigns.phoneOf(0)])
  expect([0, 1].map((person) => ticketOf(person).status)).toEqual(['closed', 'pending'])
  await campaigns.pass(5)
  say(0, 'PARAR')
  expect([ticketOf(0).status, bodies().filter((body) => body.startsWith('Tudo certo')).length]).toEqual(['closed', 1])
})
