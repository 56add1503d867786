import { eraseCompany } from '../../platform/company/erase/erase-company'
import { muteCompany } from '../../platform/company/mute-company'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { queueAutomaticText } from '../../message/send/queue-message'
import { composeConnections } from '../../compose'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'
import type { Account } from '../../testing/services/whatsapp-server/account/phone.types'
import { getTicketRow } from '../../ticket/ticket.queries'

let world: WhatsAppWorld
let account: Account
const space = { freeBytes: 0, totalBytes: 100 * 1024 ** 3 }
beforeEach(async () => {
  space.freeBytes = space.totalBytes
  world = await createWhatsAppWorld({
    world: { readSpace: () => space },
    whatsapp: { keepAliveMs: 200, ackTimeoutMs: 500, backlogMs: 200 },
    supervisor: { spaceCheckMs: 20 },
  })
  account = await world.pair('5511900000001')
})
afterEach(() => world.stop())

const bodies = () => world.messages().map(({ body }) => body)
const maria = () => world.server.phone('5511977776666', { name: 'Maria' })
/** Whether server and product know the session after that login as connected. */
const isConnectedAfter = (logins: number) =>
  account.logins > logins && account.connected && world.connectionRow()?.['status'] === 'CONNECTED'

test('reconnects a lost session, and stores messages sent meanwhile once and in order', async () => {
  await maria().say(account, 'antes')
  world.server.refuseConnections()
  account.drop()
  await world.whenStatus('TIMEOUT')
  expect(world.connectionRow()?.['last_error']).not.toBe('')
  await maria().sayMany(account, ['um', 'dois', 'três'])
  world.server.refuseConnections(false)
  await world.whenStatus('CONNECTED')
  await until(() => world.messages().length === 4, 'the messages')
  await account.whenDrained()
  expect(bodies()).toEqual(['antes', 'um', 'dois', 'três'])
  expect(world.connectionRow()).toMatchObject({ retries: 0, last_error: '' })
})

test('a session that is accepted and closed each time reconnects more and more slowly', async () => {
  await world.connections.stop()
  await account.whenDisconnected()
  const policy = { firstRetryMs: 100, retryMsMax: 60_000, random: () => 0.5 }
  const next = composeConnections(world.platform, { supervisor: { startGapMs: 300, policy } })
  const starts = performance.now()
  await next.boot()
  // Leaves a pause before the next connection.
  expect(performance.now() - starts).toBeGreaterThan(290)
  await account.whenConnected()
  const began = performance.now()
  for (let cut = 1; cut <= 4; cut++) {
    const { logins } = account
    account.streamError(503)
    await until(() => isConnectedAfter(logins), 'the next connection')
  }
  // 100 + 200 + 400 + 800 ms; without growth it would be 400.
  expect(performance.now() - began).toBeGreaterThan(1400)
  await next.stop()
})

test('a session that ends right after its login reconnects, and leaves no failed promise', async () => {
  for (let cut = 0; cut < 5; cut++) {
    account.streamError(503)
    await account.whenDisconnected()
    await account.whenConnected()
  }
  await world.whenStatus('CONNECTED')
})

test('detects and leaves a silent server', async () => {
  world.server.silence()
  const logins = account.logins
  await until(() => world.connectionRow()?.['status'] === 'TIMEOUT', 'the silence to be noticed', 14_000)
  world.server.speak()
  await world.whenStatus('CONNECTED')
  expect(account.logins).toBeGreaterThan(logins)
}, 90_000)

test('stores messages that arrive during the backlog after it', async () => {
  world.server.refuseConnections()
  account.drop()
  await world.whenStatus('TIMEOUT')
  const waited = Array.from({ length: 120 }, (_, index) => `antes ${index}`)
  await maria().sayMany(account, waited)
  world.server.refuseConnections(false)
  await account.whenConnected()
  const late = ['depois 0', 'depois 1', 'depois 2']
  await maria().sayMany(account, late)
  await until(() => world.messages().length === waited.length + late.length, 'all of them')
  expect(bodies()).toEqual([...waited, ...late])
})

test('gives up a session that confirms nothing; the next one sends uncertain messages once', async () => {
  await maria().say(account, 'Tem pão?')
  await until(() => world.messages().length === 1, 'the question')
  const { logins } = account
  world.server.withholdAcks()
  const ctx = world.ctx(1)
  ctx.transaction(() => queueAutomaticText(ctx, getTicketRow(ctx, 1), 'Tem sim'))
  await until(
    () => world.connectionRow()?.['status'] === 'TIMEOUT' || account.logins > logins,
    'the session to be given up',
  )
  await until(() => account.logins > logins, 'a new session')
  world.server.withholdAcks(false)
  const answer = () => world.messages()[1]
  await until(() => answer()?.['send_state'] === null, 'the answer to be settled')
  const received = maria().inbox.filter(({ text }) => text === 'Tem sim')
  expect(new Set(received.map(({ id }) => id))).toEqual(new Set([answer()?.['provider_id']]))
})

test.each([
  ['requested again', 1],
  ['reopened', 2],
])('a session that can send but receives nothing is %s', async (_, refusals) => {
  await maria().say(account, 'antes')
  await until(() => world.messages().length === 1, 'the first message')
  const { logins } = account
  world.server.refuseActive(refusals)
  account.drop()
  await maria().say(account, 'depois')
  await until(() => bodies().includes('depois'), 'the second message')
  expect(account.logins).toBe(logins + refusals)
})

test('stores a message delivered twice once, and does not request it again', async () => {
  await maria().sayMany(account, ['um', 'dois'])
  await until(() => world.messages().length === 2, 'both')
  await account.whenDrained()
  expect(world.server.replay(account)).toBeGreaterThan(0)
  await maria().say(account, 'três')
  await until(() => bodies().includes('três'), 'the third')
  await account.whenDrained()
  expect(bodies()).toEqual(['um', 'dois', 'três'])
  expect(account.nacks).toEqual([])
})

test('logged out on the phone: off with the reason, credentials deleted', async () => {
  await account.unlink()
  await world.whenStatus('DISCONNECTED')
  expect(world.connectionRow()).toMatchObject({ wanted: 0, number: '' })
  expect(world.connectionRow()?.['last_error']).toContain('401')
  const left = () => world.ctx(1).company.sqlite.query('SELECT 1 FROM whatsapp_key').all().length
  await until(() => left() === 0, 'no keys')
})

test('stream errors: reconnects after 515 and 503, stays off with the reason after 440', async () => {
  for (const code of [515, 503]) {
    const { logins } = account
    account.streamError(code)
    await until(() => isConnectedAfter(logins), `a new session after ${code}`)
  }
  account.streamError(440)
  await world.whenStatus('DISCONNECTED')
  expect(world.connectionRow()?.['last_error']).toContain('440')
  expect(world.connectionRow()?.['wanted']).toBe(0)
})

test('replaced while the previous process may still be ending, it reconnects', async () => {
  await world.connections.stop()
  let isHandOver = true
  const policy = { firstRetryMs: 30, retryMsMax: 200, isHandOver: () => isHandOver }
  const next = composeConnections(world.platform, { supervisor: { startGapMs: 0, policy } })
  await next.boot()
  await account.whenConnected()
  await world.whenStatus('CONNECTED')
  const { logins } = account
  account.streamError(440)
  await until(() => account.logins > logins, 'the next login')
  await world.whenStatus('CONNECTED')
  isHandOver = false
  account.streamError(440)
  await world.whenStatus('DISCONNECTED')
  expect(world.connectionRow()?.['last_error']).toContain('440')
  await next.stop()
})

test('corrects what a process of an older release wrote over a running connection', async () => {
  world
    .ctx(1)
    .company.sqlite.run(
      `UPDATE connection SET wanted = 0, status = 'DISCONNECTED', last_error = '440: replaced' WHERE id = 1`,
    )
  // The row is corrected with the next change of state.
  const { logins } = account
  account.streamError(503)
  await until(() => account.logins > logins, 'the next login')
  await world.whenStatus('CONNECTED')
  expect(world.connectionRow()).toMatchObject({ wanted: 1, last_error: '' })
})

test('a regular stop unlinks nobody; the next start reconnects and receives what was sent meanwhile', async () => {
  await world.connections.stop()
  await account.whenDisconnected()
  await maria().sayMany(account, ['um', 'dois'])
  const next = composeConnections(world.platform, { supervisor: { startGapMs: 0 } })
  await next.boot()
  await until(() => world.messages().length === 2, 'both')
  await world.whenStatus('CONNECTED')
  expect(world.connectionRow()?.['number']).toBe('5511900000001')
  expect(bodies()).toEqual(['um', 'dois'])
  await next.stop()
})

test('with hardly any space messages stay with WhatsApp, and come with those written meanwhile once there is space', async () => {
  const ana = await world.as(world.ana)
  await maria().say(account, 'antes')
  await until(() => world.messages().length === 1, 'the first message')
  space.freeBytes = 100 * 1024 ** 2
  await account.whenDisconnected()
  await world.whenStatus('TIMEOUT')
  expect(world.connectionRow()).toMatchObject({ wanted: 1, last_error: 'The server is out of disk space' })
  expect((await ana.post('/whatsappsession/1')).body).toMatchObject({ error: 'ERR_STORAGE_FULL' })
  const ready = await world.nobody.get('/ready')
  expect([ready.status, ready.body]).toEqual([503, { ready: false, reasons: ['storageFull'] }])
  await maria().sayMany(account, ['um', 'dois'])
  const ctx = world.ctx(1)
  ctx.transaction(() => queueAutomaticText(ctx, getTicketRow(ctx, 1), 'Já volto'))
  expect(bodies()).toEqual(['antes', 'Já volto'])
  space.freeBytes = space.totalBytes
  await world.whenStatus('CONNECTED')
  await until(() => world.messages().length === 4, 'both messages')
  await account.whenDrained()
  expect(bodies().sort()).toEqual(['Já volto', 'antes', 'dois', 'um'])
  expect(world.connectionRow()).toMatchObject({ last_error: '', number: '5511900000001' })
  expect((await world.nobody.get('/ready')).status).toBe(200)
})

test('restarting all connections needs no new codes', async () => {
  const { logins } = account
  expect((await (await world.as(world.ana)).post('/whatsapp-restart/')).status).toBe(200)
  await until(() => account.logins > logins, 'a new login')
  await world.whenStatus('CONNECTED')
})

test('a connected session keeps its company open, a disconnected one does not', async () => {
  const { company } = world.ctx(1)
  expect(company.pins).toBe(1)
  world.connections.leave(1, 1)
  await world.whenStatus('DISCONNECTED')
  expect(company.pins).toBe(0)
})

test('the next start does not open companies without wanted connections', async () => {
  await world.connections.stop()
  const boot = async () => {
    world.platform.files.close(2)
    const next = composeConnections(world.platform, { supervisor: { startGapMs: 0 } })
    await next.boot()
    const open = world.platform.files.openIds()
    await next.stop()
    return open
  }
  expect(await boot()).toContain(2)
  expect(await boot()).not.toContain(2)
})

test('erasing a company logs its lines out, also while it is muted, and no other', async () => {
  await world.pair('5511900000002', {}, 2)
  await muteCompany(world.platform, {}, 2)
  const { signed } = await eraseCompany(world.platform, {}, 2)
  await until(() => world.server.accounts.length === 1, 'the account to be unlinked', 5000)
  expect(world.server.accounts[0]?.number).toBe(account.number)
  expect(signed.report.lines.find(({ id }) => id === 1)).toEqual({ id: 1, channel: 'whatsapp', loggedOut: true })
  expect(account.connected).toBe(true)
})

test.each(['connected', 'lost', 'not started'] as const)(
  'deleting a connection that is %s unlinks its account, and no other',
  async (state) => {
    const globex = await world.pair('5511900000002', {}, 2)
    const ana = await world.as(world.ana)
    if (state === 'lost') {
      world.server.refuseConnections()
      account.drop()
      await world.whenStatus('TIMEOUT')
    }
    if (state === 'not started') await world.connections.endCompany(1)
    const deletion = ana.delete('/whatsapp/1')
    world.server.refuseConnections(false)
    expect((await deletion).status).toBe(200)
    await until(() => world.server.accounts.length === 1, 'the account to be unlinked', 5000)
    expect([world.server.accounts[0]?.number, globex.connected]).toEqual([globex.number, true])
    expect(world.connections.find(1, 1)).toBeUndefined()
    expect(world.ctx(1).company.sqlite.query('SELECT * FROM whatsapp_key').values()).toEqual([])
  },
)
