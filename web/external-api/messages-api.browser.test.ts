import { afterAll, beforeAll, expect, test } from 'bun:test'
import { browserTestMs, expectFitsPhone, expectNoBarriers } from '../../src/testing/browser/browser'
import { giveTokens } from '../../src/testing/conversation/connections'
import { listMessageRows } from '../../src/testing/conversation/conversation'
import { createScreenWindows, refusedEntry } from '../../src/testing/browser/screen-windows'
import { startWebhookReceiver, type WebhookReceiver } from '../../src/testing/services/receiver/webhook-receiver'

const { open, refusedFields, toast, withWorld } = createScreenWindows('/messages-api')
const token = 'A'.repeat(30)

let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await startWebhookReceiver()
})
afterAll(() => receiver.stop())

test(
  'an admin sends a text and a file with the token of a connection, and receives their status',
  () =>
    withWorld(
      async (world) => {
        giveTokens(world, { 1: token, 2: 'B'.repeat(30) })
        const { page, complaints, close } = await open(world, world.ana, {
          expected: [...refusedFields, ...refusedEntry],
        })
        await page.getByText(`curl -X POST ${new URL(page.url()).origin}/api/messages/send`).waitFor()
        await page.getByText(`curl ${new URL(page.url()).origin}/api/messages/345`).waitFor()
        await page.getByText('"messageIds": [').waitFor()
        await page.getByText('"status": "delivered"').waitFor()
        await page.getByText('409 ERR_OTHER_OPEN_TICKET').waitFor()
        await page.getByRole('button', { name: 'Enviar' }).click()
        expect(await page.getByText('Obrigatório').count()).toBe(3)
        await page.getByLabel(/^Token cadastrado/).fill('errado')
        await page.getByLabel(/^Número/).fill('(11) 98888-0001')
        await page.getByLabel(/^Mensagem \*/).fill('Seu pedido saiu')
        await page.getByRole('button', { name: 'Enviar' }).click()
        await page.getByText('Use somente números').waitFor()
        await page.getByLabel(/^Número/).fill('5511988880001')
        await page.getByRole('button', { name: 'Enviar' }).click()
        await page.getByText('Não encontrado').waitFor()
        await page.getByLabel(/^Token cadastrado/).fill(token)
        await page.getByRole('button', { name: 'Enviar' }).click()
        await toast(page, 'Mensagem enviada com sucesso')
        await page.getByText('"messageId": 1').waitFor()
        await expectNoBarriers(page)

        await page.getByRole('tab', { name: 'Mensagem de mídia' }).click()
        // Token and number are those of the other form.
        expect(await page.getByLabel(/^Token cadastrado/).inputValue()).toBe(token)
        expect(await page.getByLabel(/^Número/).inputValue()).toBe('5511988880001')
        const file = { name: 'boleto.txt', mimeType: 'text/plain', buffer: Buffer.from('R$ 10') }
        await page.locator('input[type=file]').setInputFiles(file)
        await page.getByRole('button', { name: 'Enviar' }).click()
        await page.getByText('"messageId": 2').waitFor()
        expect(listMessageRows(world).map(({ body }) => body)).toEqual(['Seu pedido saiu', 'boleto.txt'])

        const status = page.getByRole('region', { name: 'Situação das mensagens' })
        await status.getByLabel('URL do webhook').fill(receiver.url)
        await status.getByRole('button', { name: 'Salvar' }).click()
        const secret = page.getByRole('alertdialog', { name: 'Segredo do webhook' })
        expect(await secret.getByRole('textbox', { name: 'Segredo' }).inputValue()).toMatch(/^\w{40}$/)
        await secret.getByRole('button', { name: 'Já copiei' }).click()
        await status.getByRole('button', { name: 'Enviar um teste' }).click()
        await status.getByText('Entregue', { exact: true }).waitFor()
        expect(receiver.webhooks[0]?.event).toBe('ping')
        await expectNoBarriers(page)
        await expectFitsPhone(page)
        expect(complaints).toEqual([])
        await close()
      },
      { environment: { OUTGOING_ALLOW: receiver.address } },
    ),
  browserTestMs,
)
