import { afterEach, beforeEach, expect, test } from 'bun:test'
import { browserTestMs, launchForFile, openWindow } from '../../src/testing/browser/browser'
import { bubble, composer, say } from '../../src/testing/browser/conversation-parts'
import { receiveText } from '../../src/testing/browser/inbox-windows'
import { toast } from '../../src/testing/browser/shown-toasts'
import { createServedWorld, type ServedWorld } from '../../src/testing/world/served-world'
import { ticketTable } from '../../src/ticket/ticket.tables'

const host = 'office.test'
const browser = launchForFile([`--host-resolver-rules=MAP ${host} 127.0.0.1`])
let world: ServedWorld

beforeEach(async () => {
  world = await createServedWorld({ pages: true })
}, browserTestMs)
afterEach(() => world.stop())

test(
  'sends messages from an address on the local network without HTTPS, and says that the microphone is refused',
  async () => {
    const bruno = await world.as(world.bruno)
    receiveText(world, 'inbound-1', { name: 'Rita Campos', text: 'Sobre o boleto', queueId: 1 })
    await bruno.put('/tickets/1', { status: 'open', userId: world.bruno.id, queueId: 1 })
    const path = `/tickets/${world.ctx(1).db.select().from(ticketTable).get()?.uuid}`
    const local = { ...world, url: world.url.replace('127.0.0.1', host) }
    const { page, complaints, close } = await openWindow(browser(), local, world.bruno, {
      path,
      expected: ['Cross-Origin-Opener-Policy header has been ignored'],
    })
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await say(page, 'Segue o boleto')
    await bubble(page, 'Segue o boleto').waitFor()
    expect(await composer(page).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Gravar áudio' }).click()
    await toast(page, 'Não foi possível usar o microfone. Verifique a permissão do navegador.')
    expect(complaints).toEqual([])
    await close()
  },
  browserTestMs,
)
