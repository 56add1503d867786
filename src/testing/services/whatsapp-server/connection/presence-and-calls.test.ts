import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { freshNumber, type LinkedShop, startLinkedShop, type TestClient } from '../test-client'
import type { Account } from '../account/phone.types'
import type { WhatsAppServer } from '../whatsapp-server.types'

let shop: LinkedShop
let server: WhatsAppServer
let client: TestClient
let account: Account

beforeAll(async () => {
  shop = await startLinkedShop()
  ;({ server, client, account } = shop)
  client.auth.state.creds.me = { ...client.socket.user, id: account.deviceJid, name: 'Padaria' }
  await client.socket.sendPresenceUpdate('available')
})
afterAll(() => shop.stop())

const newPerson = (options = {}) => server.phone(freshNumber(), { name: 'Maria', ...options })
const shows = (jid: string, state: string) => (update: BaileysEventMap['presence.update']) =>
  update.id === jid && update.presences[jid]?.lastKnownPresence === state

describe('presence', () => {
  test('shows a person’s typing and recording to the client', async () => {
    const maria = newPerson()
    await client.socket.presenceSubscribe(maria.jid)
    await client.event('presence.update', shows(maria.jid, 'unavailable'))
    await maria.goOnline()
    await client.event('presence.update', shows(maria.jid, 'available'))
    await maria.startTyping(account)
    await client.event('presence.update', shows(maria.jid, 'composing'))
    await maria.startRecording(account)
    await client.event('presence.update', shows(maria.jid, 'recording'))
  })

  test('shows the client’s typing to the person', async () => {
    const maria = newPerson()
    await client.socket.sendPresenceUpdate('composing', maria.jid)
    expect(await maria.presenceSeen('composing')).toMatchObject({ from: account.jid, state: 'composing' })
    await client.socket.sendPresenceUpdate('recording', maria.jid)
    await maria.presenceSeen('recording')
    await client.socket.sendPresenceUpdate('paused', maria.jid)
    await maria.presenceSeen('paused')
  })
})

describe('calls', () => {
  test('rings on the client until the caller hangs up', async () => {
    const maria = newPerson()
    const call = await maria.call(account, { video: true })
    const about = (status: string) => (calls: BaileysEventMap['call']) =>
      calls.some((seen) => seen.id === call.id && seen.status === status)
    const [offer] = await client.event('call', about('offer'))
    expect(offer).toMatchObject({ chatId: maria.jid, callerPn: maria.jid, isVideo: true })
    await call.hangUp()
    await client.event('call', about('timeout'))
  })

  test('lets the client reject the call', async () => {
    const maria = newPerson({ addressing: 'lid' })
    const call = await maria.call(account)
    const [offer] = await client.event('call', (calls) => calls.some(({ id }) => id === call.id))
    expect(offer).toMatchObject({ chatId: maria.lid, callerPn: maria.jid })
    await client.socket.rejectCall(call.id, maria.lid)
    expect(call.rejected).toBe(true)
  })
})
