import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs } from '../../../src/testing/browser/browser'
import { composer } from '../../../src/testing/browser/conversation-parts'
import { createScreenWindows, withWorld } from '../../../src/testing/browser/screen-windows'
import { until } from '../../../src/testing/whatsapp/whatsapp-world'

const { open } = createScreenWindows('/chats')
const bubble = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })
const waits = (page: Page, words: string) =>
  bubble(page, words).getByRole('img', { name: 'Aguardando a rede. Será enviada assim que a conexão voltar.' })
const say = async (page: Page, words: string) => {
  await composer(page).fill(words)
  await composer(page).press('Enter')
}

/** The browser's own console messages about failed and refused calls. */
const expected = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /Failed to load resource/, /requestfailed|net::/, /^500 /]

test(
  'keeps messages written offline, also on other screens, and sends each once when online',
  () =>
    withWorld(async (world) => {
      const api = await world.as(world.bruno)
      const chat = (await api.post('/chats', { title: 'Entrega 42', users: [world.carla.id] })).body
      const { page, complaints, close } = await open(world, world.bruno, { path: `/chats/${chat.uuid}`, expected })
      const stored = () =>
        world.ctx(1).company.sqlite.query<{ message: string }, []>('SELECT message FROM chat_message ORDER BY id').all()
      await composer(page).waitFor()

      // The server receives the messages, but its answers are lost.
      const sent: string[] = []
      await page.route(`**/chats/${chat.id}/messages`, async (route) => {
        if (route.request().method() === 'GET') return route.continue()
        sent.push(String(route.request().postDataJSON().message))
        if (sent.length > 1) return route.abort()
        await route.fetch()
        return route.abort()
      })
      await say(page, 'primeira')
      await until(() => stored().length === 1, 'the first is stored')
      await say(page, 'segunda')
      await waits(page, 'segunda').waitFor()
      await page.getByRole('link', { name: 'Atendimentos' }).first().click()
      await page.waitForURL('**/tickets**')
      await page.getByRole('link', { name: 'Chat interno', exact: true }).first().click()
      await page.getByRole('link', { name: /Entrega 42/ }).click()
      await waits(page, 'segunda').waitFor()
      expect([await bubble(page, 'primeira').count(), await bubble(page, 'segunda').count()]).toEqual([1, 1])

      await page.context().setOffline(true)
      await page.getByText('Sem internet. O que você digitar fica guardado.').waitFor()
      await say(page, 'terceira')
      await waits(page, 'terceira').waitFor()
      await page.unroute(`**/chats/${chat.id}/messages`)
      await page.context().setOffline(false)
      await until(() => stored().length === 3, 'all are stored')
      for (const words of ['primeira', 'segunda', 'terceira']) {
        await bubble(page, words).getByRole('img', { name: 'Enviada' }).waitFor()
        expect(await bubble(page, words).count()).toBe(1)
      }
      expect(stored().map(({ message }) => message)).toEqual(['primeira', 'segunda', 'terceira'])
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'reports a refused message and offers a retry',
  () =>
    withWorld(async (world) => {
      const api = await world.as(world.bruno)
      const chat = (await api.post('/chats', { title: 'Entrega 42', users: [world.carla.id] })).body
      const { page, complaints, close } = await open(world, world.bruno, { path: `/chats/${chat.uuid}`, expected })
      await composer(page).waitFor()
      await page.route(`**/chats/${chat.id}/messages`, (route) =>
        route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }),
      )
      await say(page, 'Chegou?')
      await bubble(page, 'Chegou?').getByText('Não enviada.').waitFor()
      await page.unroute(`**/chats/${chat.id}/messages`)
      await bubble(page, 'Chegou?').getByRole('button', { name: 'Tentar novamente' }).click()
      await bubble(page, 'Chegou?').getByRole('img', { name: 'Enviada' }).waitFor()
      expect(await bubble(page, 'Chegou?').count()).toBe(1)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
