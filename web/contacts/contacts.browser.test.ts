import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import {
  browserTestMs,
  expectFitsPhone,
  expectNoBarriers,
  findBarriers,
  whenUsable,
} from '../../src/testing/browser/browser'
import { setSetting } from '../../src/testing/conversation/conversation'
import { expectPhoneRows } from '../../src/testing/browser/phone-rows'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { addContact, addTicket } from '../../src/testing/conversation/tickets'

const { open, dialog, field, refusedFields, row, save, toast, withWorld } = createScreenWindows('/contacts')
const more = async (page: Page, name: string, action: string) => {
  await row(page, name).getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const pick = async (page: Page, filter: string, option: string) => {
  await page.getByRole('combobox', { name: new RegExp(`^${filter}`) }).click()
  await page.getByRole('option', { name: option }).click()
}

test(
  'adds a contact with extra fields, finds, edits, blocks and deletes it; colleagues see it at once',
  () =>
    withWorld(async (world) => {
      const ana = await open(world, world.ana, { expected: refusedFields })
      const sofia = await open(world, world.sofia)
      const { page } = ana
      await page.getByRole('button', { name: 'Adicionar contato' }).first().click()
      await field(page, 'Nome').fill('Conceição Araújo')
      await field(page, 'Número').fill('5511988880001')
      await save(page)
      await dialog(page).getByText('Já existe um contato com este número').waitFor()
      await field(page, 'Número').fill('(11) 97123-4567')
      await dialog(page).getByRole('button', { name: 'Adicionar informação' }).click()
      await dialog(page).getByRole('textbox', { name: 'Nome do campo' }).fill('Bairro')
      await dialog(page).getByRole('textbox', { name: 'Valor' }).fill('Sé')
      expect(await findBarriers(page)).toEqual([])
      await save(page)
      await toast(page, 'Contato salvo com sucesso!')
      for (const shown of [page, sofia.page]) await row(shown, 'Conceição Araújo').waitFor()
      await row(page, 'Conceição Araújo.*55 .11. 97123-4567').waitFor()

      await page.getByRole('searchbox').fill('conceicao')
      await row(page, 'Dona Maria').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Conceição Araújo' }).click()
      await dialog(page).getByRole('button', { name: 'Editar contato' }).click()
      expect(await dialog(page).getByRole('textbox', { name: 'Valor' }).inputValue()).toBe('Sé')
      await field(page, 'E-mail').fill('c@exemplo.test')
      await save(page)
      await field(page, 'E-mail').waitFor({ state: 'detached' })
      await row(sofia.page, 'c@exemplo.test').waitFor()
      await dialog(page).getByText('c@exemplo.test').waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })

      await more(page, 'Conceição', 'Bloquear contato')
      await toast(page, 'Contato bloqueado')
      await row(sofia.page, 'Conceição.*Bloqueado').waitFor()
      await pick(sofia.page, 'Status', 'Só bloqueados')
      await row(sofia.page, 'Dona Maria').waitFor({ state: 'detached' })
      await more(page, 'Conceição', 'Desbloquear contato')
      await toast(page, 'Contato desbloqueado')
      await row(sofia.page, 'Conceição').waitFor({ state: 'detached' })

      await more(page, 'Conceição', 'Excluir')
      await page.getByText(/são excluídos 0 atendimentos, 0 mensagens/).waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir contato' }).click()
      await toast(page, 'Contato excluído com sucesso!')
      await page.getByText('Nenhum contato encontrado').waitFor()
      expect([...ana.complaints, ...sofia.complaints]).toEqual([])
      await ana.close()
      await sofia.close()
    }),
  browserTestMs,
)

test(
  'tags, filters and exports many contacts; no accessibility violations on desktop or phone',
  () =>
    withWorld(async (world) => {
      for (const name of ['Lia Um', 'Lia Dois', 'Zeca']) addContact(world.ctx(1), name)
      const { page, complaints, close } = await open(world, world.ana)
      for (const name of ['Lia Um', 'Lia Dois']) await row(page, name).getByRole('checkbox').check()
      await page.getByText('2 selecionados').waitFor()
      await expectNoBarriers(page)
      await page.getByRole('button', { name: 'Tags', exact: true }).click()
      await dialog(page).getByRole('combobox').fill('Cliente antigo')
      await page.getByRole('button', { name: /^Criar/ }).click()
      await dialog(page).getByRole('button', { name: 'Adicionar tags' }).click()
      await toast(page, 'Tags adicionadas')
      await row(page, 'Lia Um.*Cliente antigo').waitFor()
      await page.getByRole('combobox', { name: 'Filtrar por tags' }).click()
      await page.getByRole('option', { name: 'Cliente antigo' }).click()
      await row(page, 'Zeca').waitFor({ state: 'detached' })
      expect(new URL(page.url()).searchParams.get('contactTag')).toMatch(/^\d+$/)
      await page.reload()
      await whenUsable(page)
      await row(page, 'Lia Dois').waitFor()
      expect(await row(page, 'Zeca').count()).toBe(0)
      await page.getByRole('button', { name: 'Importar / Exportar' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Exportar para CSV' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^contatos-\d{4}-\d\d-\d\d\.csv$/)
      const text = await Bun.file(await file.path()).text()
      expect(
        text
          .trim()
          .split('\r\n')
          .map((line) => line.split(';')[0]),
      ).toEqual(['Nome', 'Lia Dois', 'Lia Um'])
      await expectFitsPhone(page)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'blocks several contacts at once; Undo unblocks only those that were not blocked before',
  () =>
    withWorld(async (world) => {
      for (const name of ['Lia Um', 'Lia Dois', 'Zeca']) addContact(world.ctx(1), name)
      const { page, complaints, close } = await open(world, world.ana)
      await more(page, 'Zeca', 'Bloquear contato')
      await row(page, 'Zeca.*Bloqueado').waitFor()
      for (const name of ['Lia Um', 'Lia Dois', 'Zeca']) await row(page, name).getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
      await toast(page, 'Contatos bloqueados')
      // A notice that is pointed at stays.
      await page.getByRole('button', { name: 'Desfazer' }).last().hover()
      for (const name of ['Lia Um', 'Lia Dois']) await row(page, `${name}.*Bloqueado`).waitFor()
      await page.getByRole('button', { name: 'Desfazer' }).last().click()
      await toast(page, 'Contatos desbloqueados')
      for (const name of ['Lia Um', 'Lia Dois']) await row(page, `${name}.*Bloqueado`).waitFor({ state: 'detached' })
      await row(page, 'Zeca.*Bloqueado').waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'offers the actions for selected contacts on a phone in one menu, without horizontal scrolling',
  () =>
    withWorld(async (world) => {
      for (const name of ['Lia Um', 'Lia Dois']) addContact(world.ctx(1), name)
      const { page, complaints, close } = await open(world, world.ana)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectPhoneRows(page)
      for (const name of ['Lia Um', 'Lia Dois']) await row(page, name).getByRole('checkbox').check()
      const bar = page.getByRole('toolbar', { name: '2 selecionados' })
      expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await bar.getByRole('button', { name: 'Ações' }).click()
      await page.getByRole('menuitem', { name: 'Bloquear', exact: true }).click()
      await toast(page, 'Contatos bloqueados')
      for (const name of ['Lia Um', 'Lia Dois']) await row(page, `${name}.*Bloqueado`).waitFor()
      await bar.waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'creates a ticket on the connection that reaches the contact; users without permissions cannot delete or read numbers',
  () =>
    withWorld(async (world) => {
      setSetting(world, 'enableLGPD', 'enabled')
      setSetting(world, 'lgpdHideNumber', 'enabled')
      const { page, complaints, close } = await open(world, world.bruno)
      await row(page, 'Dona Maria.*\\*{6}01').waitFor()
      expect(await page.getByRole('button', { name: 'Excluir' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Exportar' }).click()
      expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Exportar para Excel', 'Exportar para CSV'])
      await page.keyboard.press('Escape')
      await row(page, 'Dona Maria').getByRole('button', { name: 'Iniciar atendimento' }).click()
      await toast(page, 'Nenhuma conexão está conectada agora.')
      world.ports.connections = {
        ...world.ports.connections,
        channel: () => ({}) as never,
      }
      await row(page, 'Dona Maria').getByRole('button', { name: 'Iniciar atendimento' }).click()
      const chosen = dialog(page).getByRole('combobox', { name: 'Contato' })
      await chosen.waitFor()
      expect(await chosen.inputValue()).toBe('Dona Maria')
      // The contact is given, so the queue comes next.
      await dialog(page).getByRole('combobox', { name: 'Fila' }).and(page.locator(':focus')).waitFor()
      expect(new URL(page.url()).pathname).toBe('/tickets')
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'a press on a row opens the contact beside the list: tickets in reach, tags, and what changes meanwhile',
  () =>
    withWorld(async (world) => {
      const ctx = world.ctx(1)
      const contactId = addContact(ctx, 'Lia Campos')
      addTicket(ctx, { contactId, status: 'open', userId: 2 })
      addTicket(ctx, { contactId, status: 'closed', userId: 2 })
      // Out of Bruno's reach.
      addTicket(ctx, { contactId, status: 'closed', userId: 3 })
      addTicket(ctx, { status: 'open', userId: 2 })
      const { page, complaints, close } = await open(world, world.bruno)
      const ana = await open(world, world.ana, { path: `/contacts?open=${contactId}` })
      const parts = (shown: Page, title: string) =>
        dialog(shown).locator('section', { has: shown.getByRole('heading', { name: title }) })
      const past = (shown: Page) => parts(shown, 'Atendimentos anteriores').getByRole('listitem')
      const opener = page.getByRole('button', { name: 'Lia Campos' })
      await opener.click()
      await parts(page, 'Em andamento').getByText('Em atendimento').waitFor()
      expect(await parts(page, 'Em andamento').getByRole('listitem').count()).toBe(1)
      expect(await past(page).count()).toBe(1)
      await past(ana.page).nth(1).waitFor()
      expect(new URL(page.url()).searchParams.get('open')).toBe(String(contactId))
      await expectNoBarriers(page)

      // A colleague adds a tag, and it shows in the other panel.
      await dialog(ana.page).getByRole('combobox', { name: 'Tags' }).fill('Cliente antigo')
      await ana.page.getByRole('button', { name: /^Criar/ }).click()
      await dialog(page).getByText('Cliente antigo').waitFor()

      const places = () => page.evaluate(() => history.length)
      const before = await places()
      const asked: string[] = []
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await opener.and(page.locator(':focus')).waitFor()
      expect(new URL(page.url()).searchParams.has('open')).toBe(false)
      await opener.press('Enter')
      await dialog(page).waitFor()
      // Closing went back to the list.
      expect(await places()).toBe(before)
      await page.goBack()
      await dialog(page).waitFor({ state: 'detached' })
      // The list is not loaded again for it.
      expect(asked.filter((path) => /^\/contacts\/?$/.test(path))).toEqual([])
      await page.goForward()
      await dialog(page).waitFor()
      await page.reload()
      await past(page).first().waitFor()
      await page.setViewportSize({ width: 390, height: 844 })
      expect(Math.round((await dialog(page).boundingBox())?.width ?? 0)).toBe(390)
      await parts(page, 'Em andamento').getByRole('link', { name: 'Abrir conversa' }).first().click()
      await page.waitForURL(/\/tickets\/[^?]+$/)
      expect([...complaints, ...ana.complaints]).toEqual([])
      await close()
      await ana.close()
    }),
  browserTestMs,
)
