import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startWebhookReceiver, answers, type WebhookReceiver } from '../testing/services/receiver/webhook-receiver'
import { createTalk, type Talk } from '../testing/bot/bots'
import { addFlow, drawFlow, text } from '../testing/bot/flows'
import { addPlainTag, addRule, ruleRows, tagNames } from '../testing/bot/rules'
import { findTicketRowOf, listMessageRows } from '../testing/conversation/conversation'
import { addTicket } from '../testing/conversation/tickets'
import { getMessageTrace } from '../message/trace/message-trace.view'
import { newStep, type Step } from '../macro/step/step.contract'
import { setTicketQueue } from '../ticket/assignment/set-ticket-queue'

let talk: Talk
let receiver: WebhookReceiver
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  talk = await createTalk({ environment: { OUTGOING_ALLOW: receiver.address } })
  talk.connect({ status: 'CONNECTED' })
})
afterEach(async () => {
  talk.stop()
  await receiver.stop()
})

const step = (given: Partial<Step> & Pick<Step, 'kind'>): Step => ({ ...newStep(given.kind), ...given })
const finish = async () => {
  while ((await talk.runJobs(1)) > 0);
}
async function happen(...steps: (Partial<Step> & Pick<Step, 'kind'>)[]) {
  addRule(talk, { name: 'Recepção', trigger: { kind: 'words', words: 'oi' }, steps: steps.map(step) })
  talk.write('oi')
  setTicketQueue(talk.ctx(1), 1, 1)
  const bystander = addTicket(talk.ctx(1), { queueId: 1 })
  await finish()
  expect(findTicketRowOf(talk, bystander.id)).toMatchObject({ status: 'pending', queueId: 1, priority: 'normal' })
  return findTicketRowOf(talk)
}

test('replies to a waiting ticket, notes, tags and sets the priority, all shown in the ticket’s log', async () => {
  const [vip, old] = [addPlainTag(talk, 'VIP'), addPlainTag(talk, 'Antiga')]
  talk.write('primeiro')
  await (await talk.as(talk.ana)).post('/tags/sync', { contactId: 1, tags: [old] })
  const ticket = await happen(
    { kind: 'reply', text: 'Olá, {{firstName}}!' },
    { kind: 'note', text: 'Chegou' },
    { kind: 'addTags', tagIds: [vip] },
    { kind: 'removeTags', tagIds: [old] },
    { kind: 'priority', priority: 'high' },
  )
  expect(ticket).toMatchObject({ status: 'pending', priority: 'high', userId: null })
  expect(talk.newTexts()).toEqual(['Olá, Dona!'])
  expect(
    listMessageRows(talk)
      .filter(({ isPrivate }) => isPrivate)
      .map(({ body }) => body),
  ).toEqual(['Chegou'])
  expect(tagNames(talk)).toEqual(['VIP'])
  const { body: log } = await (await talk.as(talk.ana)).get('/tickets-log/1')
  expect(log.filter(({ type }: { type: string }) => type === 'rule')).toMatchObject([
    { text: 'Recepção', user: null, steps: ['reply', 'note', 'addTags', 'removeTags', 'priority'] },
  ])
  expect(ruleRows(talk)).toMatchObject([{ runs: 1, failures: 0, error: '' }])
})

test('what it writes says which rule wrote it', async () => {
  await happen({ kind: 'reply', text: 'Olá' })
  const reply = listMessageRows(talk).find(({ body }) => body === 'Olá')
  const { steps } = getMessageTrace(talk.ctx(1), reply?.id ?? 0)
  expect(steps[0]).toMatchObject({ kind: 'written', data: { cause: { kind: 'rule', name: 'Recepção' } } })
})

test('transfers, and then assigns within the other queue', async () => {
  const ticket = await happen({ kind: 'transfer', queueId: 2 }, { kind: 'assign', userId: talk.carla.id })
  expect(ticket).toMatchObject({ status: 'open', queueId: 2, userId: talk.carla.id })
})

test('resolves', async () => {
  expect(await happen({ kind: 'note', text: 'Fim' }, { kind: 'resolve', farewell: false })).toMatchObject({
    status: 'closed',
  })
})

test('starts a flow', async () => {
  const flowId = addFlow(talk.ctx(1), 'Cadastro', drawFlow([text('Qual é o seu nome?')]))
  await happen({ kind: 'flow', flowId })
  expect(talk.newTexts()).toEqual(['Qual é o seu nome?'])
})

test('calls a webhook with the ticket, again after a failure, and never an address of the own network', async () => {
  receiver.answerWith(answers.error)
  await happen({ kind: 'webhook', url: `${receiver.url}/rule` }, { kind: 'webhook', url: 'http://10.0.0.1/x' })
  expect(receiver.webhooks).toMatchObject([
    {
      path: '/hook/rule',
      event: 'rule.ran',
      headers: { 'x-recado-rule-depth': '1' },
      body: { rule: { name: 'Recepção' }, ticket: { id: 1, queue: { id: 1 } }, contact: { name: 'Dona Maria' } },
    },
  ])
  receiver.answerWith(answers.ok)
  await talk.pass(1)
  expect(receiver.webhooks).toHaveLength(2)
  expect(receiver.webhooks[1]?.deliveryId).toBe(String(receiver.webhooks[0]?.deliveryId))
  expect(ruleRows(talk)).toMatchObject([{ active: true, failures: 0 }])
  for (let hour = 0; hour < 24; hour++) await talk.jump(new Date(talk.now().getTime() + 3_600_000))
  expect(receiver.webhooks).toHaveLength(2)
  expect(ruleRows(talk)).toMatchObject([{ active: true, failures: 1, error: 'webhook refusedAddress' }])
})

test('calls that fail in a row switch the rule off, whatever else it does meanwhile; one that succeeds begins anew', async () => {
  const hook = (name: string) => ({ kind: 'webhook' as const, url: `${receiver.url}/${name}` })
  const trigger = { kind: 'words', words: 'oi' } as const
  addRule(talk, { name: 'Falha', trigger, steps: [hook('good'), hook('bad')].map(step) })
  addRule(talk, { name: 'Outra', trigger, steps: [step(hook('good'))] })
  let isBroken = true
  receiver.answerWith((socket, request) => {
    const isBad = isBroken && request.line.endsWith('/bad')
    return isBad ? answers.error(socket, request) : answers.ok(socket, request)
  })
  const rows = () => ruleRows(talk).map(({ active, failures, errorStep }) => ({ active, failures, errorStep }))
  const call = async () => {
    talk.write('oi')
    await finish()
    for (let hour = 0; hour < 24; hour++) await talk.jump(new Date(talk.now().getTime() + 3_600_000))
  }
  await call()
  await call()
  const other = { active: true, failures: 0, errorStep: null }
  expect(rows()).toEqual([{ active: true, failures: 2, errorStep: 2 }, other])
  isBroken = false
  await call()
  expect(rows()).toEqual([other, other])
  isBroken = true
  for (let failed = 0; failed < 3; failed++) await call()
  expect(rows()).toEqual([{ active: false, failures: 3, errorStep: 2 }, other])
})
