import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import {
  browserTestMs,
  expectFitsPhone,
  findBarriers,
  launchForFile,
  openWindow,
  whenUsable,
} from '../../src/testing/browser/browser'
import { receiveText } from '../../src/testing/browser/inbox-windows'
import { forgetActors } from '../../src/user/actor.queries'
import { createServedWorld, type ServedWorld } from '../../src/testing/world/served-world'

const browser = launchForFile([], { isWhole: true })
const offlineNoise = [/ERR_INTERNET_DISCONNECTED/, /WebSocket/, /Failed to fetch/, /net::/]

async function withTickets(run: (world: ServedWorld) => Promise<void>) {
  const world = await createServedWorld({ pages: true })
  try {
    const bruno = await world.as(world.bruno)
    for (const [index, name] of ['Alice Prado', 'Bento <b>Rosa</b>', 'Clara Dias'].entries()) {
      receiveText(world, `inbound-${index}`, { name, text: `Olá de ${name}`, queueId: 1 })
      const userId = name === 'Clara Dias' ? world.carla.id : world.bruno.id
      if (userId === world.bruno.id) await bruno.put(`/tickets/${index + 1}`, { status: 'open', userId, queueId: 1 })
    }
    world.ctx(1).company.sqlite.run(`UPDATE ticket SET status = 'open', user_id = ? WHERE id = 3`, [world.carla.id])
    await run(world)
  } finally {
    await world.stop()
  }
}

const storedRows = (page: Page, store: string) =>
  page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('recado-offline')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    if (!database.objectStoreNames.contains(name)) return (database.close(), [])
    const rows = await new Promise<{ contact?: string; body?: string }[]>((resolve) => {
      const reading = database.transaction(name).objectStore(name).getAll()
      reading.onsuccess = () => resolve(reading.result)
    })
    database.close()
    return rows
  }, store)

const rowsOf = async (page: Page, store: string) =>
  (await storedRows(page, store)).map((row) => row.contact ?? row.body ?? '')

async function untilKept(page: Page, store: string, count: number) {
  while ((await rowsOf(page, store)).length !== count) await Bun.sleep(50)
}

async function open(world: ServedWorld, path = '/tickets') {
  const opened = await openWindow(browser(), world, world.bruno, { path, expected: offlineNoise })
  const { page } = opened
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await untilKept(page, 'conversation', 2)
  return { ...opened, context: page.context() }
}

const sent = (world: ServedWorld) =>
  world
    .ctx(1)
    .company.sqlite.query<{ ticket_id: number; body: string }, []>(
      'SELECT ticket_id, body FROM message WHERE from_me = 1 AND is_private = 0 ORDER BY id',
    )
    .all()
    .map((row) => [row.ticket_id, row.body.replace(/^.*\n/, '')])

test(
  'reads the own open conversations without a network, and sends what was written there once when it is back',
  () =>
    withTickets(async (world) => {
      const { page, context, close } = await open(world)
      expect((await rowsOf(page, 'conversation')).sort()).toEqual(['Alice Prado', 'Bento <b>Rosa</b>'])
      const unread = () =>
        world.ctx(1).company.sqlite.query('SELECT count(*) AS n FROM ticket WHERE unread_messages > 0').get()
      const before = unread()
      await context.setOffline(true)
      await page.reload()
      await page.getByRole('status').getByText('Sem conexão.').waitFor()
      expect(await page.getByRole('navigation').getByRole('link').count()).toBe(2)
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('link', { name: /Bento <b>Rosa<\/b>/ }).click()
      const messages = page.getByRole('list', { name: /Mensagens de Bento/ })
      await messages.getByText('Olá de Bento <b>Rosa</b>').waitFor()
      await page.getByRole('textbox').fill('Escrito no túnel')
      await page.getByRole('textbox').press('Enter')
      await messages.getByText('Será enviada').waitFor()
      await page.reload()
      await messages.getByText('Escrito no túnel').waitFor()
      await expectFitsPhone(page)
      expect([sent(world), unread()]).toEqual([[], before])

      await context.setOffline(false)
      await whenUsable(page)
      while (sent(world).length === 0) await Bun.sleep(50)
      await untilKept(page, 'draft', 0)
      await page.reload()
      await whenUsable(page)
      await page.locator('.message-list, [class*=bubble]').getByText('Escrito no túnel').first().waitFor()
      expect(sent(world)).toEqual([[2, 'Escrito no túnel']])
      await close()
    }),
  browserTestMs,
)

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test(
  'reads pictures and groups without a network, and sends a file that was chosen there once',
  () =>
    withTickets(async (world) => {
      const bruno = await world.as(world.bruno)
      const form = new FormData()
      form.set('body', 'Veja a foto')
      form.append('medias', new File([picture], 'sofá.png', { type: 'image/png' }))
      expect((await bruno.post('/messages/1', form)).status).toBe(200)
      const { sqlite } = world.ctx(1).company
      sqlite.run('UPDATE user SET allow_group = 1')
      forgetActors(world.ctx(1))
      sqlite.run(`UPDATE ticket SET status = 'group', is_group = 1, user_id = NULL WHERE id = 2`)
      const { page, context, close } = await open(world)
      await untilKept(page, 'file', 1)
      await context.setOffline(true)
      await page.reload()
      await page.getByRole('link', { name: /Alice/ }).click()
      const shown = page.getByRole('img', { name: 'sofá.png' })
      await shown.waitFor()
      expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1)
      await page
        .getByLabel('Anexar arquivo')
        .setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('R$ 10') })
      await page.getByRole('textbox').fill('Segue a nota')
      await page.getByRole('textbox').press('Enter')
      await page.getByRole('link', { name: 'nota.txt' }).waitFor()
      expect(await findBarriers(page)).toEqual([])
      await expectFitsPhone(page)
      await page.getByRole('link', { name: 'Voltar' }).click()
      await page.getByRole('link', { name: /Bento/ }).click()
      await page
        .getByRole('list', { name: /Mensagens de Bento/ })
        .getByText('Olá de Bento')
        .waitFor()
      await context.setOffline(false)
      await whenUsable(page)
      await untilKept(page, 'draft', 0)
      await page.reload()
      await whenUsable(page)
      const files = sqlite
        .query(`SELECT ticket_id, body, media_type FROM message WHERE from_me = 1 ORDER BY id`)
        .values()
      expect(files).toEqual([
        [1, 'Veja a foto', 'image'],
        [1, '*Bruno Lima:*\nSegue a nota', 'application'],
      ])
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole('button', { name: 'Minha conta' }).click()
      await page.getByRole('menuitem', { name: 'Sair' }).click()
      await page.waitForURL('**/login**')
      expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'an older message that is deleted or edited is not kept as it was',
  () =>
    withTickets(async (world) => {
      const ana = await world.as(world.ana)
      const ids: number[] = []
      for (const body of ['Senha do cofre: 1234', 'Chega as 8', 'Até amanhã']) {
        ids.push((await ana.post('/messages/1', { body })).body.messages[0].id)
        await world.runJobs(1)
      }
      const { page, close } = await open(world)
      const kept = async () => JSON.stringify(await storedRows(page, 'conversation'))
      expect(await kept()).toContain('Senha do cofre')
      expect((await ana.delete(`/messages/${ids[0]}`)).status).toBe(200)
      expect((await ana.post(`/messages/edit/${ids[1]}`, { body: 'Chega às 9' })).status).toBe(200)
      while ((await kept()).includes('Senha do cofre')) await Bun.sleep(50)
      while (!(await kept()).includes('Chega às 9')) await Bun.sleep(50)
      expect(await kept()).toMatch(/Até amanhã.*Olá de Bento/)
      await close()
    }),
  browserTestMs,
)

test(
  'what is written in an open window without a network survives a reload; signing out leaves nothing behind',
  () =>
    withTickets(async (world) => {
      const uuid = world
        .ctx(1)
        .company.sqlite.query<{ uuid: string }, []>('SELECT uuid FROM ticket WHERE id = 1')
        .get()?.uuid
      const { page, context, close } = await open(world, `/tickets/${uuid}`)
      const input = page.getByRole('textbox', { name: /mensagem/i }).last()
      await input.waitFor()
      await context.setOffline(true)
      for (const text of ['Primeira', 'Segunda']) {
        await input.fill(text)
        await input.press('Enter')
      }
      await untilKept(page, 'draft', 2)
      await page.reload()
      const waiting = page.locator('[data-state=waiting] p')
      await waiting.nth(1).waitFor()
      expect(await waiting.allInnerTexts()).toEqual(['Primeira', 'Segunda'])
      await context.setOffline(false)
      await whenUsable(page)
      while (sent(world).length < 2) await Bun.sleep(50)
      await untilKept(page, 'draft', 0)
      expect(sent(world)).toEqual([
        [1, 'Primeira'],
        [1, 'Segunda'],
      ])
      await page.getByRole('button', { name: 'Minha conta' }).click()
      await page.getByRole('menuitem', { name: 'Sair' }).click()
      await page.waitForURL('**/login**')
      expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([])
      await context.setOffline(true)
      await page.goto(`${world.url}/tickets`)
      await page.getByText('nenhum atendimento guardado').waitFor()
      await close()
    }),
  browserTestMs,
)
