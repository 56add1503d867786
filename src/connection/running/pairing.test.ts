import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { forgetActors } from '../../user/actor.queries'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../testing/whatsapp-world'

let w: WhatsAppWorld
beforeAll(async () => {
  w = await createWhatsAppWorld()
})
afterAll(() => w.stop())

let last = 5511900000100
const fresh = () => String(++last)
const keys = (companyId = 1) =>
  w
    .ctx(companyId)
    .company.sqlite.query<{ category: string }, []>(
      'SELECT DISTINCT category FROM whatsapp_key WHERE connection_id = 1',
    )
    .all()
    .map(({ category }) => category)
const statuses = () =>
  w.published
    .filter(({ event, topics }) => event === 'company-1-whatsappSession' && topics.includes('1/connections'))
    .map(({ data }) => (data['session'] as { status: string }).status)

describe('pairing', () => {
  test('by QR code: shown, scanned, connected, published to users with the permission', async () => {
    const ana = await w.as(w.ana)
    w.published.length = 0
    const number = fresh()
    expect((await ana.post('/whatsappsession/1')).status).toBe(200)
    await w.whenStatus('qrcode')
    await w.server.phone(number).scan(String(w.connectionRow()?.['qrcode']))
    await w.whenStatus('CONNECTED')
    expect(w.connectionRow()).toMatchObject({ number, qrcode: '', pairing_code: '', last_error: '', wanted: 1 })
    expect([...new Set(statuses())]).toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED'])
    const toAll = w.published.filter(
      ({ topics, event }) => event.endsWith('whatsappSession') && topics.includes('1/plain'),
    )
    for (const { data } of toAll) {
      expect(Object.keys(data['session'] as object).sort()).toEqual(['id', 'name', 'status', 'updatedAt'])
    }
  })

  test('stores encrypted credentials', () => {
    const { value } = w
      .ctx(1)
      .company.sqlite.query<{ value: Uint8Array }, []>(`SELECT value FROM whatsapp_key WHERE category = 'creds'`)
      .get() as { value: Uint8Array }
    expect(Buffer.from(value).toString()).not.toContain('noiseKey')
  })

  test('a repeated request changes nothing while connected', async () => {
    w.published.length = 0
    expect((await (await w.as(w.ana)).post('/whatsappsession/1')).status).toBe(200)
    expect(statuses()).toEqual([])
    expect(w.connectionRow()?.['status']).toBe('CONNECTED')
  })

  test('leaving unlinks the device and deletes its data', async () => {
    const account = w.server.account(String(w.connectionRow()?.['number']))
    expect((await (await w.as(w.ana)).delete('/whatsappsession/1')).status).toBe(200)
    await w.whenStatus('DISCONNECTED')
    await until(() => keys().length === 0, 'no keys')
    expect(w.connectionRow()).toMatchObject({ wanted: 0, last_error: '' })
    expect(() => w.server.account(account.number)).toThrow()
  })

  test('by a code typed on the phone', async () => {
    const number = fresh()
    const ana = await w.as(w.ana)
    await ana.post('/whatsappsession/1')
    await w.whenStatus('qrcode')
    const answer = await ana.post('/whatsappsession/1/pairing-code', { number: `+${number}` })
    expect(answer.status).toBe(200)
    expect(answer.body.pairingCode).toMatch(/^[0-9A-Z]{8}$/)
    expect(w.connectionRow()?.['pairing_code']).toBe(answer.body.pairingCode)
    await w.server.phone(number).typeLinkCode(answer.body.pairingCode)
    await w.whenStatus('CONNECTED')
    expect(w.connectionRow()).toMatchObject({ number, pairing_code: '' })
  })

  test('a new code unlinks the linked account', async () => {
    const before = String(w.connectionRow()?.['number'])
    expect((await (await w.as(w.ana)).put('/whatsappsession/1')).status).toBe(200)
    await w.whenStatus('qrcode')
    expect(() => w.server.account(before)).toThrow()
    expect(w.connectionRow()?.['number']).toBe('')
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
    w.connections.leave(1, 1)
    await w.whenStatus('DISCONNECTED')
    const answer = await (await w.as(w.ana)).post('/whatsappsession/1/pairing-code', { number: '5511999999999' })
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_WAPP_NOT_INITIALIZED'])
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
    const bruno = await w.as(w.bruno)
    w.published.length = 0
    for (const [method, path, body] of calls) {
      expect((await w.nobody.call(method, path, body)).status).toBe(401)
      const answer = await bruno.call(method, path, body)
      expect([answer.status, answer.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    }
    expect(w.published).toEqual([])
    expect(w.connectionRow()?.['status']).toBe('DISCONNECTED')
  })

  test('a plain user with the permission may pair, but not read errors', async () => {
    w.ctx(1).company.sqlite.run('UPDATE user SET allow_connections = 1 WHERE id = 2')
    forgetActors(w.ctx(1))
    const bruno = await w.as(w.bruno)
    expect((await bruno.post('/whatsapp-restart/')).status).toBe(200)
    expect((await bruno.get('/whatsapp/1/inbound-errors')).status).toBe(403)
    w.ctx(1).company.sqlite.run('UPDATE user SET allow_connections = 0 WHERE id = 2')
    forgetActors(w.ctx(1))
  })

  test('another company’s admin reaches only their own connection with the same id', async () => {
    const gina = await w.as(w.gina)
    w.published.length = 0
    expect((await gina.post('/whatsappsession/1')).status).toBe(200)
    await w.whenStatus('qrcode', 2)
    expect(w.connectionRow(1)?.['status']).toBe('DISCONNECTED')
    // Super users receive the counts in any company.
    const others = w.published.flatMap(({ topics }) => topics).filter((topic) => !topic.endsWith('/host'))
    expect(others.every((topic) => topic.startsWith('2/'))).toBe(true)
    await gina.delete('/whatsappsession/1')
    await w.whenStatus('DISCONNECTED', 2)
  })

  test('an unknown connection is 404, an invalid number or id 400', async () => {
    const ana = await w.as(w.ana)
    expect((await ana.post('/whatsappsession/99')).body.error).toBe('ERR_NO_WAPP_FOUND')
    expect((await ana.post('/whatsappsession/abc')).status).toBe(400)
    expect((await ana.post('/whatsappsession/1/pairing-code', { number: '12' })).body.fields).toEqual({
      number: 'tooShort',
    })
  })
})
