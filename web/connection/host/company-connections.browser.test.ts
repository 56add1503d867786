import { expect, test } from 'bun:test'
import { composeConnections } from '../../../src/compose'
import { browserTestMs, expectNoBarriers } from '../../../src/testing/browser/browser'
import { readConnection } from '../../../src/testing/conversation/connections'
import { createScreenWindows, refusedFields, row, toast } from '../../../src/testing/browser/screen-windows'
import { createServedWorld } from '../../../src/testing/world/served-world'
import { startWhatsAppServer } from '../../../src/testing/services/whatsapp-server/start-whatsapp-server'

const { open } = createScreenWindows('/allConnections')

test(
  'the host adds, changes and deletes a company’s connection and its admin reads it',
  async () => {
    const whatsapp = await startWhatsAppServer()
    const environment = { WHATSAPP_WEB_URL: whatsapp.url, WHATSAPP_MEDIA_URL: whatsapp.mediaUrl }
    const world = await createServedWorld({ pages: true, environment })
    const connections = composeConnections(world.platform, { whatsapp: { ackTimeoutMs: 3000 } })
    try {
      const { page, complaints, close } = await open(world, world.sofia)
      const details = () => row(page, 'Globex').getByRole('button', { name: 'Ver conexões' }).click()
      const list = page.getByRole('dialog', { name: 'Conexões de Globex' })
      await details()
      await list.getByRole('button', { name: 'Adicionar' }).click()
      await page.getByRole('menuitem', { name: 'WhatsApp', exact: true }).click()
      const form = page.getByRole('dialog', { name: 'Adicionar WhatsApp' })
      await form.getByLabel('Nome').fill('Filial')
      await form.getByRole('button', { name: 'Salvar' }).click()
      await page.getByRole('dialog', { name: 'Conectar Filial' }).waitFor()
      await page.getByRole('img', { name: 'QR Code para ler com o WhatsApp' }).waitFor()
      await whatsapp.phone('5511977770002').scan(readConnection(world, 2, 2)?.qrcode ?? '')
      await toast(page, 'Filial conectado com sucesso')
      const filial = list.getByRole('row', { name: /Filial/ })
      await filial.getByText('Conectado', { exact: true }).waitFor()
      await expectNoBarriers(page)
      await filial.getByRole('button', { name: 'Editar' }).click()
      const editor = page.getByRole('dialog', { name: /^Editar/ })
      await editor.getByRole('tab', { name: 'Mensagens' }).click()
      await editor.getByLabel('Mensagem de saudação', { exact: true }).fill('Bem-vindo à filial')
      await editor.getByRole('button', { name: 'Salvar' }).click()
      await editor.waitFor({ state: 'detached' })
      expect(readConnection(world, 2, 2)?.greetingMessage).toBe('Bem-vindo à filial')
      await filial.getByRole('button', { name: 'Excluir' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir conexão' }).click()
      await filial.waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await close()
      const admin = await open(world, world.gina, { path: '/settings' })
      await admin.page.getByRole('button', { name: 'Ver registro' }).click()
      const log = admin.page.getByRole('dialog', { name: 'Ações do suporte nas conexões' })
      await log.getByRole('row', { name: /Sofia.*Excluiu a conexão.*Filial/ }).waitFor()
      await log.getByRole('row', { name: /Sofia.*Viu o QR Code.*Filial/ }).waitFor()
      await expectNoBarriers(admin.page)
      expect(admin.complaints).toEqual([])
      await admin.close()
    } finally {
      await connections.stop()
      await world.stop()
      await whatsapp.stop()
    }
  },
  browserTestMs,
)

test(
  'a deletion that is refused says so, and why',
  async () => {
    const world = await createServedWorld({ pages: true })
    try {
      const sofia = await world.as(world.sofia)
      const plan = { name: 'Essencial', users: 3, connections: 1, queues: 3, amount: 99.9 }
      const { body } = await sofia.post('/plans', plan)
      await sofia.put('/companies/2', { planId: body.id })
      const { page, complaints, close } = await open(world, world.sofia, { path: '/plans', expected: refusedFields })
      await row(page, 'Plano').first().getByRole('button', { name: 'Excluir' }).click()
      await toast(page, 'O plano inicial não pode ser excluído.')
      await row(page, 'Essencial').getByRole('button', { name: 'Excluir' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir plano' }).click()
      await toast(page, 'Não foi possível realizar a operação')
      await toast(page, 'Este registro está em uso e não pode ser excluído. Retire-o de onde é usado antes.')
      expect(complaints).toEqual([])
      await close()
    } finally {
      await world.stop()
    }
  },
  browserTestMs,
)
