import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type SettingKey, settingKeys } from '../../src/setting/setting.contract'
import type { ApiClient } from '../api/api-client'
import { createFakeLive, createHeldApi } from '../message/testing/fake-conversation'
import { settingGroups } from './setting-groups'
import { createSettings } from './settings-model'
import { stub } from '../../src/testing/stub'

/** A server that stores values in order, except those that the test refuses. */
function createServer(refusals: Record<string, unknown> = {}) {
  const puts: string[] = []
  async function put(_path: string, { params: { key }, body }: { params: { key: string }; body: { value: string } }) {
    await Promise.resolve()
    if (refusals[key]) throw refusals[key]
    puts.push(`${key}=${body.value.trim()}`)
    return { key, value: body.value.trim() }
  }
  return { puts, model: createSettings(stub<ApiClient>({ put: put as never }), []), refusals }
}

const before = globalThis.document
beforeAll(() => {
  globalThis.document = stub<Document>({ activeElement: null, getElementById: () => null })
})
afterAll(() => {
  globalThis.document = before
})
const settled = () => Bun.sleep(1)

test('shows every setting once', () => {
  const shown = settingGroups.flatMap(({ lines }) => lines.flatMap(({ key, below = [] }) => [key, ...below]))
  expect([...shown].sort()).toEqual([...settingKeys].sort())
})

test('saves the last choice of a switch that is turned several times', async () => {
  const { puts, model } = createServer()
  for (const value of ['enabled', 'disabled', 'enabled', 'disabled']) model.turn('requiredTag', value)
  expect(model.cells.requiredTag.shown.value).toBe('disabled')
  await settled()
  expect(puts.at(-1)).toBe('requiredTag=disabled')
  expect([model.cells.requiredTag.stored.value, model.dirty.value]).toEqual(['disabled', false])
})

test('a switch waits for the text it requires, which is saved first', async () => {
  const { puts, model } = createServer()
  const { sendMsgTransfTicket: sends, transferMessage: text } = model.cells
  model.turn('sendMsgTransfTicket', 'enabled')
  await model.saveText('transferMessage')
  expect([puts, text.error.value, sends.shown.value, sends.stored.value]).toEqual([
    [],
    'required',
    'enabled',
    'disabled',
  ])
  model.write('transferMessage', 'Um momento ')
  expect(text.error.value).toBeNull()
  await model.saveText('transferMessage')
  expect(puts).toEqual(['transferMessage=Um momento', 'sendMsgTransfTicket=enabled'])
  expect([sends.stored.value, text.stored.value, model.dirty.value]).toEqual(['enabled', 'Um momento', false])
})

test('turning a switch back before its text is saved sends nothing and keeps the text', async () => {
  const { puts, model } = createServer()
  model.turn('acceptCallWhatsapp', 'disabled')
  model.write('AcceptCallWhatsappMessage', 'Escreva')
  model.turn('acceptCallWhatsapp', 'enabled')
  await settled()
  expect([puts, model.cells.AcceptCallWhatsappMessage.shown.value, model.dirty.value]).toEqual([[], 'Escreva', true])
  model.discard('AcceptCallWhatsappMessage')
  expect(model.dirty.value).toBe(false)
})

test('a refusal is shown at its field: a text is kept, a switch returns to its stored value', async () => {
  const { model, refusals } = createServer({ userRandom: { code: 'ERR_NETWORK' } })
  model.turn('userRandom', 'enabled')
  await settled()
  expect([model.cells.userRandom.shown.value, model.cells.userRandom.error.value]).toEqual([
    'disabled',
    { code: 'ERR_NETWORK' },
  ])
  refusals['lgpdMessage'] = { code: 'ERR_INVALID_INPUT', fields: { lgpdMessage: 'tooLong' } }
  model.write('lgpdMessage', 'Tratamos seus dados')
  await model.saveText('lgpdMessage')
  const { shown, error, progress } = model.cells.lgpdMessage
  expect([shown.value, error.value, progress.value]).toEqual(['Tratamos seus dados', 'tooLong', undefined])
  model.write('lgpdLink', 'javascript:alert(1)')
  await model.saveText('lgpdLink')
  expect(model.cells.lgpdLink.error.value).toBe('url')
})

test('shows a colleague’s change at once, except in a text being edited', () => {
  const { model } = createServer()
  const { live, say, listeners } = createFakeLive()
  const stop = model.follow(live)
  const publish = (key: SettingKey, value: string) => say('settings', { action: 'update', setting: { key, value } })
  publish('requiredTag', 'enabled')
  expect(model.cells.requiredTag.shown.value).toBe('enabled')
  model.write('lgpdMessage', 'Meu texto')
  publish('lgpdMessage', 'Outro texto')
  const { shown, overtaken } = model.cells.lgpdMessage
  expect([shown.value, overtaken.value]).toEqual(['Meu texto', true])
  stop()
  expect(listeners()).toBe(0)
})

test('a response never overwrites a newer live event', async () => {
  const { api, take } = createHeldApi()
  const { live, say, reload } = createFakeLive()
  const model = createSettings(api, [])
  model.follow(live)
  const { requiredTag } = model.cells
  model.turn('requiredTag', 'enabled')
  await Promise.resolve()
  say('settings', { action: 'update', setting: { key: 'requiredTag', value: 'enabled' } })
  say('settings', { action: 'update', setting: { key: 'requiredTag', value: 'disabled' } })
  await take('PUT').answer({ key: 'requiredTag', value: 'enabled' })
  expect(requiredTag.shown.value).toBe('disabled')

  reload()
  say('settings', { action: 'update', setting: { key: 'requiredTag', value: 'enabled' } })
  await take('GET').answer([
    { key: 'requiredTag', value: 'disabled' },
    { key: 'showSkipMessage', value: 'enabled' },
  ])
  expect(requiredTag.stored.value).toBe('enabled')
})
