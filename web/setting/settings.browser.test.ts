import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import {
  browserTestMs,
  expectFitsPhone,
  expectNoBarriers,
  findBarriers,
  hasFocus,
} from '../../src/testing/browser/browser'
import { createScreenWindows, refusedEntry, toast, withWorld } from '../../src/testing/browser/screen-windows'
import { until } from '../../src/testing/whatsapp/whatsapp-world'
import { getCompanySchedule } from '../../src/queue/hours/company-schedule'
import { getSettings } from '../../src/setting/setting.queries'

const { open } = createScreenWindows('/settings')

const turn = (page: Page, name: string) => page.getByRole('switch', { name, exact: true }).click()
const isOn = (page: Page, name: string, checked: boolean) =>
  page.getByRole('switch', { name, exact: true, checked }).waitFor()
const text = (page: Page, name: string) => page.getByLabel(new RegExp(`^${name}( \\*)?$`))

test(
  'an admin changes a setting and a text; a missing text is reported at its field; colleagues see changes at once',
  () =>
    withWorld(async (world) => {
      const ana = await open(world, world.ana)
      const sofia = await open(world, world.sofia)
      const { page } = ana
      const stored = () => getSettings(world.ctx(1))
      await turn(page, 'Exigir tag para resolver')
      await page.getByText('Salvo', { exact: true }).waitFor()
      await isOn(sofia.page, 'Exigir tag para resolver', true)
      expect(stored().requiredTag).toBe('enabled')

      await turn(page, 'Saudação ao aceitar')
      await page.getByRole('button', { name: 'Salvar e aplicar' }).click()
      await page.getByText('Obrigatório').waitFor()
      expect([stored().sendGreetingAccepted, await text(page, 'Mensagem de saudação').inputValue()]).toEqual([
        'disabled',
        '',
      ])
      await text(page, 'Mensagem de saudação').fill('Olá {{firstName}}!')
      await text(page, 'Mensagem de saudação').press('Control+Enter')
      await isOn(sofia.page, 'Saudação ao aceitar', true)
      expect(await text(sofia.page, 'Mensagem de saudação').inputValue()).toBe('Olá {{firstName}}!')
      expect(stored()).toMatchObject({ sendGreetingAccepted: 'enabled', greetingAcceptedMessage: 'Olá {{firstName}}!' })

      // A colleague's change does not replace the text being edited.
      await text(page, 'Mensagem de saudação').fill('Bem-vindo!')
      await text(sofia.page, 'Mensagem de saudação').fill('Boas-vindas!')
      await sofia.page.getByRole('button', { name: 'Salvar', exact: true }).click()
      await page.getByText('Alterado por outra pessoa enquanto você escrevia.').waitFor()
      expect(await text(page, 'Mensagem de saudação').inputValue()).toBe('Bem-vindo!')
      await page.getByRole('link', { name: 'Filas e chatbot' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).click()
      await page.getByRole('button', { name: 'Descartar' }).click()
      expect(await text(page, 'Mensagem de saudação').inputValue()).toBe('Boas-vindas!')

      expect(await page.getByRole('switch', { name: 'Permitir criar usuários' }).count()).toBe(0)
      await turn(sofia.page, 'Permitir criar usuários')
      await until(() => stored().userCreation === 'disabled', 'the save')
      expect([...ana.complaints, ...sofia.complaints]).toEqual([])
      await ana.close()
      await sofia.close()
    }),
  browserTestMs,
)

test(
  'sets the company’s opening hours and the text outside them',
  () =>
    withWorld(async (world) => {
      const ana = await open(world, world.ana)
      const sofia = await open(world, world.sofia)
      const { page } = ana
      expect(await page.getByRole('tab').allTextContents()).toEqual(['Preferências', 'Webhook'])
      await page.getByRole('combobox', { name: /Quem define o horário/ }).click()
      await page.getByRole('option', { name: 'Empresa' }).click()
      for (const shown of [page, sofia.page]) await shown.getByRole('tab', { name: 'Horários' }).click()
      await page.getByText('Sem horário: sempre aberto').waitFor()
      const save = () => page.getByRole('button', { name: 'Salvar' }).click()
      await text(page, 'Mensagem fora do expediente').fill('Fechado')
      await save()
      await toast(page, 'Horários atualizados com sucesso.')
      expect(getCompanySchedule(world.ctx(1))).toEqual({ schedules: [], messageOutOfHour: 'Fechado' })
      await text(page, 'Mensagem fora do expediente').fill('')
      await page.getByRole('button', { name: 'Usar o horário sugerido' }).click()
      await page.getByRole('textbox', { name: 'Segunda-feira, fim do 1º turno' }).fill('')
      await page.getByText('Clique em salvar para registar as alterações').waitFor()
      await save()
      await page.getByText('Informe o início e o fim do turno').waitFor()
      await page.getByText('Obrigatório').waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('textbox', { name: 'Segunda-feira, fim do 1º turno' }).fill('11:30')
      await text(page, 'Mensagem fora do expediente').fill('Voltamos às 8h')
      await save()
      await toast(page, 'Horários atualizados com sucesso.')
      await sofia.page.getByText('Voltamos às 8h').first().waitFor()
      const { schedules, messageOutOfHour } = getCompanySchedule(world.ctx(1))
      expect([messageOutOfHour, schedules.length, schedules[0]?.endTimeA]).toEqual(['Voltamos às 8h', 7, '11:30'])
      expect([...ana.complaints, ...sofia.complaints]).toEqual([])
      await ana.close()
      await sofia.close()
    }),
  browserTestMs,
)

test(
  'the search opens a setting at its place, also one that a switch hides, and keeps what is being written',
  () =>
    withWorld(async (world) => {
      const other = getSettings(world.ctx(2))
      const sofia = await open(world, world.sofia)
      const { page } = sofia
      await text(page, 'Mensagem de saudação').waitFor({ state: 'detached' })
      await turn(page, 'Saudação ao aceitar')
      await text(page, 'Mensagem de saudação').fill('Olá')
      await page.keyboard.press('Tab')
      await page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur())
      await page.keyboard.press('/')
      await page.keyboard.type('PRIVACIDADE')
      await page.getByText('Configurações › Preferências › LGPD').first().waitFor()
      expect(await findBarriers(page)).toEqual([])
      await page.keyboard.press('Enter')
      await hasFocus(page.getByRole('switch', { name: 'Ativar LGPD' }))
      await page.getByText('“Link da política de privacidade” aparece quando esta opção está ativada.').waitFor()
      expect(await text(page, 'Mensagem de saudação').inputValue()).toBe('Olá')

      const box = page.getByRole('searchbox', { name: 'Buscar nas configurações' })
      await box.fill('dias de teste')
      await page.keyboard.press('ArrowDown')
      await hasFocus(page.getByRole('button', { name: /^Dias de teste/ }))
      await page.keyboard.press('Enter')
      await hasFocus(page.getByLabel(/^Dias de teste/))
      await page.waitForURL('**/settings?tab=whitelabel')
      await page.getByRole('tablist').getByText('Plataforma').waitFor()
      await page.getByRole('tab', { name: 'Whitelabel' }).press('Home')
      await hasFocus(page.getByRole('tab', { name: 'Preferências', selected: true }))

      await box.fill('fora do expediente')
      await page.getByRole('button', { name: /^Mensagem fora do expediente/ }).click()
      await hasFocus(page.getByRole('combobox', { name: /Quem define o horário/ }))
      await page.getByText('O horário da empresa é definido aqui quando esta opção é “Empresa”.').waitFor()

      const ana = await open(world, world.ana)
      await ana.page.getByRole('searchbox', { name: 'Buscar nas configurações' }).fill('dias de teste')
      await ana.page.getByText('Nenhuma configuração encontrada').waitFor()
      expect(getSettings(world.ctx(2))).toEqual(other)
      expect([...sofia.complaints, ...ana.complaints]).toEqual([])
      await sofia.close()
      await ana.close()
    }),
  browserTestMs,
)

test(
  'plain users have no settings screen; no accessibility violations at any width',
  () =>
    withWorld(async (world) => {
      const bruno = await open(world, world.bruno, { expected: refusedEntry })
      await bruno.page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor()
      expect(await bruno.page.getByRole('link', { name: /Configurações/ }).count()).toBe(0)
      const { page, complaints, close } = await open(world, world.ana)
      await turn(page, 'Ativar LGPD')
      await text(page, 'Link da política de privacidade').fill('acme')
      await page.getByRole('button', { name: 'Salvar', exact: true }).click()
      await page.getByText('Endereço inválido').waitFor()
      await expectNoBarriers(page)
      await expectFitsPhone(page)
      expect([...bruno.complaints, ...complaints]).toEqual([])
      await bruno.close()
      await close()
    }),
  browserTestMs,
)
