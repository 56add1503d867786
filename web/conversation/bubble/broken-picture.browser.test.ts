import { expect, test } from 'bun:test'
import { browserTestMs } from '../../../src/testing/browser/browser'
import { createInboxWindows } from '../../../src/testing/browser/inbox-windows'
import { ticketTable } from '../../../src/ticket/ticket.tables'

const { open, world, write } = createInboxWindows()

test(
  'shows a missing sticker whose load failed before hydration',
  async () => {
    write('Rita Campos', 'Bom dia')
    const bruno = await world().as(world().bruno)
    await bruno.put('/tickets/1', { status: 'open', userId: world().bruno.id, queueId: 1 })
    const picture = new FormData()
    picture.append('medias', new File([Uint8Array.fromHex('89504e470d0a1a0a')], 'figurinha.png', { type: 'image/png' }))
    await bruno.post('/messages/1', picture)
    const ctx = world().ctx(1)
    ctx.company.sqlite.run("UPDATE message SET media_type = 'sticker' WHERE media_type = 'image'")
    const uuid = ctx.db.select().from(ticketTable).get()?.uuid
    const page = await open(world().bruno)

    const failed = Promise.withResolvers<void>()
    await page.route('**/assets/client-entry*', async (route) => {
      await failed.promise
      await route.continue()
    })
    await page.goto(`${world().url}/tickets/${uuid}`, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.message-sticker')?.complete)
    failed.resolve()
    await page.getByText('Visualização não disponível').waitFor()
    expect(await page.locator('.message-sticker').count()).toBe(0)
  },
  browserTestMs,
)
