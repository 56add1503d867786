import { expect, test } from 'bun:test'
import {
  browserTestMs,
  expectNoBarriers,
  findBarriers,
  launchForFile,
  openWindow,
  sidewaysScroll,
  signIn,
  type WindowOptions,
  hasFocus,
  whenUsable,
} from '../../src/testing/browser/browser'
import { toast, withWorld } from '../../src/testing/browser/screen-windows'
import type { ServedWorld } from '../../src/testing/world/served-world'

const browser = launchForFile()
const visit = (world: ServedWorld, path: string, options: WindowOptions = {}) =>
  openWindow(browser(), world, undefined, { path, ...options })

const person = { name: 'Milton', email: 'm@initech.test', password: 'grampeador', phone: '11 98888-7777' }

/** Enables sign-up, with a second, smaller plan. */
async function openSignUp(world: ServedWorld) {
  const sofia = await world.as(world.sofia)
  await sofia.put('/settings/allowSignup', { value: 'enabled' })
  const small = { name: 'Essencial', users: 1, connections: 1, queues: 3, amount: 99.9, useKanban: false }
  await sofia.post('/plans', small)
  await sofia.post('/plans', { ...small, name: 'Só para amigos', isPublic: false })
}

test(
  'while sign-up is disabled, the login has no link and the address says so',
  () =>
    withWorld(async (world) => {
      const { page, complaints, go, close } = await visit(world, '/login')
      expect(await page.getByRole('link', { name: 'Cadastre sua empresa' }).count()).toBe(0)
      await go('/signup')
      await page.getByText('O cadastro está fechado').waitFor()
      expect(await page.getByRole('textbox').count()).toBe(0)
      await expectNoBarriers(page)
      await page.getByRole('link', { name: 'Entrar' }).click()
      await page.waitForURL(`${world.url}/login`)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'a visitor creates a company, signs in and finds its first invoice',
  () =>
    withWorld(async (world) => {
      await openSignUp(world)
      const expected = [/status of 400/, /^400 /]
      const { page, complaints, close } = await visit(world, '/login', { expected })
      await page.getByRole('link', { name: 'Cadastre sua empresa' }).click()
      await page.waitForURL(`${world.url}/signup`)
      await page.goto(`${world.url}/signup?companyId=2`)
      await whenUsable(page)
      expect(await page.title()).toBe('Criar conta · Recado')
      await page.getByRole('radio', { name: /Essencial.*R\$\s99,90.*1 usuário · 1 conexão · 3 filas/ }).waitFor()
      await page.getByText('Facebook').first().waitFor()
      expect(await page.getByText('Só para amigos').count()).toBe(0)
      const field = (name: string) => page.getByRole('textbox', { name, exact: true })
      const send = page.getByRole('button', { name: 'Criar conta' })

      await send.click()
      await page.getByText('Obrigatório').nth(5).waitFor()
      await hasFocus(field('Nome da empresa'))
      await field('Nome da empresa').fill('A')
      await field('Seu nome').fill('M'.repeat(51))
      await field('Telefone').fill('11 97777-0000')
      await field('E-mail').fill('milton')
      await field('Senha').fill('1234')
      await send.click()
      await page.getByText('Muito curto!').nth(1).waitFor()
      for (const text of ['Muito longo!', 'E-mail inválido', 'Obrigatório']) {
        await page.getByText(text, { exact: true }).waitFor()
      }

      // Errors found by the server are shown at their fields, too.
      await field('Nome da empresa').fill('acme')
      await field('Seu nome').fill('Milton Prado')
      await field('E-mail').fill('milton@initech.test')
      await field('Senha').fill('grampeador')
      await page.getByRole('radio', { name: /Essencial/ }).check()
      await send.click()
      await page.getByText('Este nome já está em uso').waitFor()
      await field('Nome da empresa').fill('Initech')
      await field('E-mail').fill('ana@acme.test')
      await send.click()
      await page.getByText('Este e-mail já está em uso').waitFor()
      await field('E-mail').fill('milton@initech.test')
      await send.click()

      await page.waitForURL(`${world.url}/login`)
      await toast(page, 'Cadastro realizado com sucesso!')
      await whenUsable(page)
      expect(await page.getByLabel('E-mail').inputValue()).toBe('milton@initech.test')
      await page.locator('input[name=password]:focus').waitFor()
      await signIn(page, 'milton@initech.test', 'grampeador')
      await page.getByText('Olá, Milton Prado! Boas-vindas à equipe Initech').waitFor()
      await whenUsable(page)
      await page.getByRole('button', { name: 'Financeiro' }).click()
      await page.getByRole('link', { name: 'Financeiro' }).click()
      await page.getByRole('heading', { name: 'Faturas (1)' }).waitFor()
      await page.getByText('Vence em 7 dias').waitFor()
      await page.getByRole('row', { name: /Essencial.*R\$\s99,90.*PAGAR/ }).waitFor()
      // The company named by the link has no new user.
      expect(world.ctx(2).company.sqlite.query('SELECT count(*) AS n FROM user').get()).toEqual({ n: 3 })
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'shows a refusal of the server above the button, and keeps the input',
  () =>
    withWorld(async (world) => {
      await openSignUp(world)
      const { page, close } = await visit(world, '/signup', { expected: [/40[34]/, /429/] })
      const field = (name: string) => page.getByRole('textbox', { name, exact: true })
      const filled = {
        'Nome da empresa': 'Initech',
        'Seu nome': 'Milton',
        Telefone: '11 98888-7777',
        'E-mail': 'm@initech.test',
      }
      for (const [name, text] of Object.entries(filled)) await field(name).fill(text)
      await field('Senha').fill('grampeador')
      await page.getByRole('radio', { name: /Essencial/ }).check()
      const sofia = await world.as(world.sofia)
      await sofia.put('/plans/2', { isPublic: false })
      await page.getByRole('button', { name: 'Criar conta' }).click()
      await page
        .getByText('Plano não encontrado. Ele pode ter sido retirado; atualize a página e escolha outro.')
        .waitFor()
      await sofia.put('/settings/allowSignup', { value: 'disabled' })
      await page.getByRole('button', { name: 'Criar conta' }).click()
      await page.getByText('A criação do usuário foi desabilitada pelo administrador.').waitFor()
      const body = { ...person, companyName: 'Initech', planId: 2 }
      const headers = { 'content-type': 'application/json' }
      for (let tries = 0; tries < 8; tries++) {
        await fetch(`${world.url}/auth/signup`, { method: 'POST', headers, body: JSON.stringify(body) })
      }
      await page.getByRole('button', { name: 'Criar conta' }).click()
      await page.getByText('Muitas tentativas. Aguarde um pouco e tente novamente.').waitFor()
      expect(await field('Nome da empresa').inputValue()).toBe('Initech')
      await close()
    }),
  browserTestMs,
)

test(
  'is accessible on a phone, with screen readers, in both themes and another language',
  () =>
    withWorld(async (world) => {
      await openSignUp(world)
      const phone = { viewport: { width: 390, height: 844 } }
      const { page, complaints, close } = await visit(world, '/signup', phone)
      await expectNoBarriers(page)
      expect(await sidewaysScroll(page)).toBe(0)
      await page.getByRole('button', { name: 'Idioma' }).click()
      expect(await page.getByRole('menuitemcheckbox', { name: 'Türkçe (ainda sem tradução)' }).isDisabled()).toBe(true)
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
      await page.locator('html[lang=en][data-hydrated]').waitFor()
      await page.getByRole('heading', { name: 'Create your company’s account' }).waitFor()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Required').nth(5).waitFor()
      expect(await findBarriers(page)).toEqual([])
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
