import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { forgetActors } from '../../user/actor.queries'
import type { UserId } from '../../kernel/ids'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
beforeAll(async () => {
  world = await createWhatsAppWorld()
})
afterAll(() => world.stop())

const zeta = { name: 'Zeta', email: 'z@zeta.test', password: 'segredo123', planId: 1 }

let last = 5511900000100
const fresh = () => String(++last)
const keys = (companyId = 1) =>
  world
    .ctx(companyId)
    .company.sqlite.query<{ category: string }, []>(
      'SELECT DISTINCT category FROM whatsapp_key WHERE connection_id = 1',
    )
    .all()
    .map(({ category }) => category)
const statuses = () =>
  world.published
    .filter(({ event, topics }) => event === 'company-1-whatsappSession' && topics.includes('1/connections'))
    .map(({ data }) => (data['session'] as { status: string }).status)

describe('pairing', () => {
  test('by QR code: shown, scanned, connected, published to users with the permission', async () => {
    const ana = await world.as(world.ana)
    world.published.length = 0
    const number = fresh()
    expect((await ana.post('/whatsappsession/1')).status).toBe(200)
    await world.whenStatus('qrcode')
    await world.server.phone(number).scan(String(world.connectionRow()?.['qrcode']))
    await world.whenStatus('CONNECTED')
    expect(world.connectionRow()).toMatchObject({ number, qrcode: '', pairing_code: '', last_error: '', wanted: 1 })
    expect([...new Set(statuses())]).toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED'])
    const toAll = world.published.filter(
      ({ topics, event }) => event.endsWith('whatsappSession') && topics.includes('1/plain'),
    )
    for (const { data } of toAll) {
      expect(Object.keys(data['session'] as object).sort()).toEqual(['id', 'name', 'status', 'updatedAt'])
    }
  })

  test('stores encrypted credentials', () => {
    const { value } = world
      .ctx(1)
      .company.sqlite.query<{ value: Uint8Array }, []>(`SELECT value FROM whatsapp_key WHERE category = 'creds'`)
      .get() as { value: Uint8Array }
    expect(Buffer.from(value).toString()).not.toContain('noiseKey')
  })

  test('a repeated request changes nothing while connected', async () => {
    world.published.length = 0
    expect((await (await world.as(world.ana)).post('/whatsappsession/1')).status).toBe(200)
    expect(statuses()).toEqual([])
    expect(world.connectionRow()?.['status']).toBe('CONNECTED')
  })

  test('leaving unlinks the device and deletes its data', async () => {
    const account = world.server.account(String(world.connectionRow()?.['number']))
    expect((await (await world.as(world.ana)).delete('/whatsappsession/1')).status).toBe(200)
    await world.whenStatus('DISCONNECTED')
    await until(() => keys().length === 0, 'no keys')
    expect(world.connectionRow()).toMatchObject({ wanted: 0, last_error: '' })
    expect(() => world.server.account(account.number)).toThrow()
  })

  test('by a code typed on the phone', async () => {
    const number = fresh()
    const ana = await world.as(world.ana)
    await ana.post('/whatsappsession/1')
    await world.whenStatus('qrcode')
    const answer = await ana.post('/whatsappsession/1/pairing-code', { number: number.slice(2) })
    expect(answer.status).toBe(200)
    expect(answer.body.pairingCode).toMatch(/^[0-9A-Z]{8}$/)
    expect(world.connectionRow()?.['pairing_code']).toBe(answer.body.pairingCode)
    await world.server.phone(number).typeLinkCode(answer.body.pairingCode)
    await world.whenStatus('CONNECTED')
    expect(world.connectionRow()).toMatchObject({ number, pairing_code: '' })
  })

  test('a new code unlinks the linked account', async () => {
    const before = String(world.connectionRow()?.['number'])
    expect((await (await world.as(world.ana)).put('/whatsappsession/1')).status).toBe(200)
    await world.whenStatus('qrcode')
    expect(() => world.server.account(before)).toThrow()
    expect(world.connectionRow()?.['number']).toBe('')
  })

  test('unused codes end with the reason', async () => {
    const hasty = await createWhatsAppWorld({ supervisor: { policy: { codesMax: 2 } }, whatsapp: { qrCodeMs: 50 } })
    hasty.connections.start(1, 1)
    await until(() => hasty.connectionRow()?.['last_error'] !== '', 'the cause')
    await hasty.whenStatus('DISCONNECTED')
    expect(hasty.connectionRow()).toMatchObject({ wanted: 0, qrcode: '' })
    expect(hasty.connectionRow()?.['last_error']).toContain('not scanned')
    await hasty.stop()
  })

  test('refuses a pairing code while not pairing', async () => {
    world.connections.leave(1, 1)
    await world.whenStatus('DISCONNECTED')
    const ana = await world.as(world.ana)
    const ask = async (number: string) => (await ana.post('/whatsappsession/1/pairing-code', { number })).body
    expect((await ask('5511999999999')).error).toBe('ERR_WAPP_NOT_INITIALIZED')
    for (const [digits, number] of [
      [7, 'tooShort'],
      [8, 'phoneCountry'],
      [17, 'phoneCountry'],
      [18, 'tooLong'],
    ] as const)
      expect((await ask('1'.repeat(digits))).fields).toEqual({ number })
  })
})

describe('permissions', () => {
  const calls: [string, string, unknown?][] = [
    ['POST', '/whatsappsession/1'],
    ['PUT', '/whatsappsession/1'],
    ['DELETE', '/whatsappsession/1'],
    ['POST', '/whatsappsession/1/pairing-code', { number: '5511999999999' }],
    ['POST', '/whatsapp-restart/'],
    ['GET', '/whatsapp/1/inbound-errors'],
  ]

  test('refuses anonymous callers and plain users, without effects', async () => {
    const bruno = await world.as(world.bruno)
    world.published.length = 0
    for (const [method, path, body] of calls) {
      expect((await world.nobody.call(method, path, body)).status).toBe(401)
      const answer = await bruno.call(method, path, body)
      expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    }
    expect(world.published).toEqual([])
    expect(world.connectionRow()?.['status']).toBe('DISCONNECTED')
  })

  test('a plain user with the permission may pair, but not read errors', async () => {
    world.ctx(1).company.sqlite.run('UPDATE user SET allow_connections = 1 WHERE id = 2')
    forgetActors(world.ctx(1))
    const bruno = await world.as(world.bruno)
    expect((await bruno.post('/whatsapp-restart/')).status).toBe(200)
    expect((await bruno.get('/whatsapp/1/inbound-errors')).status).toBe(403)
    world.ctx(1).company.sqlite.run('UPDATE user SET allow_connections = 0 WHERE id = 2')
    forgetActors(world.ctx(1))
  })

  test('another company’s admin reaches only their own connection with the same id', async () => {
    const gina = await world.as(world.gina)
    world.published.length = 0
    expect((await gina.post('/whatsappsession/1')).status).toBe(200)
    await world.whenStatus('qrcode', 2)
    expect(world.connectionRow(1)?.['status']).toBe('DISCONNECTED')
    // Super users receive the counts in any company.
    const others = world.published.flatMap(({ topics }) => topics).filter((topic) => !topic.endsWith('/host'))
    expect(others.every((topic) => topic.startsWith('2/'))).toBe(true)
    await gina.delete('/whatsappsession/1')
    await world.whenStatus('DISCONNECTED', 2)
  })

  test('an unknown connection is 404, an invalid number or id 400', async () => {
    const ana = await world.as(world.ana)
    expect((await ana.post('/whatsappsession/99')).body.error).toBe('ERR_NO_WAPP_FOUND')
    expect((await ana.post('/whatsappsession/abc')).status).toBe(400)
    // The last is Brazilian without an area code, and WhatsApp would take it for another country's.
    for (const [number, fault] of [
      ['12', 'tooShort'],
      ['98888-7777', 'phoneCountry'],
    ]) {
      expect((await ana.post('/whatsappsession/1/pairing-code', { number })).body.fields).toEqual({ number: fault })
    }
  })
})

describe('deleting a company', () => {
  function isLinked(number: string) {
    try {
      return world.server.account(number).number === number
    } catch {
      return false
    }
  }

  test('unlinks its lines, also those of a disabled company, and no other company’s', async () => {
    const sofia = await world.as(world.sofia)
    const other = await world.pair(fresh(), {}, 1)
    for (const isEnabled of [true, false]) {
      const { id } = (await sofia.post('/companies', { ...zeta, dueDate: '2999-01-01' })).body
      const admin = await world.as({ ...world.gina, companyId: id, id: 1 as UserId })
      const connectionId = (await admin.post('/whatsapp', { name: 'Loja', channel: 'whatsapp' })).body['id']
      const account = await world.pair(fresh(), {}, id, connectionId)
      await sofia.put(`/companies/${id}`, { status: isEnabled })
      expect(isLinked(account.number)).toBe(true)
      expect((await sofia.delete(`/companies/${id}`)).status).toBe(200)
      await until(() => !isLinked(account.number), 'no linked device')
    }
    expect(isLinked(other.number)).toBe(true)
    expect(world.connectionRow()?.['status']).toBe('CONNECTED')
  })
})
