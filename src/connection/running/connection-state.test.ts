import { describe, expect, test } from 'bun:test'
import type { ChannelReport } from '../../channel/channel'
import {
  type ConnectionInput,
  type ConnectionState,
  initialState,
  retryAfterMs,
  stepConnection,
} from './connection-state'

const policy = {
  firstRetryMs: 1000,
  retryMsMax: 60_000,
  codesMax: 5,
  restartsMax: 3,
  isHandOver: () => false,
  isAbovePlan: () => false,
  random: () => 0.5,
  now: () => 1_000_000,
}
const report = (channelReport: ChannelReport): ConnectionInput => ({ type: 'report', report: channelReport })
const code = (text: string) => report({ type: 'qrcode', code: text })
type Reason = 'loggedOut' | 'restart' | 'replaced' | 'unusable' | 'lost' | 'refused'
const closed = (reason: Reason, message = reason as string) => report({ type: 'closed', reason, message })
const connected = report({ type: 'connected', number: '5511988887777', lid: '123' })

function run(inputs: ConnectionInput[], from: Partial<ConnectionState> = {}) {
  let state: ConnectionState = { ...initialState, ...from }
  const effects: string[] = []
  for (const input of inputs) {
    const step = stepConnection(state, input, policy)
    state = step.state
    for (const effect of step.effects) {
      effects.push(effect.type === 'close' ? (effect.logOut ? 'logOut' : 'close') : effect.type)
    }
  }
  return { state, effects }
}

test('a lost connection says when it is tried again, until it is connected', () => {
  const lost = run([{ type: 'wanted' }, closed('lost')]).state
  expect([lost.status, lost.retryAt]).toEqual(['TIMEOUT', 1_001_000])
  expect(run([closed('lost')], lost).state.retryAt).toBe(1_002_000)
  expect(run([connected], lost).state.retryAt).toBe(null)
  expect(run([{ type: 'left' }], lost).state.retryAt).toBe(null)
  // A retry that falls due once it is connected does not disconnect it.
  expect(run([connected, { type: 'retryDue' }], lost).effects).toEqual(['settle'])
})

test('only a connection whose codes were not scanned gives up when it is lost', () => {
  const codes = ['a', 'b', 'c', 'd', 'e'].map(code)
  const statusAfter = (...inputs: ConnectionInput[]) =>
    run([{ type: 'wanted' }, ...inputs, closed('lost')]).state.status
  expect(statusAfter(...codes)).toBe('DISCONNECTED')
  expect(statusAfter(code('a'))).toBe('TIMEOUT')
  expect(statusAfter(...codes, report({ type: 'pairing' }))).toBe('TIMEOUT')
})

describe('pairing', () => {
  test('passes from wanted through code and pairing to connected', () => {
    const { state, effects } = run([
      { type: 'wanted' },
      code('a'),
      report({ type: 'pairing' }),
      closed('restart'),
      connected,
    ])
    expect(state).toMatchObject({ status: 'CONNECTED', wanted: true, qrcode: '', number: '5511988887777', lid: '123' })
    expect(effects).toEqual(['close', 'open', 'open', 'settle'])
  })

  test('a restart requested by the provider keeps the state pairing', () => {
    const { state } = run([{ type: 'wanted' }, code('a'), report({ type: 'pairing' }), closed('restart')])
    expect(state.status).toBe('PAIRING')
  })

  test('each code replaces the previous one', () => {
    expect(run([{ type: 'wanted' }, code('a'), code('b')]).state).toMatchObject({ status: 'qrcode', qrcode: 'b' })
  })

  test('after five unused codes it is off with the reason, and no longer wanted', () => {
    const codes = ['a', 'b', 'c', 'd', 'e', 'f'].map(code)
    const { state, effects } = run([{ type: 'wanted' }, ...codes])
    expect(state).toMatchObject({ status: 'DISCONNECTED', wanted: false, qrcode: '' })
    expect(state.lastError).toContain('not scanned')
    expect(effects.at(-1)).toBe('close')
  })

  test('counts codes across attempts', () => {
    const first = ['a', 'b', 'c'].map(code)
    const { state } = run([
      { type: 'wanted' },
      ...first,
      closed('lost'),
      { type: 'retryDue' },
      code('d'),
      code('e'),
      closed('lost'),
    ])
    expect(state).toMatchObject({ status: 'DISCONNECTED', wanted: false })
  })

  test('shows a pairing code beside the QR code only while one exists', () => {
    expect(run([{ type: 'wanted' }, code('a'), { type: 'pairingCode', code: 'ABCD1234' }]).state.pairingCode).toBe(
      'ABCD1234',
    )
    expect(run([{ type: 'wanted' }, { type: 'pairingCode', code: 'ABCD1234' }]).state.pairingCode).toBe('')
    const paired = run([{ type: 'wanted' }, code('a'), { type: 'pairingCode', code: 'X' }, report({ type: 'pairing' })])
    expect(paired.state.pairingCode).toBe('')
  })
})

describe('a lost connection', () => {
  const running = { status: 'CONNECTED', wanted: true } as const

  test('retries with growing pauses, keeping the last error', () => {
    const once = run([closed('lost', '408: Connection was lost')], running)
    expect(once.state).toMatchObject({
      status: 'TIMEOUT',
      retries: 1,
      lastError: '408: Connection was lost',
      wanted: true,
    })
    expect(once.effects).toEqual(['retry'])
    const twice = run([{ type: 'retryDue' }, closed('lost')], once.state)
    expect(twice.state.retries).toBe(2)
    expect(twice.effects).toEqual(['open', 'retry'])
    expect(run([connected], twice.state).state).toMatchObject({ status: 'CONNECTED', retries: 0, lastError: '' })
  })

  test('doubles the pause up to a limit, with jitter in both directions', () => {
    const waits = [1, 2, 3, 7, 8, 40].map((retries) => retryAfterMs(retries, policy))
    expect(waits).toEqual([1000, 2000, 4000, 60_000, 60_000, 60_000])
    expect(retryAfterMs(1, { ...policy, random: () => 0 })).toBe(750)
    expect(retryAfterMs(1, { ...policy, random: () => 1 })).toBe(1250)
  })

  test('retries more slowly after connections that end at once, until one lasts', () => {
    const pausesOf = (inputs: ConnectionInput[], from: ConnectionState) => {
      let state = from
      const pauses: number[] = []
      for (const input of inputs) {
        const step = stepConnection(state, input, policy)
        state = step.state
        for (const effect of step.effects) if (effect.type === 'retry') pauses.push(effect.afterMs)
      }
      return { state, pauses }
    }
    const cutOnce: ConnectionInput[] = [closed('lost'), { type: 'retryDue' }, connected]
    const from: ConnectionState = { ...initialState, ...running }
    const cut = pausesOf([...cutOnce, ...cutOnce, ...cutOnce], from)
    expect(cut.pauses).toEqual([1000, 2000, 4000])
    expect(cut.state.retries).toBe(0)
    const settling = stepConnection(cut.state, connected, policy)
    expect(settling.effects).toEqual([{ type: 'settle', afterMs: 60_000 }])
    expect(pausesOf([{ type: 'settled' }, ...cutOnce], cut.state).pauses).toEqual([1000])
  })

  test('a manual retry does not wait for the pause', () => {
    const { state, effects } = run([closed('lost'), { type: 'wanted' }], running)
    expect(state).toMatchObject({ status: 'OPENING', retries: 0 })
    expect(effects).toEqual(['retry', 'close', 'open'])
  })

  test('a retry that is due after leaving does nothing', () => {
    expect(run([closed('lost'), { type: 'left' }, { type: 'retryDue' }], running).effects).toEqual([
      'retry',
      'logOut',
      'forget',
    ])
  })
})

describe('an ended connection', () => {
  const running = { status: 'CONNECTED', wanted: true, number: '5511988887777', lid: '1' } as const

  test('logged out on the phone: off with the reason, credentials deleted', () => {
    const { state, effects } = run([closed('loggedOut', '401: device removed')], running)
    expect(state).toMatchObject({ status: 'DISCONNECTED', wanted: false, lastError: '401: device removed', number: '' })
    expect(effects).toEqual(['forget'])
  })

  test('replaced by another program: off with the reason, credentials kept', () => {
    const { state, effects } = run([closed('replaced', '440: replaced')], running)
    expect(state).toMatchObject({
      status: 'DISCONNECTED',
      wanted: false,
      lastError: '440: replaced',
      number: '5511988887777',
    })
    expect(effects).toEqual([])
  })

  test('replaced while an earlier process may still be ending: retried with growing pauses', () => {
    const inputs: ConnectionInput[] = [closed('replaced', '440: replaced')]
    const step = stepConnection({ ...initialState, ...running }, inputs[0]!, { ...policy, isHandOver: () => true })
    expect(step.state).toMatchObject({ status: 'TIMEOUT', wanted: true, lastError: '440: replaced' })
    expect(step.effects).toEqual([{ type: 'retry', afterMs: 1000 }])
  })

  test('credentials of another host: off with the reason until a person decides, nothing deleted', () => {
    const { state, effects } = run([{ type: 'wanted' }, closed('unusable', 'sealed by another host')])
    expect(state).toMatchObject({ status: 'DISCONNECTED', wanted: false, lastError: 'sealed by another host' })
    expect(effects).toEqual(['close', 'open'])
  })

  test('restarts at once, but not forever', () => {
    const many = Array.from({ length: 4 }, () => closed('restart'))
    const { state, effects } = run(many, running)
    expect(effects).toEqual(['open', 'open', 'open', 'retry'])
    expect(state.status).toBe('TIMEOUT')
  })

  test('restarts requested after each login count until a connection has lasted', () => {
    const { state, effects } = run(Array.from({ length: 4 }, () => [connected, closed('restart')]).flat(), running)
    expect(effects.filter((effect) => effect !== 'settle')).toEqual(['open', 'open', 'open', 'retry'])
    expect(state.status).toBe('TIMEOUT')
  })

  test('left by a person: unpaired and deleted; later events of the driver change nothing', () => {
    const { state, effects } = run([{ type: 'left' }, closed('lost'), connected], running)
    expect(state).toMatchObject({ status: 'DISCONNECTED', wanted: false })
    expect(effects).toEqual(['logOut', 'forget'])
  })

  test('paused at the end of the process: the session closes, nothing is deleted, it stays wanted', () => {
    const { state, effects } = run([{ type: 'paused' }], running)
    expect(state).toMatchObject({ status: 'CONNECTED', wanted: true })
    expect(effects).toEqual(['close'])
  })
})

test('a repeated request changes nothing', () => {
  for (const status of ['OPENING', 'qrcode', 'PAIRING', 'CONNECTED'] as const) {
    expect(run([{ type: 'wanted' }], { status, wanted: true }).effects).toEqual([])
  }
})

test('a new code starts again from any state: unpaired, deleted, opened', () => {
  const { state, effects } = run([{ type: 'renewed' }], {
    status: 'CONNECTED',
    wanted: true,
    number: '1',
    codesShown: 5,
  })
  expect(state).toMatchObject({ status: 'OPENING', wanted: true, number: '', codesShown: 0 })
  expect(effects).toEqual(['logOut', 'forget', 'open'])
})
