import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { addRule, ruleRows } from '../../src/testing/bot/rules'
import { browserTestMs, findBarriers } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { messageEvent, receive } from '../../src/testing/conversation/inbound'
import { findTicketRow } from '../../src/ticket/ticket.queries'
import { newStep } from '../../src/macro/step/step.contract'

const { open, dialog, refusedFields, row, save, toast, withWorld } = createScreenWindows('/rules')

async function choose(page: Page, label: string | RegExp, option: string) {
  await dialog(page).getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name }).click()

test(
  'a rule is switched on only after its week was looked at, again after each change',
  () =>
    withWorld(async (world) => {
      receive(world, 1, messageEvent({ text: 'Qual o preço?' }))
      const { page, complaints, close } = await open(world, world.ana)
      await page.getByRole('button', { name: 'Adicionar regra' }).first().click()
      await dialog(page).getByLabel('Nome').fill('Preço')
      await choose(page, /^Quando/, 'O contato escreve')
      await dialog(page)
        .getByLabel(/Palavras ou frases/)
        .fill('preço')
      await dialog(page).getByLabel('Texto').fill('Já te passo!')
      await tab(page, 'Últimos 7 dias')
      await dialog(page).getByRole('heading', { name: 'Teria agido 1 vez nos últimos 7 dias' }).waitFor()
      await dialog(page)
        .getByRole('link', { name: /Dona Maria/ })
        .waitFor()
      expect(await findBarriers(page)).toEqual([])
      await dialog(page).getByRole('switch', { name: 'Regra ligada' }).click()
      await tab(page, 'Regra')
      await dialog(page)
        .getByLabel(/Palavras ou frases/)
        .fill('boleto')
      await save(page)
      await dialog(page).getByText('Veja primeiro, nesta aba, o que a regra teria feito.').waitFor()
      await dialog(page).getByRole('heading', { name: 'Não teria agido nos últimos 7 dias' }).waitFor()
      await save(page)
      await toast(page, 'Regra criada com sucesso')
      await row(page, 'Preço.*O contato escreve.*Responder.*Ligada').waitFor()
      expect(ruleRows(world)).toMatchObject([{ active: true, trigger: { words: 'boleto' } }])
      receive(world, 1, messageEvent({ text: 'Cadê o boleto?' }))
      while (ruleRows(world)[0]?.runs === 0) await world.runJobs(1)
      const uuid = findTicketRow(world.ctx(1), 1)?.uuid
      await page.goto(`${world.url}/tickets/${uuid}`)
      await page.getByRole('button', { name: 'Mais ações do atendimento' }).first().click()
      await page.getByRole('menuitem', { name: 'Histórico do atendimento' }).click()
      const log = page.getByRole('dialog', { name: /Histórico do atendimento/ })
      await log.getByText('Regra executada').waitFor()
      await log.getByText('Preço', { exact: false }).first().waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'a circle is refused with the names of its rules, and an address is shown once',
  () =>
    withWorld(async (world) => {
      addRule(world, {
        name: 'Ida',
        trigger: { kind: 'queue', queueIds: [1] },
        steps: [{ ...newStep('transfer'), queueId: 2 }],
      })
      addRule(world, {
        name: 'Volta',
        trigger: { kind: 'queue', queueIds: [2] },
        steps: [{ ...newStep('transfer'), queueId: 1 }],
        active: false,
      })
      addRule(world, { name: 'Pedido pago', trigger: { kind: 'webhook' } })
      const { page, complaints, close } = await open(world, world.ana, {
        expected: refusedFields,
      })
      await page.getByRole('button', { name: 'Volta' }).click()
      await tab(page, 'Últimos 7 dias')
      await dialog(page).getByRole('heading', { name: 'Não teria agido' }).waitFor()
      await dialog(page).getByRole('switch', { name: 'Regra ligada' }).click()
      await save(page)
      await dialog(page).getByText('Ficaria em círculo: Volta → Ida → Volta').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Descartar' }).click()
      await page.getByRole('button', { name: 'Pedido pago' }).click()
      await dialog(page).getByRole('button', { name: 'Gerar endereço' }).click()
      const address = dialog(page).locator('input[readonly]')
      expect(await address.inputValue()).toMatch(/\/hooks\/rules\/1-3-[A-Za-z0-9]{40}$/)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
