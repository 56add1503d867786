import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createTalk, type Talk } from '../testing/bot/bots'
import { addRule, previewed, ruleBody, ruleRows } from '../testing/bot/rules'
import { listMessageRows } from '../testing/conversation/conversation'
import { addTicket } from '../testing/conversation/tickets'
import type { Caller } from '../testing/world/world'
import { closeTicket } from '../ticket/closing/close-ticket'
import { newStep } from '../macro/step/step.contract'

let talk: Talk
let ana: Caller
beforeEach(async () => {
  talk = await createTalk()
  talk.connect({ status: 'CONNECTED' })
  ana = await talk.as(talk.ana)
})
afterEach(() => talk.stop())

const noted = (ticketId: number) =>
  listMessageRows(talk).flatMap((row) => (row.isPrivate && row.ticketId === ticketId ? [row.body] : []))
const addressOf = async (id: number) => String((await ana.post(`/rules/${id}/address`)).body.path)
const call = (path: string, body: object, headers?: Record<string, string>) => talk.nobody.post(path, body, headers)

test('only admins see and change rules, of their company', async () => {
  const id = addRule(talk, { name: 'Nova' })
  const bruno = await talk.as(talk.bruno)
  expect((await bruno.get('/rules')).status).toBe(403)
  expect((await bruno.post('/rules', ruleBody())).status).toBe(403)
  expect((await bruno.put(`/rules/${id}`, { active: false })).status).toBe(403)
  expect((await bruno.post('/rules/preview', ruleBody())).status).toBe(403)
  expect((await bruno.post(`/rules/${id}/address`)).status).toBe(403)
  expect((await bruno.delete(`/rules/${id}`)).status).toBe(403)
  const gina = await talk.as(talk.gina)
  expect((await gina.get('/rules')).body.records).toEqual([])
  expect((await gina.put(`/rules/${id}`, { active: false })).status).toBe(404)
  expect((await gina.post(`/rules/${id}/address`)).status).toBe(404)
  expect(ruleRows(talk)).toMatchObject([{ active: true, tokenHash: '' }])
})

test('names what is missing in a trigger or a step, and takes a name once', async () => {
  const fieldsOf = async (given: object) => (await ana.post('/rules', { ...ruleBody(), ...given })).body.fields
  const trigger = ruleBody().trigger
  expect(await fieldsOf({ trigger: { ...trigger, kind: 'hour' } })).toEqual({
    'trigger.weekdays': 'required',
    'trigger.time': 'required',
  })
  expect(await fieldsOf({ trigger: { ...trigger, kind: 'silence', minutes: 0 } })).toEqual({
    'trigger.minutes': 'tooSmall',
  })
  expect(await fieldsOf({ trigger: { kind: 'moon' } })).toEqual({ 'trigger.kind': 'invalid' })
  expect(await fieldsOf({ steps: [] })).toEqual({ steps: 'required' })
  expect(await fieldsOf({ steps: [{ kind: 'webhook', url: 'ftp://x' }] })).toMatchObject({ 'steps.0.url': 'url' })
  expect(await fieldsOf({ steps: [newStep('resolve'), { ...newStep('note'), text: 'x' }] })).toEqual({
    steps: 'lastStep',
  })
  addRule(talk, { name: 'Recepção' })
  expect(await fieldsOf({ name: 'recepcao', active: false })).toEqual({ name: 'nameTaken' })
})

test('is switched on, or changed while it is on, only after the preview of the very same rule', async () => {
  const refused = { status: 400, fields: { active: 'previewFirst' } }
  const answer = async (call: ReturnType<Caller['put']>) => {
    const { status, body } = await call
    return status === 200 ? { status, active: body.active } : { status, fields: body.fields }
  }
  const words = (text: string) => ruleBody({ name: 'Preço', trigger: { kind: 'words', words: text } })
  const { preview } = await previewed(ana, words('preço'))
  expect(await answer(ana.post('/rules', words('preço')))).toEqual(refused)
  expect(await answer(ana.post('/rules', { ...words('boleto'), preview }))).toEqual(refused)
  expect(await answer(ana.post('/rules', { ...words('preço'), preview: `${preview.slice(0, -2)}AA` }))).toEqual(refused)
  const gina = await talk.as(talk.gina)
  const foreign = (await previewed(gina, words('preço'))).preview
  expect(await answer(ana.post('/rules', { ...words('preço'), preview: foreign }))).toEqual(refused)
  const { body } = await ana.post('/rules', { ...words('preço'), preview })
  expect(body).toMatchObject({ active: true })
  expect(body.preview).toBeUndefined()
  const put = (changes: object) => answer(ana.put(`/rules/${body.id}`, changes))
  expect(await put({ trigger: words('boleto').trigger })).toEqual(refused)
  expect(await put({ trigger: words('boleto').trigger, preview })).toEqual(refused)
  expect(await put({ name: 'Preços', position: 3, trigger: words('preço').trigger })).toMatchObject({ status: 200 })
  expect(await put({ active: false, trigger: words('boleto').trigger })).toMatchObject({ active: false })
  expect(await put({ active: true })).toEqual(refused)
  const later = (await previewed(ana, words('boleto'))).preview
  await talk.jump(new Date(talk.now().getTime() + 25 * 3_600_000))
  expect(await put({ active: true, preview: later })).toEqual(refused)
  const fresh = (await previewed(ana, words('boleto'))).preview
  expect(await put({ active: true, preview: fresh })).toEqual({ status: 200, active: true })
  expect(ruleRows(talk)).toMatchObject([{ active: true, trigger: { words: 'boleto' } }])
})

test('is called at its own address, on the ticket by id, uuid or number, and judged by the body', async () => {
  const conditions = [{ field: 'called' as const, operator: 'is' as const, path: 'order.items.0.state', text: 'Pago' }]
  const id = addRule(talk, { name: 'Pago', trigger: { kind: 'webhook' }, conditions })
  const path = await addressOf(id)
  expect((await ana.get('/rules')).body.records).toMatchObject([{ id, hasAddress: true }])
  talk.write('oi')
  const { id: other, uuid } = addTicket(talk.ctx(1))
  const paid = { order: { items: [{ state: 'pago' }] } }
  expect((await call(path, { ticketId: 1, ...paid })).body).toEqual({ accepted: true, ticketId: 1 })
  expect((await call(path, { ticketId: uuid, ...paid })).body).toEqual({ accepted: true, ticketId: other })
  expect((await call(path, { ticketId: 1, order: { items: [] } })).body).toEqual({ accepted: false, ticketId: 1 })
  expect((await call(path, { number: '+55 (11) 98888-0001', ...paid })).body).toEqual({ accepted: true, ticketId: 1 })
  await talk.runJobs(1)
  expect([noted(1), noted(other)]).toEqual([['Pago', 'Pago'], ['Pago']])
  const keyed = { ticketId: 1, key: 'pedido-1', ...paid }
  for (let time = 0; time < 2; time++) {
    await call(path, keyed)
    await talk.runJobs(1)
  }
  expect(noted(1)).toHaveLength(3)
})

test('refuses calls without the secret, an earlier one, an unknown ticket and too many', async () => {
  const id = addRule(talk, { trigger: { kind: 'webhook' } })
  const old = await addressOf(id)
  const path = await addressOf(id)
  talk.write('oi')
  const statusOf = async (to: string, body: object) => (await call(to, body)).status
  expect(await statusOf(old, { ticketId: 1 })).toBe(403)
  expect(await statusOf(path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A'), { ticketId: 1 })).toBe(403)
  expect(await statusOf(path.replace('/1-', '/2-'), { ticketId: 1 })).toBe(403)
  expect(await statusOf(path.replace('/1-', '/99-'), { ticketId: 1 })).toBe(403)
  expect(await statusOf(path, { ticketId: 77 })).toBe(404)
  expect(await statusOf(path, { number: '5511900000000' })).toBe(404)
  expect(await statusOf(path, {})).toBe(400)
  closeTicket(talk.ctx(1), 1, { farewell: false })
  expect(await statusOf(path, { number: '5511988880001' })).toBe(404)
  await ana.put(`/rules/${id}`, { active: false })
  expect((await call(path, { ticketId: 1 })).body).toEqual({ accepted: false, ticketId: 1 })
  for (let time = 0; time < 120; time++) await call(path, {})
  expect(await statusOf(path, {})).toBe(429)
})

test('a call that a rule’s own webhook caused too often switches the rule off', async () => {
  const id = addRule(talk, { trigger: { kind: 'webhook' } })
  const path = await addressOf(id)
  talk.write('oi')
  await call(path, { ticketId: 1 }, { 'x-recado-rule-depth': '4' })
  expect(ruleRows(talk)).toMatchObject([{ active: true }])
  await call(path, { ticketId: 1 }, { 'x-recado-rule-depth': '5' })
  expect(ruleRows(talk)).toMatchObject([{ active: false, error: 'ERR_RULE_LOOP' }])
})
