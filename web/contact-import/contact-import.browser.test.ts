import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { contactImportTable } from '../../src/contact-import/contact-import.tables'
import { contactListRecords } from '../../src/contact-list/contact-list.record'
import { browserTestMs, expectFitsPhone, expectNoBarriers, whenUsable } from '../../src/testing/browser/browser'
import { createScreenWindows, dialog, toast, withWorld } from '../../src/testing/browser/screen-windows'
import type { ServedWorld } from '../../src/testing/world/served-world'

const { open } = createScreenWindows('/contacts/import')

const choose = (page: Page, name: string, content: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: content })
const rows = Array.from({ length: 130 }, (_, n) => `Cliente ${n};5511${9_5000_0000 + n};c${n}@x.test`)
const sheet = Buffer.from(
  `Clientes da loja;;\r\n\r\nApelido;Telefone;E-mail\r\nSem número certo;123;\r\n${rows.join('\r\n')}\r\n;5511950009999;\r\nJoão;5,51199E+12;\r\n`,
  'latin1',
)
const fieldOf = (page: Page, column: string) =>
  page.getByRole('combobox', { name: new RegExp(`^Campo da coluna ${column}`) })
async function setField(page: Page, column: string, field: string) {
  await fieldOf(page, column).click()
  await page.getByRole('option', { name: field, exact: true }).click()
}

/** An import takes more turns on a slow machine. */
async function runImport(world: ServedWorld) {
  const stateOf = () => world.ctx(1).db.select().from(contactImportTable).get()?.state
  const isRunning = () => stateOf() === 'running' || stateOf() === 'undoing'
  for (let turn = 0; turn < 500 && isRunning(); turn++) await world.runJobs(1)
}

test(
  'uploads a spreadsheet, maps columns, excludes rows, and shows each row’s result, which can be undone',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.ana, { expected: [/status of 400/, /^400 /] })
      await choose(page, 'lista.xlsx', Buffer.from('<html></html>'))
      await page
        .getByText(/^Arquivo inválido!/)
        .first()
        .waitFor()
      await expectNoBarriers(page)
      await choose(page, 'lista.csv', sheet)
      await page.getByRole('heading', { name: 'lista.csv' }).waitFor()
      // Number and e-mail were guessed by title, the name by its values.
      await setField(page, 'Apelido', 'Não importar')
      await page.getByRole('button', { name: 'Importar até 133 contatos' }).click()
      await toast(page, 'Não foi selecionado o campo de nome do contato')
      await setField(page, 'Apelido', 'Número')
      await toast(page, 'O campo Número já foi selecionado.')
      await setField(page, 'Apelido', 'Nome')
      await setField(page, 'Telefone', 'Não importar')
      await page.getByRole('button', { name: 'Importar até 133 contatos' }).click()
      await toast(page, 'Não foi selecionado o campo de número do contato')
      await setField(page, 'Telefone', 'Número')
      await page.getByRole('button', { name: 'Importar até 132 contatos' }).waitFor()
      await page.getByRole('row', { name: /Não será importada: Número curto demais/ }).waitFor()
      for (const row of [5, 6, 7])
        await page.getByRole('checkbox', { name: `Importar a linha ${row}`, exact: true }).uncheck()
      await expectNoBarriers(page)
      await page.getByRole('button', { name: 'Próximas linhas' }).click()
      await page.getByRole('cell', { name: 'Cliente 129', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Importar 127 contatos' }).click()
      await toast(page, 'Importação iniciada')
      await runImport(world)
      await page.getByText('127 criados').waitFor()
      await page.getByText('2 com erro').waitFor()
      await page.getByText('Importação realizada com sucesso, com alguns erros').waitFor()
      await page.getByRole('button', { name: 'Ver linhas' }).click()
      await dialog(page).getByText('O Excel arredondou o número; formate a coluna como texto').waitFor()
      await dialog(page).getByText('Sem nome', { exact: true }).waitFor()
      await dialog(page).getByRole('button', { name: 'Fechar' }).last().click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Baixar linhas' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^importacao-\d+\.xlsx$/)
      await expectFitsPhone(page)
      await page.getByRole('button', { name: 'Desfazer importação' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Desfazer importação' }).click()
      await toast(page, 'Desfazendo a importação')
      await runImport(world)
      await page.getByText('127 removidos').waitFor()
      expect(
        world.ctx(1).company.sqlite.query("SELECT count(*) AS n FROM contact WHERE name LIKE 'Cliente %'").get(),
      ).toEqual({ n: 0 })
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'imports nothing without selected rows, and is closed to agents',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.ana)
      await choose(page, 'lista.csv', Buffer.from('Nome;Número\nA;5511950000001\n'))
      await page.getByRole('checkbox', { name: 'Selecionar todas as linhas desta página' }).uncheck()
      await page.getByRole('button', { name: /^Importar 0/ }).click()
      await toast(page, 'Nenhum contato selecionado')
      await page.getByRole('button', { name: 'Descartar' }).click()
      await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor()
      expect(complaints).toEqual([])
      await close()
      const bruno = await open(world, world.bruno, { expected: [/status of 403/, /^403 /] })
      await bruno.page.getByText('Oops! Acesso Negado!').waitFor()
      await bruno.close()
    }),
  browserTestMs,
)

test(
  'a spreadsheet for a contact list is mapped, too, without what only contacts have',
  () =>
    withWorld(async (world) => {
      const { id } = contactListRecords.createFrom(world.ctxAs(world.ana), { name: 'Feira' })
      const { page, close } = await open(world, world.ana)
      await page.goto(`${world.url}/contact-lists/${id}/contacts`)
      await whenUsable(page)
      const rows = ['Apelido;Nome;Fone;Tags;Cidade', 'Lu;Luísa;11922221111;VIP;Santos', 'Zé;José;11922222222;;']
      await choose(page, 'feira.csv', Buffer.from(rows.join('\r\n')))
      await page.getByRole('heading', { name: 'feira.csv' }).waitFor()
      await page.waitForFunction(() => document.activeElement?.textContent === 'feira.csv')
      expect(await page.getByRole('switch').count()).toBe(0)
      // Without titles, the first row is a person.
      await page.getByRole('combobox', { name: 'Linha dos títulos' }).click()
      await page.getByRole('option', { name: 'Sem títulos' }).click()
      await page.getByRole('cell', { name: 'Apelido', exact: true }).waitFor()
      await page.getByRole('combobox', { name: 'Linha dos títulos' }).click()
      await page.getByRole('option', { name: 'Linha 1: Apelido, Nome, Fone, Tags, Cidade' }).click()
      await fieldOf(page, 'Cidade').filter({ hasText: 'Informação adicional' }).waitFor()
      await setField(page, 'Nome', 'Informação adicional')
      await setField(page, 'Apelido', 'Nome')
      await setField(page, 'Tags', 'Não importar')
      await expectNoBarriers(page)
      await page.getByRole('button', { name: 'Importar 2 contatos' }).click()
      await toast(page, 'Importação iniciada')
      await runImport(world)
      await page.getByText('Nome: Luísa · Cidade: Santos').waitFor()
      await page.getByText('2 criados').waitFor()
      await choose(page, 'feira.csv', Buffer.from(rows.join('\r\n')))
      await page.getByRole('heading', { name: 'feira.csv' }).waitFor()
      await expectFitsPhone(page)
      await close()
    }),
  browserTestMs,
)
