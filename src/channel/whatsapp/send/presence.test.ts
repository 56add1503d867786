import { afterAll, beforeAll, test } from 'bun:test'
import type { Account } from '../../../testing/services/whatsapp-server/account/phone.types'
import { createWhatsAppWorld, until, type WhatsAppWorld } from '../../../testing/whatsapp/whatsapp-world'

let world: WhatsAppWorld
let account: Account
beforeAll(async () => {
  world = await createWhatsAppWorld({ whatsapp: { onlineMs: 100 } })
  account = await world.pair('5511900000001')
  // WhatsApp never shows an account without a name as online.
  const padaria = world.server.phone('5511977770002', { name: 'Vizinha' })
  await account.sendHistory([], { pushNames: [{ with: account, name: 'Padaria' }] })
  await padaria.say(account, 'oi')
  await account.whenDrained()
})
afterAll(() => world.stop())

test('receives the contact’s typing again after the account was offline, once it subscribes again', async () => {
  const maria = world.server.phone('5511988880001', { name: 'Dona Maria' })
  const { id } = await maria.say(account, 'oi')
  await until(() => world.messages().some((message) => message['provider_id'] === id), 'the message')
  const published = () => world.published.filter(({ event }) => event === 'company-1-presence').length
  const channel = world.connections.channel(1, 1)
  const away = () => maria.presences.filter(({ state }) => state === 'unavailable').length
  for (const round of [1, 2, 3]) {
    // Typing is published at most once a second.
    world.setTime(new Date(Date.now() + round * 2000))
    const before = { published: published(), away: away() }
    await until(async () => {
      await channel?.watchTyping?.({ kind: 'phone', value: maria.number })
      await maria.startTyping(account)
      await maria.stopTyping(account)
      return published() > before.published
    }, 'the typing')
    await until(() => away() > before.away, 'the account to go away')
  }
})
