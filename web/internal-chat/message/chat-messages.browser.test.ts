import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, findBarriers } from '../../../src/testing/browser/browser'
import { composer } from '../../../src/testing/browser/conversation-parts'
import { createScreenWindows, withWorld } from '../../../src/testing/browser/screen-windows'
import type { ServedWorld } from '../../../src/testing/world/served-world'
import { until } from '../../../src/testing/whatsapp/whatsapp-world'

const { open } = createScreenWindows('/chats')
/** In the page: the notifications shown by the browser. */
declare const notices: { title: string; body: string; onclick(): void }[]
const messages = (page: Page) => page.getByRole('region', { name: 'Mensagens da conversa' })
const message = (page: Page, words: string) => messages(page).getByRole('article').filter({ hasText: words })

async function begin(world: ServedWorld, lines: readonly string[] = []) {
  const bruno = await world.as(world.bruno)
  const chat = (await bruno.post('/chats', { title: 'Entrega 42', users: [world.carla.id] })).body
  for (const line of lines) await bruno.post(`/chats/${chat.id}/messages`, { message: line })
  return chat as { id: number; uuid: string }
}

test(
  'a message is marked as read, edited and deleted, live for the other user',
  () =>
    withWorld(async (world) => {
      const { uuid } = await begin(world, ['Entrega as 9h', 'Ops, conversa errada'])
      const bruno = await open(world, world.bruno, { path: `/chats/${uuid}` })
      await message(bruno.page, 'Entrega as 9h').getByRole('img', { name: 'Enviada' }).waitFor()
      const carla = await open(world, world.carla, { path: `/chats/${uuid}` })
      await message(bruno.page, 'Entrega as 9h').getByRole('img', { name: 'Lida' }).waitFor()
      await message(carla.page, 'Entrega as 9h').hover()
      await message(carla.page, 'Entrega as 9h').getByRole('button', { name: 'Ações da mensagem' }).click()
      expect(await carla.page.getByRole('menuitem').allTextContents()).toEqual([
        expect.stringContaining('Copiar texto'),
      ])
      await carla.page.keyboard.press('Escape')

      await composer(bruno.page).fill('rascunho')
      await messages(bruno.page).focus()
      for (const key of ['ArrowUp', 'ArrowUp', 'e']) await bruno.page.keyboard.press(key)
      await bruno.page.getByRole('status', { name: 'Editando mensagem' }).waitFor()
      expect(await composer(bruno.page).inputValue()).toBe('Entrega as 9h')
      await composer(bruno.page).fill('Entrega às 9h')
      await composer(bruno.page).press('Enter')
      for (const { page } of [bruno, carla]) await message(page, 'Entrega às 9h').getByText('Editada').waitFor()
      await bruno.page.waitForFunction(() => document.querySelector('textarea')?.value === 'rascunho')

      await message(bruno.page, 'Ops').hover()
      await message(bruno.page, 'Ops').getByRole('button', { name: 'Ações da mensagem' }).click()
      await bruno.page.getByRole('menuitem', { name: 'Apagar' }).click()
      await bruno.page.getByRole('alertdialog').getByRole('button', { name: 'Apagar' }).click()
      for (const { page } of [bruno, carla]) {
        await messages(page).getByText('Mensagem apagada').waitFor()
        expect(await message(page, 'Ops').count()).toBe(0)
        await page.getByRole('link', { name: /Entrega 42.*Entrega às 9h/ }).waitFor()
        expect(await findBarriers(page)).toEqual([])
      }
      for (const { complaints, close } of [bruno, carla]) {
        expect(complaints).toEqual([])
        await close()
      }
    }),
  browserTestMs,
)

test(
  'shows a browser notification of a colleague’s message while hidden, which opens the chat',
  () =>
    withWorld(async (world) => {
      const { id, uuid } = await begin(world, ['Bom dia'])
      const { page, complaints, close } = await open(world, world.carla, { path: '/tickets' })
      // The code that announces messages is there once it has counted them.
      await page.getByRole('button', { name: '1 mensagem não lida no chat interno' }).waitFor()
      await page.evaluate(() => {
        const notices: { title: string; body?: string; onclick?: () => void }[] = []
        class Notice {
          static permission = 'granted'
          onclick?: () => void
          close() {}
          constructor(title: string, options: NotificationOptions) {
            notices.push(Object.assign(this, { title, body: options.body ?? '' }))
          }
        }
        Object.assign(window, { Notification: Notice, notices })
        document.hasFocus = () => false
      })
      await until(() => world.hub.isOnline(1, world.carla.id), 'Carla’s live connection')
      const bruno = await world.as(world.bruno)
      await bruno.post(`/chats/${id}/messages`, { message: 'A carga *chegou*' })
      await page.waitForFunction(() => notices.length > 0)
      const announced = await page.evaluate(() => {
        const [notice] = notices
        notice?.onclick()
        return [notice?.title, notice?.body]
      })
      expect(announced).toEqual(['Bruno Lima', 'A carga chegou'])
      await page.waitForURL(`**/chats/${uuid}`)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'a long press shows the actions on a message, its time and its readers, and keeps the browser’s menu closed',
  () =>
    withWorld(async (world) => {
      const { uuid } = await begin(world, ['Entrega as 9h'])
      const carla = await open(world, world.carla, { path: `/chats/${uuid}` })
      await message(carla.page, 'Entrega as 9h').waitFor()
      const bruno = await open(world, world.bruno, { path: `/chats/${uuid}`, hasTouch: true, isMobile: true })
      await message(bruno.page, 'Entrega as 9h').getByRole('img', { name: 'Lida' }).waitFor()
      const { x = 0, y = 0 } = (await message(bruno.page, 'Entrega as 9h').locator('.bubble').boundingBox()) ?? {}
      const devtools = await bruno.page.context().newCDPSession(bruno.page)
      const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
        devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
      await touch('touchStart', [{ x: x + 20, y: y + 20 }])
      const sheet = bruno.page.getByRole('dialog', { name: 'Entrega as 9h' })
      await sheet.getByText(/^\d\d\/\d\d\/\d{4} .*Lida por Carla/).waitFor()
      const isOpened = await bruno.page.evaluate(() =>
        document.body.dispatchEvent(new Event('contextmenu', { bubbles: true, cancelable: true })),
      )
      expect(isOpened).toBe(false)
      await touch('touchEnd', [])
      // A dialog takes no tap beside it in its first half second.
      await bruno.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
      await bruno.page.touchscreen.tap(1, 1)
      await sheet.waitFor({ state: 'detached' })
      expect([...bruno.complaints, ...carla.complaints]).toEqual([])
      await bruno.close()
      await carla.close()
    }),
  browserTestMs,
)
