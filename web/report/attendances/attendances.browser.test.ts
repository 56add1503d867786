import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { read, utils } from 'xlsx'
import { browserTestMs, expectFitsPhone, findBarriers, whenUsable } from '../../../src/testing/browser/browser'
import { expectPhoneRows } from '../../../src/testing/browser/phone-rows'
import { createScreenWindows, refusedEntry } from '../../../src/testing/browser/screen-windows'
import { addContact, addTicket } from '../../../src/testing/conversation/tickets'
import { links } from '../../app/links'

const { open, dialog, field, row, withWorld } = createScreenWindows(links.reports())
const rows = (page: Page) => page.getByRole('table', { name: 'Relatórios' }).getByRole('row')

test(
  'filters, pages and exports the report, and links to log and conversation',
  () =>
    withWorld(async (world) => {
      const ctx = world.ctx(1)
      for (let index = 0; index < 12; index++) addTicket(ctx, { queueId: 1 })
      const julia = addContact(ctx, 'Júlia Peçanha')
      const rated = addTicket(ctx, { contactId: julia, status: 'open', userId: 2, queueId: 1 })
      ctx.company.sqlite.run("UPDATE ticket SET status = 'closed', closed_at = created_at, rating = 5 WHERE id = ?", [
        rated.id,
      ])
      const { page, complaints, close } = await open(world, world.ana)
      await row(page, 'Júlia Peçanha.*Bruno Lima.*Vendas.*Resolvido.*Nota 5 de 5').waitFor()
      expect(await rows(page).count()).toBe(11)
      await page.getByText('1–10 de 13').waitFor()
      await page.getByRole('button', { name: 'Próxima página' }).click()
      await page.getByText('11–13 de 13').waitFor()
      expect(new URL(page.url()).searchParams.get('page')).toBe('2')
      await page.reload()
      await whenUsable(page)
      await page.getByText('11–13 de 13').waitFor()
      expect(await findBarriers(page)).toEqual([])
      const totals = page.getByLabel('Totais do relatório')
      await totals.getByText(/^13/).waitFor()
      await page.getByRole('combobox', { name: 'Agrupar por' }).click()
      await page.getByRole('option', { name: 'Atendente' }).click()
      const summary = page.getByRole('table', { name: 'Resumo' })
      await summary.getByRole('row', { name: /Sem atendente 12/ }).waitFor()
      expect(await findBarriers(page)).toEqual([])
      // The number opens the list behind it.
      await summary.getByRole('link', { name: '1 Bruno Lima' }).press('Enter')
      await page.getByText('1–1 de 1').waitFor()
      expect(new URL(page.url()).searchParams.get('users')).toBe('2')
      await page.getByRole('button', { name: 'Visões' }).click()
      await page.getByRole('menuitem', { name: 'Salvar visão atual' }).click()
      await field(page, 'Nome da visão').fill('Só o Bruno')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Só o Bruno' }).waitFor()
      await page.goBack()
      await page.getByText('1–10 de 13').waitFor()
      await page.getByRole('button', { name: 'Visões' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Só o Bruno' }).click()
      await page.getByText('1–1 de 1').waitFor()
      await page.goBack()
      await page.getByText('1–10 de 13').waitFor()
      await page.getByRole('switch', { name: 'Somente avaliados' }).click()
      await page.getByText('1–1 de 1').waitFor()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Exportar para Excel' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe('relatorio-de-atendimentos.xlsx')
      const book = read(await Bun.file(await download.path()).arrayBuffer())
      const sheet = utils.sheet_to_json<string[]>(book.Sheets['RelatorioDeAtendimentos']!, { header: 1 })
      expect(sheet.map((cells) => cells[1])).toEqual(['Contato', 'Júlia Peçanha'])
      await row(page, 'Júlia Peçanha').getByRole('button', { name: 'Logs do Ticket' }).click()
      await dialog(page)
        .getByRole('heading', { name: `#${rated.id}` })
        .waitFor()
      await page.keyboard.press('Escape')
      await row(page, 'Júlia Peçanha').getByRole('button', { name: 'Acessar Ticket' }).click()
      await page.waitForURL(`**/tickets/${rated.uuid}`)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'is limited to admins, can add a contact that the search does not find, and fits a phone',
  () =>
    withWorld(async (world) => {
      const bruno = await open(world, world.bruno, { expected: refusedEntry })
      await bruno.page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor()
      await bruno.close()
      addTicket(world.ctx(1), { queueId: 1 })
      const { page, close } = await open(world, world.ana)
      await page.getByText('1–1 de 1').waitFor()
      await page.getByRole('combobox', { name: 'Contato' }).fill('Zulmira Prado')
      await page.getByRole('button', { name: 'Criar “Zulmira Prado”' }).click()
      expect(await field(page, 'Nome').inputValue()).toBe('Zulmira Prado')
      await page.keyboard.press('Escape')
      await expectFitsPhone(page)
      await page.getByRole('button', { name: 'Filtros' }).click()
      await dialog(page).getByRole('combobox', { name: 'Data que conta' }).click()
      await page.getByRole('option', { name: 'Resolução', exact: true }).click()
      await dialog(page).getByRole('button', { name: 'Ver 0 resultados' }).waitFor()
      await dialog(page).getByRole('button', { name: 'Limpar filtros' }).click()
      await dialog(page).getByRole('button', { name: 'Ver 1 resultado', exact: true }).click()
      await page.getByText('1–1 de 1').waitFor()
      // The summary is above them.
      await expectPhoneRows(page, 1)
      await close()
    }),
  browserTestMs,
)

test(
  'shows all columns of long names on a common laptop without scrolling sideways',
  () =>
    withWorld(async (world) => {
      const ctx = world.ctx(1)
      const { sqlite } = ctx.company
      sqlite.run("UPDATE connection SET name = 'WhatsApp da loja do centro'")
      sqlite.run("UPDATE queue SET name = 'Assistência técnica' WHERE id = 1")
      sqlite.run("UPDATE user SET name = 'Maximiliano Albuquerque' WHERE id = 2")
      const contactId = addContact(ctx, 'Francisca Pereira Freitas de Andrade')
      const { id } = addTicket(ctx, { contactId, status: 'open', userId: 2, queueId: 1 })
      sqlite.run(
        "UPDATE ticket SET status = 'closed', closed_at = created_at, rating = 5, last_message = 'Obrigada pela atenção de todos' WHERE id = ?",
        [id],
      )
      const { page, close } = await open(world, world.ana)
      await page.setViewportSize({ width: 1440, height: 900 })
      await row(page, 'Francisca.*Nota 5 de 5').waitFor()
      const nameWidth = () =>
        row(page, 'Francisca')
          .locator('bdi')
          .first()
          .evaluate((element) => element.clientWidth)
      const narrow = await nameWidth()
      sqlite.run("UPDATE ticket SET status = 'open', closed_at = NULL, rating = NULL, user_id = NULL")
      await page.reload()
      await whenUsable(page)
      await row(page, 'Francisca').waitFor()
      // What no ticket has leaves its room to names and messages.
      const headers = await page.getByRole('columnheader').allInnerTexts()
      for (const name of ['Resolução', 'NPS', 'Usuário']) expect(headers).not.toContain(name)
      expect(headers).toContain('Fila')
      expect(await nameWidth()).toBeGreaterThan(narrow * 1.4)
      sqlite.run("UPDATE ticket SET status = 'closed', closed_at = created_at, rating = 5, user_id = 2")
      await page.reload()
      await whenUsable(page)
      await row(page, 'Francisca.*Nota 5 de 5').waitFor()
      const frame = page.locator('.data-table-frame')
      expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      const tooltip = page.getByRole('tooltip')
      for (const whole of ['Francisca Pereira Freitas de Andrade', 'Obrigada pela atenção de todos']) {
        await page.getByText(whole).hover()
        await tooltip.getByText(whole, { exact: true }).waitFor()
      }
      // It can be pointed at.
      await tooltip.hover()
      await tooltip.click({ trial: true })
      await tooltip.getByText('Obrigada pela atenção de todos', { exact: true }).waitFor()
      await page.getByText('Resolvido', { exact: true }).hover()
      await tooltip.waitFor({ state: 'hidden' })
      await page.setViewportSize({ width: 390, height: 844 })
      const shown = row(page, 'Francisca')
      await shown.getByText('Obrigada pela atenção').waitFor()
      // Values share lines below the name.
      const middles = ['Assistência técnica', 'Resolvido'].map((text) =>
        shown.getByText(text, { exact: true }).evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect()
          return Math.round((top + bottom) / 2)
        }),
      )
      expect(new Set(await Promise.all(middles)).size).toBe(1)
      await shown.getByRole('button', { name: 'Detalhes da linha' }).click()
      await shown.getByText('WhatsApp da loja do centro').waitFor()
      await close()
    }),
  browserTestMs,
)
