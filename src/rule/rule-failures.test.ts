import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createTalk, type Talk } from '../testing/bot/bots'
import { addRule, previewed, ruleRows } from '../testing/bot/rules'
import { findTicketRowOf, listMessageRows } from '../testing/conversation/conversation'
import { addTicket } from '../testing/conversation/tickets'
import { newStep } from '../macro/step/step.contract'
import { updateFlow } from '../flow/flow.commands'
import { addFlow, drawFlow, text } from '../testing/bot/flows'
import type { Caller } from '../testing/world/world'
import { runRule } from './run/run-rule'
import { setTicketQueue } from '../ticket/assignment/set-ticket-queue'

let talk: Talk
beforeEach(async () => {
  talk = await createTalk()
  talk.connect({ status: 'CONNECTED' })
})
afterEach(() => talk.stop())

const finish = async () => {
  while ((await talk.runJobs(1)) > 0);
}
const noted = (ticketId: number) =>
  listMessageRows(talk)
    .filter((row) => row.isPrivate && row.ticketId === ticketId)
    .map(({ body }) => body)
const notices = async (ana?: Caller) =>
  (await (ana ?? (await talk.as(talk.ana))).get('/notifications')).body.notifications.filter(
    ({ kind }: { kind: string }) => kind === 'ruleOff',
  )

test('a failing rule undoes its own steps only, and is off after three failures in a row', async () => {
  const flowId = addFlow(talk.ctx(1), 'Cadastro', drawFlow([text('Oi')]))
  const steps = [
    { ...newStep('note'), text: 'Antes' },
    { ...newStep('flow'), flowId },
  ]
  addRule(talk, { name: 'Fluxo', trigger: { kind: 'words' }, steps })
  addRule(talk, { name: 'Outra', trigger: { kind: 'words' } })
  updateFlow(talk.ctx(1), { flowId, active: false } as never)
  for (const [index, message] of ['um', 'dois', 'três', 'quatro'].entries()) {
    talk.write(message)
    await finish()
    expect(ruleRows(talk)).toMatchObject([
      { active: index < 2, error: 'ERR_FLOW_INACTIVE', errorStep: 2 },
      { active: true, error: '' },
    ])
  }
  expect(listMessageRows(talk).flatMap(({ fromMe, body }) => (fromMe ? [] : [body]))).toHaveLength(4)
  expect(noted(1)).toEqual(['Outra', 'Outra', 'Outra', 'Outra'])
  expect(await notices()).toMatchObject([{ ticketId: 1, text: 'Fluxo' }])
  const { body: log } = await (await talk.as(talk.ana)).get('/tickets-log/1')
  const types = log.map(({ type, text: name }: { type: string; text: string }) => `${type} ${name}`)
  expect(types.filter((type: string) => type.endsWith('Fluxo')).toSorted()).toEqual([
    ...['ruleFailed Fluxo', 'ruleFailed Fluxo', 'ruleFailed Fluxo', 'ruleOff Fluxo'],
  ])
})

test('a success between failures starts the count again', async () => {
  const flowId = addFlow(talk.ctx(1), 'Cadastro', drawFlow([text('Oi')]))
  addRule(talk, { trigger: { kind: 'words' }, steps: [{ ...newStep('flow'), flowId }] })
  for (const active of [false, false, true, false, false]) {
    updateFlow(talk.ctx(1), { flowId, active } as never)
    talk.write('oi', { phone: `55119777700${active ? 10 : 20 + ruleRows(talk).length}` })
    await finish()
  }
  expect(ruleRows(talk)).toMatchObject([{ active: true, failures: 2 }])
})

test('calls that fail switch the rule off, also once their tickets are deleted', async () => {
  const steps = [{ ...newStep('webhook'), url: 'http://10.0.0.1/x' }]
  addRule(talk, { name: 'Aviso', trigger: { kind: 'words', words: 'oi' }, steps })
  addRule(talk, { name: 'Outra', trigger: { kind: 'words', words: 'oi' } })
  const ana = await talk.as(talk.ana)
  for (const ticketId of [1, 2, 3]) {
    talk.write('oi')
    await finish()
    expect((await ana.delete(`/tickets/${ticketId}`)).status).toBe(200)
    for (let hour = 0; hour < 5; hour++) await talk.jump(new Date(talk.now().getTime() + 3_600_000))
  }
  expect(ruleRows(talk)).toMatchObject([
    { active: false, failures: 3, error: 'webhook refusedAddress' },
    { active: true, failures: 0 },
  ])
})

test('is off at once when what a step names was deleted, and on again once that is mended', async () => {
  const bruno = await talk.as(talk.bruno)
  const tagId = (await bruno.post('/tags', { name: 'Promo', color: '#123456' })).body.id
  const id = addRule(talk, { name: 'Etiqueta', steps: [{ ...newStep('addTags'), tagIds: [tagId] }] })
  const ana = await talk.as(talk.ana)
  expect((await bruno.delete(`/tags/${tagId}`)).body.error).toBe('ERR_IN_USE')
  expect((await ana.delete(`/tags/${tagId}`)).status).toBe(200)
  talk.write('oi')
  await finish()
  const { body } = await ana.get('/rules')
  expect(body.records).toMatchObject([{ id, active: false, error: 'ERR_RULE_TARGET_GONE', errorStep: 1 }])
  expect(await notices(ana)).toHaveLength(1)
  expect((await ana.put(`/rules/${id}`, { active: true })).body.fields).toEqual({ 'steps.0.tagIds': 'unknown' })
  const steps = [{ kind: 'note', text: 'Promo' }]
  const [rule] = (await ana.get('/rules')).body.records
  const { preview } = await previewed(ana, { ...rule, steps })
  const on = { active: true, steps, preview }
  expect((await ana.put(`/rules/${id}`, on)).body).toMatchObject({ active: true, error: '' })
})

test('runs once per cause, also when its job is run again after a crash', async () => {
  const ruleId = addRule(talk, { name: 'Uma vez' })
  talk.write('oi')
  const [job] = talk
    .ctx(1)
    .company.sqlite.query<{ payload: string }, []>(`SELECT payload FROM job WHERE kind = 'rule.run'`)
    .all()
  const run = JSON.parse(String(job?.payload))
  expect(run).toMatchObject({ ruleId, ticketId: 1, depth: 0 })
  runRule(talk.ctx(1), run)
  await finish()
  runRule(talk.ctx(1), run)
  expect(noted(1)).toEqual(['Uma vez'])
  expect(ruleRows(talk)).toMatchObject([{ runs: 1 }])
  const other = addTicket(talk.ctx(1)).id
  runRule(talk.ctx(1), { ...run, ticketId: other })
  expect(noted(other)).toEqual(['Uma vez'])
})

test('rules that lead to each other are stopped and switched off, where saving could not see it', async () => {
  const toTwo = addRule(talk, {
    name: 'Dois',
    trigger: { kind: 'queue' },
    steps: [{ ...newStep('transfer'), queueId: 2 }],
  })
  addRule(talk, { name: 'Um', trigger: { kind: 'queue', queueIds: [1] }, steps: [{ ...newStep('note'), text: 'x' }] })
  // As another version might have stored it.
  talk
    .ctx(1)
    .company.sqlite.run(`UPDATE rule SET trigger = replace(trigger, '[1]', '[2]'), steps = ? WHERE id <> ?`, [
      JSON.stringify([{ ...newStep('transfer'), queueId: 1 }]),
      toTwo,
    ])
  talk.write('oi')
  setTicketQueue(talk.ctx(1), 1, 1)
  await finish()
  const off = ruleRows(talk).filter(({ active }) => !active)
  expect(off.map(({ error }) => error)).toEqual(['ERR_RULE_LOOP', 'ERR_RULE_LOOP'])
  expect(await notices()).toHaveLength(1)
  expect(findTicketRowOf(talk)?.status).toBe('pending')
})
