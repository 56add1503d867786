import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import {
  browserTestMs,
  expectFitsPhone,
  findBarriers,
  sidewaysScroll,
  whenUsable,
} from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { readZip } from '../../src/testing/read-zip'
import { acceptTicket } from '../../src/ticket/assignment/accept-ticket'
import { setTicketQueue } from '../../src/ticket/assignment/set-ticket-queue'
import { getTicketRow } from '../../src/ticket/ticket.queries'

const { open, dialog, row, toast, withWorld } = createScreenWindows('/contacts')

test(
  'an admin exports a contact’s data and erases them: agents see the conversation vanish, reports stay as they were',
  () =>
    withWorld(async (world) => {
      receive(world, 1, messageEvent({ text: 'Meu endereço é <b>Rua A</b>' }))
      setTicketQueue(world.ctx(1), 1, 1)
      acceptTicket(world.ctxAs(world.bruno), 1)
      const { uuid } = getTicketRow(world.ctx(1), 1)
      const bruno = await open(world, world.bruno, { path: `/tickets/${uuid}` })
      await bruno.page.getByText('Meu endereço').last().waitFor()

      const { page, complaints, close } = await open(world, world.ana)
      await row(page, 'Dona Maria').getByRole('button', { name: 'Mais ações' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: 'Exportar dados' }).click()
      const saved = await download
      expect(saved.suggestedFilename()).toMatch(/^dados-do-contato-1-\d{4}-\d\d-\d\d\.zip$/)
      await toast(page, 'Dados exportados')
      const files = readZip(readFileSync(await saved.path()))
      expect(files.get('index.html')?.toString()).toContain('Meu endereço é &lt;b&gt;Rua A&lt;/b&gt;')
      expect(JSON.parse(files.get('dados.json')?.toString() ?? '').tables.contact).toMatchObject([
        { name: 'Dona Maria' },
      ])

      // From the panel, by the keyboard.
      await page.getByRole('button', { name: 'Dona Maria' }).click()
      await dialog(page).getByRole('button', { name: 'Apagar dados' }).focus()
      await page.keyboard.press('Enter')
      const question = page.getByRole('alertdialog')
      await question.getByText('1 atendimento, 1 mensagem').waitFor()
      const erase = question.getByRole('button', { name: 'Apagar para sempre' })
      const name = question.getByLabel('Para confirmar, digite Dona Maria')
      await name.fill('Dona')
      expect(await erase.isDisabled()).toBe(true)
      expect(await findBarriers(page)).toEqual([])
      // 1280 pixels at 200 %.
      await page.setViewportSize({ width: 640, height: 400 })
      expect(await sidewaysScroll(page)).toBe(0)
      await erase.scrollIntoViewIfNeeded()
      await expectFitsPhone(page)
      await page.setViewportSize({ width: 1280, height: 800 })
      await name.fill('dona maria')
      expect(await erase.isDisabled()).toBe(true)
      await name.fill('Dona Maria')
      await page.keyboard.press('Enter')
      await toast(page, 'Os dados estão sendo apagados')
      await row(page, 'Dona Maria').waitFor({ state: 'detached' })
      await dialog(page).waitFor({ state: 'detached' })
      await world.runJobs(1)
      await bruno.page.getByText('Meu endereço').last().waitFor({ state: 'detached' })

      await page.goto(new URL('/reports', page.url()).href)
      await whenUsable(page)
      await row(page, 'Bruno Lima.*Vendas').waitFor()
      expect(await page.getByText('Dona Maria').count()).toBe(0)
      expect([...complaints, ...bruno.complaints]).toEqual([])
      await close()
      await bruno.close()
    }),
  browserTestMs,
)

test(
  'agents are not offered either',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.bruno)
      await page.getByRole('button', { name: 'Dona Maria' }).click()
      await dialog(page).getByRole('button', { name: 'Editar contato' }).waitFor()
      expect(await dialog(page).getByRole('button', { name: /dados/ }).count()).toBe(0)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
