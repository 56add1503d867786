import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { makeInvoices } from '../../src/platform/invoice/make-invoices'
import { localDay } from '../../src/kernel/time/time-zone'
import { turnDays } from '../../src/platform/platform.domain'
import { planTable } from '../../src/platform/platform.tables'
import {
  browserTestMs,
  expectNoBarriers,
  findBarriers,
  launchForFile,
  openWindow,
  sidewaysScroll,
  signIn,
  type WindowOptions,
} from '../../src/testing/browser/browser'
import type { Person } from '../../src/testing/world/people'
import { row, withWorld, toast } from '../../src/testing/browser/screen-windows'
import { until } from '../../src/testing/whatsapp/whatsapp-world'
import type { ServedWorld } from '../../src/testing/world/served-world'

const browser = launchForFile()
const open = (world: ServedWorld, person: Person | undefined, path: string, options: WindowOptions = {}) =>
  openWindow(browser(), world, person, { path, ...options })

const path = (page: Page) => new URL(page.url()).pathname
const dayMs = 86_400_000
const zone = 'America/Sao_Paulo'
const dayFromNow = (days: number) => localDay(new Date(Date.now() + days * dayMs), zone)
const shown = (day: string) => day.split('-').reverse().join('/')

/** Only time does this, so there is no command. */
function setDue(world: ServedWorld, dueDate: string) {
  world.platform.catalog.sqlite.run('UPDATE company SET due_date = ? WHERE id = 2', [dueDate])
  world.platform.catalog.companies.forget()
  makeInvoices(world.platform)
}

test(
  'an admin sees plan, open and paid invoices; a payment appears at once',
  () =>
    withWorld(async (world) => {
      const sofia = await world.as(world.sofia)
      await sofia.put('/companies/1', { phone: '+55 11 4002-8900', email: 'suporte@acme.test' })
      setDue(world, '2026-01-15')
      await sofia.post('/invoices/1/pay')
      setDue(world, dayFromNow(10))
      const { page, complaints, close } = await open(world, world.gina, '/financeiro')
      expect(await page.title()).toBe('Faturas · Recado')
      await page.getByRole('heading', { name: 'Faturas (2)' }).waitFor()
      const headers = await page.locator('th[data-column]').allTextContents()
      expect(headers).toEqual(['Detalhes', 'Usuários', 'Conexões', 'Vencimento', 'Valor', 'Ação'])
      await row(page, `Plano.*50.*10.*${shown(dayFromNow(10))}.*R\\$\\s100,00.*PAGAR`).waitFor()
      await row(page, 'Plano.*15/01/2026.*R\\$\\s100,00.*PAGO').waitFor()
      expect(await page.getByRole('button', { name: 'PAGAR' }).count()).toBe(1)
      await page.getByText('Vence em 10 dias').waitFor()
      const ways = page.getByRole('link', { name: /4002-8900|suporte@acme/ })
      expect(await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
        'https://wa.me/551140028900',
        'mailto:suporte@acme.test',
      ])
      await row(page, 'PAGAR').getByRole('button', { name: 'PAGAR' }).click()
      const dialog = page.getByRole('dialog', { name: 'Falta pouco!' })
      const href = await dialog.getByRole('link', { name: /4002-8900/ }).getAttribute('href')
      expect(new URL(href ?? '').searchParams.get('text')).toBe(
        `Olá! Quero pagar a fatura de Globex: Plano, vencimento ${shown(dayFromNow(10))}, R$\u00a0100,00.`,
      )
      expect(await findBarriers(page)).toEqual([])
      await page.keyboard.press('Escape')
      await sofia.post('/invoices/2/pay')
      await page.getByText(/^Assinatura renovada até/).waitFor()
      await row(page, `${shown(dayFromNow(10))}.*PAGO`).waitFor()
      expect(path(page)).toBe('/financeiro')
      await page.getByRole('searchbox').fill('nada disso')
      await page.getByText('Nenhuma fatura encontrada').waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'a plain user sees open invoices only; the host’s own company has none',
  () =>
    withWorld(async (world) => {
      setDue(world, dayFromNow(10))
      const expected = [/status of 403/, /^403 /]
      const hugo = await open(world, world.hugo, '/financeiro', { expected })
      await hugo.page.getByRole('heading', { name: 'Oops! Acesso Negado!' }).waitFor()
      expect(await hugo.page.getByRole('link', { name: 'Financeiro' }).count()).toBe(0)
      await hugo.go('/financeiro-aberto')
      await row(hugo.page, 'Plano.*Em aberto').waitFor()
      expect(await hugo.page.getByRole('button', { name: 'PAGAR' }).count()).toBe(0)
      await hugo.page.getByRole('navigation', { name: 'Menu' }).waitFor()
      const ana = await open(world, world.ana, '/financeiro')
      await ana.page.getByText('Não vence', { exact: true }).waitFor()
      await ana.page.getByRole('heading', { name: 'Faturas (0)' }).waitFor()
      expect([...ana.complaints, ...hugo.complaints]).toEqual([])
      await hugo.close()
      await ana.close()
    }),
  browserTestMs,
)

test(
  'the host confirms a payment made otherwise, and the company has access again',
  () =>
    withWorld(async (world) => {
      world.platform.catalog.db.update(planTable).set({ users: 1000 }).run()
      setDue(world, dayFromNow(-3))
      const { page, complaints, close } = await open(world, world.sofia, '/financeiro')
      await page.getByText('1.000 usuários').waitFor()
      await page.getByRole('heading', { name: 'Faturas (1)' }).waitFor()
      await row(page, `Globex.*${shown(dayFromNow(-3))}`).waitFor()
      const columns = ['Empresa', 'Detalhes', 'Usuários', 'Conexões', 'Vencimento', 'Valor', 'Ação']
      expect(await page.locator('th[data-column]').allInnerTexts()).toEqual(columns)
      expect(await findBarriers(page)).toEqual([])
      await page.getByRole('searchbox').fill('nada disso')
      await page.getByText('Nenhuma fatura encontrada').waitFor()
      await page.getByRole('searchbox').fill('globex')
      await page.getByRole('button', { name: 'Confirmar pagamento' }).click()
      const question = page.getByRole('alertdialog', { name: 'Confirmar o pagamento de Globex?' })
      await question.getByRole('button', { name: 'Cancelar' }).click()
      await page.getByRole('button', { name: 'Confirmar pagamento' }).click()
      await question.getByRole('button', { name: 'Confirmar pagamento' }).click()
      await toast(page, 'Pagamento de Globex confirmado')
      await page.getByText('Nenhuma fatura encontrada').waitFor()
      await page.getByRole('searchbox').fill('')
      await page.getByRole('heading', { name: 'Faturas (0)' }).waitFor()
      await page.getByText('Nenhuma fatura em aberto').waitFor()
      const gina = await world.as(world.gina)
      expect((await gina.get('/queue')).status).toBe(200)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'users of an expired company reach only the finance page, and return once it is paid',
  () =>
    withWorld(async (world) => {
      const due = dayFromNow(-3)
      setDue(world, due)
      const { page, complaints, go, close } = await open(world, undefined, '/login')
      await signIn(page, world.hugo.email)
      const words = `Opss! Sua assinatura venceu ${shown(due)}. Entre em contato com o Suporte para mais informações!`
      await page.getByText(words).nth(1).waitFor()
      expect(path(page)).toBe('/financeiro-aberto')
      await row(page, 'Plano.*Vencida').waitFor()
      expect(await page.locator('tr[data-tone=danger]').count()).toBe(1)
      for (const closed of ['/', '/tickets', '/users', '/connections', '/financeiro', '/login', '/signup']) {
        await go(closed)
        expect([closed, path(page)]).toEqual([closed, '/financeiro-aberto'])
      }
      // The frame contains no link except signing out.
      expect(await page.getByRole('navigation').count()).toBe(0)
      const buttons = await page.locator('header.top-bar').getByRole('button').all()
      expect(await Promise.all(buttons.map((button) => button.getAttribute('aria-label')))).toEqual([
        'Usar tema escuro',
        'Minha conta',
      ])
      await page.keyboard.press('Control+k')
      await page.getByRole('button', { name: 'Usar tema escuro' }).click()
      await page.getByRole('button', { name: 'Minha conta' }).click()
      expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Atualizar', 'Sair'])
      await page.keyboard.press('Escape')
      expect(await page.getByRole('dialog').count()).toBe(0)

      const sofia = await world.as(world.sofia)
      await sofia.post('/invoices/1/pay')
      await page.getByText(/^Assinatura renovada até/).waitFor()
      await page.waitForURL(`${world.url}/tickets`)
      await page.getByRole('tab', { name: 'Aguardando 0' }).waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'shortly before the due date, shows a message at sign-in, and to admins a banner that links to the invoices',
  () =>
    withWorld(async (world) => {
      setDue(world, dayFromNow(4))
      const { page, complaints, go, close } = await open(world, undefined, '/login')
      await signIn(page, world.gina.email)
      const line = page.locator('.subscription-line')
      await page.getByText('Sua assinatura vence em 4 dias').nth(1).waitFor()
      expect(await line.textContent()).toBe('Sua assinatura vence em 4 diasVer faturas')
      expect(await findBarriers(page)).toEqual([])
      await line.getByRole('link', { name: 'Ver faturas' }).click()
      await page.waitForURL(`${world.url}/financeiro`)
      await line.waitFor({ state: 'detached' })
      for (const [days, words] of [
        [1, 'Sua assinatura vence em 1 dia'],
        [0, 'Sua assinatura vence hoje'],
      ] as const) {
        setDue(world, dayFromNow(days))
        await go('/tickets')
        await line.getByText(words, { exact: false }).waitFor()
      }
      setDue(world, dayFromNow(5))
      await go('/tickets')
      await page.getByRole('tab', { name: 'Aguardando 0' }).waitFor()
      expect(await line.count()).toBe(0)
      setDue(world, dayFromNow(2))
      const hugo = await open(world, world.hugo, '/tickets')
      await hugo.page.getByRole('tab', { name: 'Aguardando 0' }).waitFor()
      expect(await hugo.page.locator('.subscription-line').count()).toBe(0)
      expect([...complaints, ...hugo.complaints]).toEqual([])
      await close()
      await hugo.close()
    }),
  browserTestMs,
)

test(
  'at midnight after the last day, redirects working users to the finance page, also those offline then',
  () =>
    withWorld(async (world) => {
      setDue(world, dayFromNow(0))
      // Calls made at the moment of expiry are rejected.
      const expected = [/status of 40[23]/, /^40[23] /]
      const hugo = await open(world, world.hugo, '/tickets', { expected })
      await until(() => world.hub.isOnline(2, world.hugo.id), 'Hugo’s live line')
      // Simulates the first check after midnight.
      setDue(world, dayFromNow(-1))
      await turnDays(world.platform, new Date(Date.now() - dayMs))
      await hugo.page.waitForURL(`${world.url}/financeiro-aberto`)
      await hugo.page
        .getByText(/^Opss! Sua assinatura venceu/)
        .first()
        .waitFor()

      setDue(world, dayFromNow(0))
      const gina = await open(world, world.gina, '/tickets', { expected })
      await gina.page.getByRole('tab', { name: 'Aguardando 0' }).waitFor()
      // Requests of the page itself, or prefetching on hover, would redirect before the press.
      await gina.page.waitForLoadState('networkidle')
      setDue(world, dayFromNow(-1))
      await gina.page.getByRole('link', { name: 'Usuários' }).dispatchEvent('click')
      await gina.page.waitForURL(`${world.url}/financeiro-aberto`)
      await gina.page
        .getByText(/^Opss! Sua assinatura venceu/)
        .first()
        .waitFor()
      expect(await gina.page.getByRole('navigation').count()).toBe(0)
      expect([...hugo.complaints, ...gina.complaints]).toEqual([])
      await hugo.close()
      await gina.close()
    }),
  browserTestMs,
)

test(
  'tells users of a disabled company so, whatever its due date',
  () =>
    withWorld(async (world) => {
      const sofia = await world.as(world.sofia)
      await sofia.put('/companies/2', { status: false })
      const { page, complaints, close } = await open(world, undefined, '/login')
      await signIn(page, world.gina.email)
      await page.getByText('Sua empresa está desativada').nth(1).waitFor()
      expect(path(page)).toBe('/financeiro-aberto')
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'has no accessibility violations on a phone, in both themes, with and without access',
  () =>
    withWorld(async (world) => {
      const viewport = { width: 390, height: 844 }
      for (const days of [3, -1]) {
        setDue(world, dayFromNow(days))
        const { page, complaints, close } = await open(world, world.gina, '/financeiro', { viewport })
        await expectNoBarriers(page)
        expect(await sidewaysScroll(page)).toBe(0)
        expect(complaints).toEqual([])
        await close()
      }
    }),
  browserTestMs,
)
