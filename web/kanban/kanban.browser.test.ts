import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import * as v from 'valibot'
import type { TagId } from '../../src/kernel/ids'
import { createTag } from '../../src/tag/save-tag'
import { setContactTags, setTicketLane } from '../../src/tag/tag-links'
import { TagBody } from '../../src/tag/tag.contract'
import { browserTestMs, expectFitsPhone, expectNoBarriers, whenUsable } from '../../src/testing/browser/browser'
import { createScreenWindows, toast, withWorld } from '../../src/testing/browser/screen-windows'
import type { ServedWorld } from '../../src/testing/world/served-world'
import { addContact, addTicket } from '../../src/testing/conversation/tickets'

const longName = 'Francisca Pereira Freitas de Andrade e Albuquerque, da loja de móveis do centro'
/** One page of a lane. */
const manyCards = 40

const { open } = createScreenWindows('/Kanban')

const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, inLane: string, name: string) =>
  lane(page, inLane).getByRole('listitem').filter({ hasText: name })

function fill(world: ServedWorld) {
  const ctx = world.ctx(1)
  const ids = ['Primeiro contato', 'Proposta'].map(
    (name) =>
      createTag(ctx, v.parse(TagBody, { name, kanban: 1, color: name === 'Proposta' ? '#8E4EC6' : '#30A46C' })).id,
  )
  const tickets = ['Marta Reis', 'João Prado', 'Célia Nunes'].map((name) =>
    addTicket(ctx, { contactId: addContact(ctx, name), status: 'open', userId: 2 }),
  )
  for (const { id } of tickets.slice(0, 2)) setTicketLane(ctx, id, (ids[0] ?? null) as TagId | null)
  return { ids, tickets }
}

test(
  'moves a card by mouse or keyboard, live for everybody; reverts a refused move',
  () =>
    withWorld(async (world) => {
      const { tickets } = fill(world)
      const bruno = await open(world, world.bruno, { expected: [/40[0-9]|50[0-9]/] })
      const ana = await open(world, world.ana)
      const { page } = bruno
      await card(page, 'Primeiro contato', 'Marta Reis').dragTo(lane(page, 'Proposta'))
      for (const shown of [page, ana.page]) {
        await card(shown, 'Proposta', 'Marta Reis').waitFor()
        await lane(shown, 'Primeiro contato').getByText('1 atendimento', { exact: true }).waitFor()
      }

      world.ctx(1).company.sqlite.run("UPDATE contact SET name = ? WHERE name = 'Marta Reis'", [longName])
      await page.reload()
      await whenUsable(page)
      const link = card(page, 'Proposta', 'Francisca').getByRole('link')
      await card(page, 'Proposta', 'Francisca')
        .getByRole('img', { name: /^WhatsApp · / })
        .waitFor()
      const tooltip = page.getByRole('tooltip')
      await link.hover()
      await tooltip.getByText(longName, { exact: true }).waitFor()
      await page.mouse.move(0, 0)
      await tooltip.waitFor({ state: 'hidden' })
      await page.keyboard.press('Tab')
      await link.focus()
      await tooltip.getByText(longName, { exact: true }).waitFor()

      await page.getByRole('button', { name: 'Mover Célia Nunes' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Proposta' }).press('Enter')
      await toast(page, 'Célia Nunes está em Proposta')
      await card(ana.page, 'Proposta', 'Célia Nunes').waitFor()
      const focusIn = (inLane: string, name: string) =>
        card(page, inLane, name).locator('button:focus').waitFor({ state: 'attached' })
      await focusIn('Proposta', 'Célia Nunes')
      expect(await ana.page.locator('.board :focus').count()).toBe(0)

      await page.route(/ticket-tags/, (route) => route.fulfill({ status: 503, body: '' }))
      await page.getByRole('button', { name: 'Mover João Prado' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Proposta' }).press('Enter')
      await page.getByText('O servidor está indisponível').first().waitFor()
      await focusIn('Primeiro contato', 'João Prado')
      await page.unroute(/ticket-tags/)

      await link.click()
      await page.waitForURL((url) => url.pathname === `/tickets/${tickets[0]?.uuid}`)
      expect(await card(ana.page, 'Proposta', 'João Prado').count()).toBe(0)
    }),
  browserTestMs,
)

test(
  'a folded lane stays folded after a reload, for this person, and opens for a card that is moved into it',
  () =>
    withWorld(async (world) => {
      fill(world)
      const { page } = await open(world, world.bruno)
      await lane(page, 'Sem etapa').getByText('Mais antigo: agora').waitFor()
      await lane(page, 'Sem etapa').getByRole('button', { name: 'Recolher Sem etapa' }).press('Enter')
      const strip = lane(page, 'Sem etapa').getByRole('button', { expanded: false, name: 'Sem etapa' })
      await lane(page, 'Sem etapa').locator('button:focus').waitFor()
      await card(page, 'Sem etapa', 'Célia Nunes').waitFor({ state: 'detached' })
      await page.reload()
      await whenUsable(page)
      await strip.waitFor()
      await expectNoBarriers(page)
      await expectFitsPhone(page)

      await page.getByRole('button', { name: 'Mover João Prado' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Sem etapa' }).press('Enter')
      await card(page, 'Sem etapa', 'João Prado').locator('button:focus').waitFor()
      await card(page, 'Primeiro contato', 'Marta Reis').waitFor()
      await lane(page, 'Primeiro contato').getByRole('button', { name: 'Recolher Primeiro contato' }).click()
      await card(page, 'Sem etapa', 'João Prado').dragTo(lane(page, 'Primeiro contato'))
      await card(page, 'Primeiro contato', 'João Prado').waitFor()

      const ana = await open(world, world.ana)
      await card(ana.page, 'Sem etapa', 'Célia Nunes').waitFor()
    }),
  browserTestMs,
)

test(
  'keeps the position of a card that another user moved, and filters the board',
  () =>
    withWorld(async (world) => {
      const { ids, tickets } = fill(world)
      const ctx = world.ctx(1)
      const vip = createTag(ctx, v.parse(TagBody, { name: 'Cliente VIP' })).id as TagId
      setContactTags(ctx, tickets[2]?.contactId ?? 0, [vip])
      const { page } = await open(world, world.ana, { expected: [/409/, 'ERR_TICKET_MOVED'] })
      await card(page, 'Primeiro contato', 'Marta Reis').waitFor()
      await page.route(/ticket-tags/, async (route) => {
        setTicketLane(ctx, tickets[0]?.id ?? 0, null)
        await route.continue()
      })
      await card(page, 'Primeiro contato', 'Marta Reis').dragTo(lane(page, 'Proposta'))
      await toast(page, 'Outra pessoa acabou de mover este atendimento.')
      await card(page, 'Sem etapa', 'Marta Reis').waitFor()
      await page.unroute(/ticket-tags/)

      await page.getByRole('button', { name: 'Filtros' }).click()
      await page.getByRole('combobox', { name: 'Tags' }).click()
      await page.getByRole('option', { name: 'Cliente VIP' }).click()
      await card(page, 'Primeiro contato', 'João Prado').waitFor({ state: 'detached' })
      await card(page, 'Sem etapa', 'Célia Nunes').waitFor()
      await expectNoBarriers(page)
      await page.getByRole('button', { name: 'Limpar filtros' }).click()
      await card(page, 'Primeiro contato', 'João Prado').waitFor()
      await page.getByRole('combobox', { name: 'Atendente' }).click()
      await page.getByRole('option', { name: world.carla.name }).click()
      await card(page, 'Primeiro contato', 'João Prado').waitFor({ state: 'detached' })

      await page.goto(`${world.url}/TagsKanban`)
      await whenUsable(page)
      const lanes = page.getByRole('row').filter({ hasText: /Primeiro contato|Proposta/ })
      await lanes.nth(1).getByRole('button', { name: 'Mover para antes' }).click()
      await page.getByRole('row').nth(1).filter({ hasText: 'Proposta' }).waitFor()
      expect(ids).toHaveLength(2)
    }),
  browserTestMs,
)

test(
  'has no accessibility violations, in either theme and on a phone, and reports when it cannot be loaded',
  () =>
    withWorld(async (world) => {
      fill(world)
      const { page } = await open(world, world.ana)
      await card(page, 'Primeiro contato', 'Marta Reis').waitFor()
      await expectNoBarriers(page)
      await expectFitsPhone(page)
    }),
  browserTestMs,
)

test(
  'renders cards as they come near the view, and all of them for paper',
  () =>
    withWorld(async (world) => {
      const ctx = world.ctx(1)
      for (let index = 0; index < manyCards; index++) {
        addTicket(ctx, { contactId: addContact(ctx, `Cliente ${index}`), status: 'open', userId: 2 })
      }
      const { page } = await open(world, world.ana)
      const cards = lane(page, 'Sem etapa').locator('.board-card')
      await cards.first().waitFor()
      expect(await cards.count()).toBeLessThan(manyCards)
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      expect(await cards.count()).toBe(manyCards)
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
      await cards.nth(manyCards - 1).waitFor({ state: 'detached' })
      await lane(page, 'Sem etapa')
        .locator('.board-cards')
        .evaluate((list) => void list.scrollTo(0, list.scrollHeight))
      await cards.nth(manyCards - 1).waitFor()
    }),
  browserTestMs,
)
