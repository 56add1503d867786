import { afterAll, beforeAll, test } from 'bun:test'
import type { Account } from '../../../testing/whatsapp-server/account/phone.types'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../../testing/whatsapp-world'

let w: WhatsAppWorld
let account: Account
beforeAll(async () => {
  w = await createWhatsAppWorld({ whatsapp: { onlineMs: 100 } })
  account = await w.pair('5511900000001')
  // WhatsApp never shows an account without a name as online.
  const padaria = w.server.phone('5511977770002', { name: 'Vizinha' })
  await account.sendHistory([], { pushNames: [{ with: account, name: 'Padaria' }] })
  await padaria.say(account, 'oi')
  await account.whenDrained()
})
afterAll(() => w.stop())

test('receives the contact’s typing again after the account was offline, once it subscribes again', async () => {
  const maria = w.server.phone('5511988880001', { name: 'Dona Maria' })
  const { id } = await maria.say(account, 'oi')
  await until(() => w.messages().some((message) => message['provider_id'] === id), 'the message')
  const published = () => w.published.filter(({ event }) => event === 'company-1-presence').length
  const channel = w.connections.channel(1, 1)
  const away = () => maria.presences.filter(({ state }) => state === 'unavailable').length
  for (const round of [1, 2, 3]) {
    // Typing is published at most once a second.
    w.setTime(new Date(Date.now() + round * 2000))
    const before = { published: published(), away: away() }
    await until(async () => {
      await channel?.watchTyping({ kind: 'phone', value: maria.number })
      await maria.startTyping(account)
      await maria.stopTyping(account)
      return published() > before.published
    }, 'the typing')
    await until(() => away() > before.away, 'the account to go away')
  }
})
