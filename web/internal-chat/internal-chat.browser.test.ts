import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, expectNoBarriers, findBarriers } from '../../src/testing/browser/browser'
import { composer } from '../../src/testing/browser/conversation-parts'
import { createScreenWindows, refusedEntry } from '../../src/testing/browser/screen-windows'
import type { ServedWorld } from '../../src/testing/world/served-world'
import { changePlans } from '../../src/testing/world/change-plans'

const { open, dialog, field, save, toast, withWorld } = createScreenWindows('/chats')
const messages = (page: Page) => page.getByRole('region', { name: 'Mensagens da conversa' })
const said = (page: Page, words: string) => messages(page).getByText(words, { exact: true }).waitFor()

async function begin(world: ServedWorld, lines: readonly string[] = []) {
  const bruno = await world.as(world.bruno)
  const chat = (await bruno.post('/chats', { title: 'Entrega 42', users: [world.carla.id] })).body
  for (const message of lines) await bruno.post(`/chats/${chat.id}/messages`, { message })
  return chat
}

test(
  'two users start a chat and write live; unread messages are counted, and others receive nothing',
  () =>
    withWorld(async (world) => {
      const bruno = await open(world, world.bruno)
      const carla = await open(world, world.carla, { path: '/tickets' })
      const ana = await open(world, world.ana)
      await bruno.page.getByRole('button', { name: 'Nova conversa' }).first().click()
      const saving = dialog(bruno.page).getByRole('button', { name: 'Salvar' })
      expect(await saving.isDisabled()).toBe(true)
      await field(bruno.page, 'Título').fill('Entrega 42')
      expect(await saving.isDisabled()).toBe(true)
      await dialog(bruno.page)
        .getByRole('combobox', { name: /Pessoas/ })
        .fill('carla')
      await bruno.page.getByRole('option', { name: 'Carla Dias' }).click()
      await bruno.page.keyboard.press('Tab')
      await save(bruno.page)
      await toast(bruno.page, 'Conversa criada')
      await bruno.page.waitForURL('**/chats/*-*')
      await composer(bruno.page).fill('Chegou a carga?')
      await composer(bruno.page).press('Enter')
      await said(bruno.page, 'Chegou a carga?')

      await carla.page.getByRole('link', { name: 'Chat interno 1 mensagem não lida' }).waitFor()
      await carla.page.getByRole('button', { name: '1 mensagem não lida no chat interno' }).click()
      await carla.page.getByRole('link', { name: /Entrega 42.*Chegou a carga\?.*1 não lida/ }).click()
      await said(carla.page, 'Chegou a carga?')
      await carla.page.getByRole('button', { name: 'Chat interno', exact: true }).waitFor()
      await composer(carla.page).fill('Chegou 👍')
      await composer(carla.page).press('Enter')
      await said(bruno.page, 'Chegou 👍')
      await bruno.page.getByRole('link', { name: /Entrega 42.*Chegou 👍/ }).waitFor()
      // Marked as read at once if it is open in a focused window.
      await bruno.page.getByRole('button', { name: 'Chat interno', exact: true }).waitFor()

      await ana.page.getByText('Nenhuma conversa ainda').waitFor()
      expect(await ana.page.getByText('Entrega 42').count()).toBe(0)
      for (const { complaints, close } of [bruno, carla, ana]) {
        expect(complaints).toEqual([])
        await close()
      }
    }),
  browserTestMs,
)

test(
  'only its owner edits and deletes a chat, which closes for its members',
  () =>
    withWorld(async (world) => {
      const { uuid } = await begin(world, ['oi'])
      const bruno = await open(world, world.bruno, { path: `/chats/${uuid}` })
      const carla = await open(world, world.carla, { path: `/chats/${uuid}` })
      await carla.page.getByRole('heading', { name: 'Entrega 42' }).waitFor()
      for (const name of ['Editar conversa', 'Excluir conversa']) {
        expect(await carla.page.getByRole('button', { name }).count()).toBe(0)
      }
      await bruno.page.getByRole('button', { name: 'Editar conversa' }).click()
      await field(bruno.page, 'Título').fill('Entrega 43')
      await field(bruno.page, 'Título').press('Control+Enter')
      await toast(bruno.page, 'Conversa salva')
      for (const { page } of [bruno, carla]) await page.getByRole('heading', { name: 'Entrega 43' }).waitFor()

      await bruno.page.getByRole('button', { name: 'Excluir conversa' }).click()
      const question = bruno.page.getByRole('alertdialog', { name: 'Excluir Conversa' })
      await question.getByText('Esta ação não pode ser revertida, confirmar?').waitFor()
      await question.getByRole('button', { name: 'Excluir' }).click()
      await toast(bruno.page, 'Conversa excluída')
      await toast(carla.page, 'Esta conversa não está mais disponível para você.')
      for (const { page } of [bruno, carla]) {
        await page.waitForURL('**/chats')
        await page.getByText('Nenhuma conversa ainda').waitFor()
      }
      await carla.go(`/chats/${uuid}`)
      expect(new URL(carla.page.url()).pathname).toBe('/chats')
      for (const { complaints, close } of [bruno, carla]) {
        expect(complaints).toEqual([])
        await close()
      }
    }),
  browserTestMs,
)

test(
  'loads older messages while scrolling, sends files, and restores the draft',
  () =>
    withWorld(async (world) => {
      const lines = Array.from({ length: 95 }, (_, index) => `linha ${index + 1}`)
      const { uuid } = await begin(world, lines)
      const { page, complaints, close, go } = await open(world, world.bruno, { path: `/chats/${uuid}` })
      await said(page, 'linha 95')
      expect(await messages(page).getByText('linha 1', { exact: true }).count()).toBe(0)
      const scroller = page.locator('.message-list')
      // The page has 40; near the top, 40 more are loaded each time.
      for (const [first, length] of [
        ['linha 16', 80],
        ['linha 1', 95],
      ] as const) {
        await scroller.evaluate((element) => element.scrollTo({ top: -element.scrollHeight }))
        await messages(page).getByText(first, { exact: true }).waitFor()
        expect(await messages(page).getByRole('article').count()).toBe(length)
      }
      await page.getByRole('button', { name: /mais recente/ }).click()
      await page
        .locator('.composer input[type=file]')
        .setInputFiles([{ name: 'nota.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 nota') }])
      await composer(page).fill('segue a nota')
      await page.getByRole('button', { name: 'Enviar', exact: true }).click()
      await messages(page)
        .getByRole('link', { name: /nota\.pdf/ })
        .waitFor()
      await said(page, 'segue a nota')
      await composer(page).fill('ainda não termin')
      await go('/tickets')
      await go(`/chats/${uuid}`)
      await page.waitForFunction(() => document.querySelector('textarea')?.value === 'ainda não termin')
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'without internal chat in the plan, shows nothing of it',
  () =>
    withWorld(async (world) => {
      changePlans(world, { useInternalChat: false })
      const { page, complaints, close } = await open(world, world.bruno, { expected: refusedEntry })
      const reason = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'
      await page.waitForURL('**/tickets')
      await toast(page, reason)
      expect(await page.getByRole('link', { name: /Chat interno/ }).count()).toBe(0)
      expect(await page.getByRole('button', { name: /Chat interno/ }).count()).toBe(0)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'on a phone shows chats and messages as two tabs; no accessibility violations',
  () =>
    withWorld(async (world) => {
      const { uuid } = await begin(world, ['*Bom dia* https://a.test', '👍'])
      const { page, complaints, close, go } = await open(world, world.carla, { path: `/chats/${uuid}` })
      await expectNoBarriers(page)
      await page
        .getByRole('banner')
        .getByRole('button', { name: /hat interno/ })
        .click()
      await page.getByRole('link', { name: 'Ver todas' }).waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('link', { name: 'Nova conversa' }).click()
      await dialog(page).waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await page.setViewportSize({ width: 390, height: 844 })
      await go(`/chats/${uuid}`)
      await page.getByRole('tab', { name: 'Mensagens', selected: true }).waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('tab', { name: 'Chats' }).click()
      expect(await composer(page).isVisible()).toBe(false)
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('link', { name: /Entrega 42/ }).click()
      await composer(page).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'on a slow network shows the next chat at once, and offers a retry there',
  () =>
    withWorld(async (world) => {
      const { uuid } = await begin(world, ['oi'])
      const bruno = await world.as(world.bruno)
      const other = (await bruno.post('/chats', { title: 'Férias', users: [world.carla.id] })).body
      await bruno.post(`/chats/${other.id}/messages`, { message: 'em julho' })
      const { page, complaints, close } = await open(world, world.bruno, {
        path: `/chats/${uuid}`,
        expected: [/Failed to load resource/],
      })
      await said(page, 'oi')
      await composer(page).fill('para a entrega')
      const address = `**/chats/${other.uuid}`
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route(address, async (call) => {
        await held
        await call.abort()
      })
      await page.getByRole('link', { name: /Férias/ }).click()
      const pane = page.getByRole('region', { name: 'Férias' })
      await pane.getByRole('heading', { name: 'Férias' }).waitFor()
      expect(await page.getByText('oi', { exact: true }).count()).toBe(1)
      expect(await pane.getByRole('textbox', { name: 'Escrever mensagem' }).isEditable()).toBe(false)
      expect(await page.locator('.chat-row[aria-current]').count()).toBe(1)
      release()
      await pane.getByText('Sem conexão com o servidor').waitFor()
      await page.unroute(address)
      await pane.getByRole('button', { name: 'Tentar novamente' }).click()
      await said(page, 'em julho')
      expect(await composer(page).inputValue()).toBe('')
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
