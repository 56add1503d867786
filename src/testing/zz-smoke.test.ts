import { test, expect } from 'bun:test'
import { createWhatsAppWorld, until } from '/work/main/src/testing/whatsapp-world'
test('smoke', async () => {
  const t0 = Date.now()
  const w = await createWhatsAppWorld({ world: { environment: { LOG_LEVEL: 'debug' } } })
  console.log('world', Date.now() - t0)
  const account = await w.pair('5511900000001')
  console.log('paired', Date.now() - t0, w.connectionRow())
  const maria = w.server.phone('5511977776666', { name: 'Maria' })
  await maria.say(account, 'Bom dia')
  await until(() => w.messages().length === 1, 'message')
  console.log(w.messages(), Date.now() - t0)
  const t1 = Date.now()
  await maria.sayMany(account, Array.from({ length: 1000 }, (_, i) => `m${i}`))
  console.log('said', Date.now() - t1)
  await until(() => w.messages().length === 1001, 'burst', 30000)
  console.log('burst', Date.now() - t1)
  await w.stop()
}, 60000)
