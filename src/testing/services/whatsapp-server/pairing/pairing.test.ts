import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startWhatsAppServer } from '../start-whatsapp-server'
import { connectClient, createMemoryAuth, freshNumber, linkClient } from '../test-client'
import type { WhatsAppServer } from '../whatsapp-server.types'

let server: WhatsAppServer

beforeAll(async () => {
  server = await startWhatsAppServer({ qrCodesPerAttempt: 2 })
})
afterAll(() => server.stop())

const newPhone = () => server.phone(freshNumber(), { name: 'Padaria' })

describe('pairing by QR code', () => {
  test('links the client to the phone that scans it, restarts it and logs it in', async () => {
    const shop = newPhone()
    const pairing = connectClient(server, createMemoryAuth())
    const { qr } = await pairing.event('connection.update', (update) => update.qr !== undefined)

    const linked = shop.scan(qr ?? '')
    const closed = await pairing.event('connection.update', (update) => update.connection === 'close')
    const account = await linked
    expect(closed.lastDisconnect?.error).toMatchObject({ output: { statusCode: 515 } })

    const client = connectClient(server, pairing.auth)
    await client.event('connection.update', (update) => update.connection === 'open')
    await account.whenConnected()
    expect(client.socket.user).toMatchObject({ id: account.deviceJid, lid: shop.lid.replace('@', ':1@') })
    expect(server.account(shop.number).deviceJid).toBe(account.deviceJid)
    await client.close()
  })

  test('rotates the code until none is left, and the last one still links', async () => {
    const pairing = connectClient(server, createMemoryAuth(), { qrTimeout: 100 })
    const first = await pairing.event('connection.update', (update) => update.qr !== undefined)
    const second = await pairing.event('connection.update', ({ qr }) => qr !== undefined && qr !== first.qr)
    const account = await newPhone().scan(second.qr ?? '')
    expect(account.deviceJid).toContain(':1@')
  })

  test('invalidates the code when a client gives up', async () => {
    const pairing = connectClient(server, createMemoryAuth(), { qrTimeout: 50 })
    const { qr } = await pairing.event('connection.update', (update) => update.qr !== undefined)
    const closed = await pairing.event('connection.update', (update) => update.connection === 'close')
    expect(closed.lastDisconnect?.error).toMatchObject({ output: { statusCode: 408 } })
    expect(newPhone().scan(qr ?? '')).rejects.toThrow('not valid any more')
  })

  test('can refuse to link', async () => {
    server.refusePairing()
    const pairing = connectClient(server, createMemoryAuth())
    const { qr } = await pairing.event('connection.update', (update) => update.qr !== undefined)
    expect(newPhone().scan(qr ?? '')).rejects.toThrow('refused')
    server.refusePairing(false)
    await pairing.close()
  })

  test('gives a second device of the same phone its own number', async () => {
    const shop = newPhone()
    const first = await linkClient(server, shop)
    const second = await linkClient(server, shop)
    expect([first.account.deviceJid, second.account.deviceJid].map((jid) => jid.split(':')[1])).toEqual([
      '1@s.whatsapp.net',
      '2@s.whatsapp.net',
    ])
    await Promise.all([first.client.close(), second.client.close()])
  })
})

describe('pairing with a code', () => {
  test('links the client whose code is typed on the phone', async () => {
    const shop = newPhone()
    const pairing = connectClient(server, createMemoryAuth())
    await pairing.event('connection.update', (update) => update.qr !== undefined)
    const code = await pairing.socket.requestPairingCode(shop.number)
    const account = await shop.typeLinkCode(`${code.slice(0, 4)}-${code.slice(4)}`)
    await pairing.event('connection.update', (update) => update.connection === 'close')

    const client = connectClient(server, pairing.auth)
    await client.event('connection.update', (update) => update.connection === 'open')
    expect(client.socket.user?.id).toBe(account.deviceJid)
    await client.close()
  })

  test('links nothing with a wrong code', async () => {
    const shop = newPhone()
    const pairing = connectClient(server, createMemoryAuth())
    await pairing.event('connection.update', (update) => update.qr !== undefined)
    await pairing.socket.requestPairingCode(shop.number, 'AAAA1111')
    await expect(shop.typeLinkCode('BBBB2222')).rejects.toThrow('Wrong pairing code')
    expect(() => server.account(shop.number)).toThrow('No device is linked')
    await pairing.close()
  })
})
