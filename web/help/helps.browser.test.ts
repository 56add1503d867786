import { expect, test } from 'bun:test'
import { helpRecords } from '../../src/platform/help/help.record'
import { hostContext } from '../../src/platform/host-record'
import { browserTestMs, findBarriers, hasFocus } from '../../src/testing/browser/browser'
import { createScreenWindows, dialog, withWorld } from '../../src/testing/browser/screen-windows'

const { open } = createScreenWindows('/helps')
/** YouTube cannot be reached in tests, so that its pictures and player do not load. */
const offline = { expected: [/Failed to load resource/, /ytimg/, /youtube/, /ERR_/] }

test(
  'help videos are cards that open in a player; the menu links to them while there are any',
  () =>
    withWorld(async (world) => {
      const ctx = hostContext(world.platform)
      const titles = ['Primeiros passos', 'Transferir um atendimento']
      const [first, second] = titles.map((title) =>
        helpRecords.createFrom(ctx, { title, description: `Sobre: ${title}`, video: 'dQw4w9WgXcQ' }),
      )
      const { page, complaints, close } = await open(world, world.bruno, offline)
      await page.getByRole('heading', { level: 1, name: 'Ajuda' }).waitFor()
      await page.getByText('2 no total').waitFor({ state: 'attached' })
      const card = page.getByRole('button', { name: /Primeiros passos.*Sobre: Primeiros passos/ })
      await card.locator('img').waitFor({ state: 'detached' })
      await card.locator('svg').waitFor()
      expect(await page.locator('iframe').count()).toBe(0)
      await card.focus()
      await page.keyboard.press('Enter')
      await dialog(page).locator('iframe[src*="youtube-nocookie.com/embed/dQw4w9WgXcQ"]').waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await hasFocus(card)
      expect(await findBarriers(page)).toEqual([])
      const entry = page.getByRole('navigation').getByRole('link', { name: 'Ajuda' })
      expect(await entry.count()).toBe(1)

      for (const help of [first, second]) if (help) helpRecords.remove(ctx, help.id)
      await page.reload()
      await page.getByText('Nenhum vídeo ainda').waitFor()
      expect(await entry.count()).toBe(0)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
