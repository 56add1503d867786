import { expect, test } from 'bun:test'
import { composeConnections } from '../../../src/compose'
import { getSettings } from '../../../src/setting/setting.queries'
import { browserTestMs, findBarriers, hasFocus } from '../../../src/testing/browser/browser'
import { addConnection, readConnection, setSession } from '../../../src/testing/conversation/connections'
import { createScreenWindows } from '../../../src/testing/browser/screen-windows'
import { until } from '../../../src/testing/whatsapp/whatsapp-world'
import { createServedWorld, type ServedWorld } from '../../../src/testing/world/served-world'
import { startWhatsAppServer } from '../../../src/testing/services/whatsapp-server/start-whatsapp-server'
import type { WhatsAppServer } from '../../../src/testing/services/whatsapp-server/whatsapp-server.types'

const { open, dialog, field, refusedFields, row, toast, withWorld } = createScreenWindows('/connections')

/** Runs a world whose connections are connected to its own WhatsApp. */
async function withWhatsApp(run: (world: ServedWorld, whatsapp: WhatsAppServer) => Promise<void>) {
  const whatsapp = await startWhatsAppServer()
  const environment = { WHATSAPP_WEB_URL: whatsapp.url, WHATSAPP_MEDIA_URL: whatsapp.mediaUrl }
  const world = await createServedWorld({ pages: true, environment })
  const connections = composeConnections(world.platform, { whatsapp: { ackTimeoutMs: 3000 } })
  try {
    await run(world, whatsapp)
  } finally {
    await connections.stop()
    await world.stop()
    await whatsapp.stop()
  }
}

test(
  'adds a connection, pairs it by QR code, disconnects it, and pairs it again by a typed code',
  () =>
    withWhatsApp(async (world, whatsapp) => {
      const { page, complaints, close } = await open(world, world.ana)
      const sofia = await open(world, world.sofia)
      await page.getByRole('button', { name: 'Adicionar' }).click()
      await page.getByRole('menuitem', { name: 'WhatsApp', exact: true }).click()
      const press = (name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
      await press('Continuar')
      await dialog(page).getByText('Obrigatório').waitFor()
      await field(page, 'Nome').fill('Loja Centro')
      await page.keyboard.press('Enter')
      await dialog(page).getByRole('heading', { name: 'QR Code Passo 2 de 5' }).waitFor()
      await page.getByRole('img', { name: 'QR Code para ler com o WhatsApp' }).waitFor()
      await row(sofia.page, 'Loja Centro.*Aguardando leitura').waitFor()
      await whatsapp.phone('5511977770001').scan(readConnection(world, 2)?.qrcode ?? '')
      await toast(page, 'Loja Centro conectado com sucesso')
      const heading = (name: string) => dialog(page).getByRole('heading', { name })
      await hasFocus(heading('Filas Passo 3 de 5'))
      expect(await findBarriers(page)).toEqual([])
      await field(page, 'Filas').click()
      await page.getByRole('option', { name: 'Suporte' }).click()
      await page.keyboard.press('Escape')
      await press('Continuar')
      await heading('Saudação Passo 4 de 5').waitFor()
      await dialog(page).locator('.setting-gate').getByRole('switch').click()
      await field(page, 'Mensagem de saudação').fill('Olá! Já respondemos.')
      await press('Continuar')
      await heading('Horários Passo 5 de 5').waitFor()
      await dialog(page).locator('.setting-gate').getByRole('combobox').click()
      await page.getByRole('option', { name: 'Conexão' }).click()
      await field(page, 'Mensagem fora do expediente').fill('Abrimos às 8h')
      await dialog(page).getByRole('button', { name: 'Usar o horário sugerido' }).click()
      await press('Concluir')
      await dialog(page).waitFor({ state: 'detached' })
      expect(readConnection(world, 2)).toMatchObject({
        greetingMessage: 'Olá! Já respondemos.',
        outOfHoursMessage: 'Abrimos às 8h',
      })
      expect(readConnection(world, 2)?.schedules).toHaveLength(7)
      expect(readConnection(world, 2)?.token).not.toBe('')
      const settings = [getSettings(world.ctx(1)), getSettings(world.ctx(2))]
      expect(settings.map((one) => [one.sendGreetingMessageOneQueues, one.scheduleType])).toEqual([
        ['enabled', 'connection'],
        ['disabled', 'disabled'],
      ])
      for (const shown of [page, sofia.page]) await row(shown, 'Loja Centro.*97777-0001.*Conectado').waitFor()
      await row(page, 'Loja Centro').getByRole('button', { name: 'Desconectar' }).click()
      await page.getByRole('alertdialog', { name: 'Desconectar “Loja Centro”?' }).waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Desconectar' }).click()
      await toast(page, 'Disconectado com sucesso.')
      await row(page, 'Loja Centro.*Desconectado').waitFor()
      await row(page, 'Loja Centro').getByRole('button', { name: 'Novo QR Code' }).click()
      await dialog(page).getByRole('tab', { name: 'Código de pareamento' }).click()
      await field(page, 'Número do WhatsApp').fill('123')
      await dialog(page).getByRole('button', { name: 'Gerar código' }).click()
      await dialog(page).getByText('Muito curto!').waitFor()
      await field(page, 'Número do WhatsApp').fill('97777-0001')
      await dialog(page).getByText('Escreva com o código do país').first().waitFor()
      // Without a country code it is of the company's country, as is shown.
      await field(page, 'Número do WhatsApp').fill('11 97777-0001')
      await dialog(page).getByText('+55 (11) 97777-0001 · Brasil').waitFor()
      await dialog(page).getByRole('button', { name: 'Gerar código' }).click()
      const code = dialog(page).getByRole('status', { name: 'Digite este código no celular' })
      await code
        .getByText(/^[0-9A-Z]{4}$/)
        .first()
        .waitFor()
      const shown = (await code.innerText()).replace(/[^0-9A-Z]/g, '')
      expect(shown).toBe(readConnection(world, 2)?.pairingCode ?? '')
      await whatsapp.phone('5511977770001').typeLinkCode(shown)
      await toast(page, 'Loja Centro conectado com sucesso')
      await dialog(page).waitFor({ state: 'detached' })
      expect([...complaints, ...sofia.complaints]).toEqual([])
      await close()
      await sofia.close()
    }),
  browserTestMs,
)

test(
  'the dialog follows the session: a new code is drawn, an expired or failed one is reported and can be retried',
  () =>
    withWorld(async (world) => {
      addConnection(world, { name: 'Balcão', status: 'qrcode', qrcode: 'first code' })
      const { page, go, complaints, close } = await open(world, world.ana, { expected: refusedFields })
      // As the palette opens it: the code of the connection that waits for it.
      await go('/connections?pair=1')
      await dialog(page).getByText('Balcão').first().waitFor()
      const picture = page.getByRole('img', { name: 'QR Code para ler com o WhatsApp' }).locator('path')
      const first = await picture.getAttribute('d')
      await dialog(page).getByText('O código se renova sozinho').waitFor()
      setSession(world, 2, { status: 'qrcode', qrcode: 'second code' })
      await dialog(page)
        .getByText(/Renova em \d+ s/)
        .waitFor()
      expect(await picture.getAttribute('d')).not.toBe(first)
      setSession(world, 2, { status: 'PAIRING', qrcode: '' })
      await dialog(page).getByText('Celular encontrado. Vinculando…').waitFor()
      setSession(world, 2, { status: 'DISCONNECTED', lastError: 'The codes were not scanned in time' })
      await dialog(page).getByText('Os códigos não foram lidos a tempo.').waitFor()
      setSession(world, 2, { status: 'TIMEOUT', lastError: 'socket hang up', retryAt: Date.now() + 60_000 })
      await dialog(page).getByText('A conexão falhou por um motivo desconhecido.').waitFor()
      const left = async () => Number((await dialog(page).getByRole('timer').textContent())?.match(/em (\d+) s/)?.[1])
      const begin = await left()
      expect(begin).toBeGreaterThan(30)
      await until(async () => (await left()) <= begin - 2, 'the count of seconds to go down')
      setSession(world, 2, { status: 'TIMEOUT', lastError: 'socket hang up', retryAt: Date.now() - 1 })
      await dialog(page).getByText('Tentando de novo…').waitFor()
      // No supervisor runs the connections of this world.
      await dialog(page).getByRole('button', { name: 'Novo QR Code' }).click()
      await dialog(page)
        .getByText(/Esta sessão do WhatsApp não foi inicializada/)
        .waitFor()
      await page.keyboard.press('Escape')
      await row(page, 'Balcão.*Não vinculado.*A conexão falhou').waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'each status offers its actions',
  () =>
    withWorld(async (world) => {
      const offers = {
        qrcode: ['QR Code'],
        DISCONNECTED: ['Tentar novamente', 'Novo QR Code'],
        OPENING: ['Conectando…'],
        CONNECTED: ['Desconectar'],
        PAIRING: ['Desconectar'],
        TIMEOUT: ['Tentar novamente', 'Desconectar'],
      } as const
      const { page, close } = await open(world, world.ana)
      for (const [status, buttons] of Object.entries(offers)) {
        setSession(world, 1, { status: status as keyof typeof offers, qrcode: status === 'qrcode' ? 'code' : '' })
        await page.locator(`.connection-status[data-status=${status}]`).waitFor()
        expect(await page.locator('.session-actions').getByRole('button').allInnerTexts()).toEqual([...buttons])
      }
      await close()
    }),
  browserTestMs,
)
