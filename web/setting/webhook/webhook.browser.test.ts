import { afterAll, beforeAll, expect, test } from 'bun:test'
import { publishNow } from '../../../src/kernel/live/live'
import { browserTestMs, expectFitsPhone, expectNoBarriers, whenUsable } from '../../../src/testing/browser/browser'
import { createScreenWindows, row, toast } from '../../../src/testing/browser/screen-windows'
import { createServedWorld, type ServedWorld } from '../../../src/testing/world/served-world'
import {
  answers,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../src/testing/services/receiver/webhook-receiver'
import { pausedEvent } from '../../../src/webhook/webhook.calls'

const windows = createScreenWindows('/settings?tab=webhook')
let world: ServedWorld
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  world = await createServedWorld({ pages: true, environment: { OUTGOING_ALLOW: receiver.address } })
}, browserTestMs)
afterAll(async () => {
  await world.stop()
  receiver.stop()
})

test(
  'the super user sets the address, keeps the secret, sends a test and sees the deliveries',
  async () => {
    const { page, close } = await windows.open(world, world.sofia)
    const url = page.getByLabel('URL do webhook')
    const save = page.getByRole('button', { name: 'Salvar' })
    await url.fill('nonsense')
    await save.click()
    await page.getByText('Endereço inválido').waitFor()
    await url.fill(receiver.url)
    await save.click()
    const dialog = page.getByRole('alertdialog', { name: 'Segredo do webhook' })
    const secret = await dialog.getByRole('textbox', { name: 'Segredo' }).inputValue()
    expect(secret).toMatch(/^\w{40}$/)
    await dialog.getByRole('button', { name: 'Já copiei' }).click()
    await page.getByText('Nada foi enviado ainda').waitFor()
    const test = page.getByRole('button', { name: 'Enviar um teste' })
    await test.click()
    await page
      .getByText(/O destino respondeu 200 em \d+ ms/)
      .first()
      .waitFor()
    expect(receiver.webhooks[0]).toMatchObject({ event: 'ping' })
    expect(receiver.webhooks[0]?.isSigned(secret)).toBe(true)
    receiver.answerWith(answers.error)
    await test.click()
    await toast(page, 'A entrega falhou: o destino respondeu 500.')
    const rows = page.getByRole('region', { name: 'Entregas' }).locator('tbody tr')
    await rows.nth(1).waitFor()
    await rows.nth(0).filter({ hasText: 'Não entregue' }).waitFor()
    expect(await rows.nth(1).innerText()).toContain('Entregue')
    await expectNoBarriers(page)
    await expectFitsPhone(page)
    await close()
  },
  browserTestMs,
)

test(
  'an admin sets the company’s webhook and is notified when its receiver fails too often',
  async () => {
    const { page, close } = await windows.open(world, world.ana)
    await page.getByRole('tab', { name: 'Webhook' }).click()
    await page.getByLabel('URL do webhook').fill(receiver.url)
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Já copiei' }).click()
    receiver.answerWith(answers.ok)
    await page.getByRole('button', { name: 'Enviar um teste' }).click()
    await page.getByRole('region', { name: 'Entregas' }).locator('tbody tr').first().waitFor()
    const until = new Date('2026-03-02T15:10:00Z')
    publishNow(world.ctx(1), { topics: ['admin'], ...pausedEvent('company', until) })
    await toast(page, 'O webhook falhou 20 vezes seguidas. Os envios recomeçam às 12:10; nada se perde.')
    await page.getByText('O destino falhou muitas vezes seguidas. Os envios recomeçam às 12:10').waitFor()
    await expectNoBarriers(page)
    await close()
  },
  browserTestMs,
)

test(
  'the host’s lists are tabs of the settings',
  async () => {
    const { page, complaints, close } = await windows.open(world, world.sofia)
    await page.getByRole('tab', { name: 'Empresas' }).click()
    await page.getByRole('heading', { level: 2, name: 'Empresas' }).waitFor()
    await page.getByRole('tabpanel').getByRole('searchbox').fill('globex')
    await row(page, 'Acme').waitFor({ state: 'detached' })
    await page.waitForURL(/tab=companies&q=globex/)
    await expectNoBarriers(page)
    await page.reload()
    await whenUsable(page)
    await row(page, 'Globex').getByRole('button', { name: 'Editar' }).click()
    await page.getByRole('dialog', { name: 'Editar empresa' }).getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('tab', { name: 'Planos' }).click()
    await page.getByRole('button', { name: 'Adicionar plano' }).waitFor()
    await page.getByRole('tab', { name: 'Ajudas' }).click()
    await page.getByRole('heading', { level: 2, name: 'Vídeos de ajuda' }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Configurações'])
    await page.getByRole('tab', { name: 'Whitelabel' }).click()
    await page.getByRole('button', { name: 'Configurar pagamentos' }).click()
    await page.getByRole('dialog', { name: 'Configurar pagamentos' }).getByRole('combobox').waitFor()
    expect(complaints).toEqual([])
    await close()
  },
  browserTestMs,
)
