import { expect, test } from 'bun:test'
import { cloudChargeTable } from '../../../src/channel/whatsapp-cloud/account/cloud-account.tables'
import { composeConnections } from '../../../src/compose'
import { browserTestMs, expectFitsPhone, expectNoBarriers } from '../../../src/testing/browser/browser'
import { historyDeclined } from '../../../src/testing/services/graph-server/coexistence-changes'
import { errorChange } from '../../../src/testing/services/graph-server/graph-changes'
import { verifyAddress } from '../../../src/testing/services/graph-server/graph-webhooks'
import {
  graphAppSecret,
  graphPhone,
  graphToken,
  type GraphServer,
  startGraphServer,
} from '../../../src/testing/services/graph-server/start-graph-server'
import { createScreenWindows } from '../../../src/testing/browser/screen-windows'
import { setSetting } from '../../../src/testing/conversation/conversation'
import type { ServedWorld } from '../../../src/testing/world/served-world'

const { open, dialog, field, refusedFields, row, save, toast, withWorld } = createScreenWindows('/connections')

async function withGraph(run: (world: ServedWorld, graph: GraphServer) => Promise<void>) {
  const graph = await startGraphServer()
  try {
    await withWorld(
      async (world) => {
        const connections = composeConnections(world.platform, { supervisor: { startGapMs: 0 } })
        try {
          await run(world, graph)
        } finally {
          await connections.stop()
        }
      },
      { environment: graph.environment },
    )
  } finally {
    await graph.stop()
  }
}

test(
  'connects the official API by hand: errors carry Meta’s sentence, the addresses are shown, the token never again',
  () =>
    withGraph(async (world) => {
      // Then a connection needs what this dialog does not ask for.
      setSetting(world, 'userRating', 'enabled')
      const { page, complaints, close } = await open(world, world.ana, { expected: refusedFields })
      await page.getByRole('button', { name: 'Adicionar', exact: true }).click()
      await page.getByRole('menuitem', { name: 'WhatsApp API' }).click()
      const connect = dialog(page).getByRole('button', { name: 'Conectar' })
      await connect.click()
      await dialog(page).getByText('Obrigatório').nth(4).waitFor()
      expect(await dialog(page).locator('input[aria-invalid=true]').count()).toBe(5)
      await field(page, 'Nome da conexão').fill('Oficial')
      await field(page, 'ID do número de telefone').fill(graphPhone.id)
      await field(page, 'ID da conta do WhatsApp Business').fill(graphPhone.businessAccountId)
      await field(page, 'Token permanente').fill('errado')
      await field(page, 'Chave secreta do app').fill(graphAppSecret)
      await connect.click()
      await dialog(page).getByText('Error validating access token: The session has been invalidated.').waitFor()
      await expectNoBarriers(page)
      await field(page, 'Token permanente').fill(graphToken)
      await connect.click()
      await toast(page, 'Conexão criada. Informe agora o endereço à Meta.')
      const url = await field(page, 'URL de callback').inputValue()
      expect(url).toMatch(new RegExp(`^${world.url}/webhook/meta/[A-Za-z0-9]{30}$`))
      expect(await field(page, 'Token permanente').inputValue()).toBe('')
      await dialog(page).getByText('A Meta ainda não verificou este endereço').waitFor()
      await expectFitsPhone(page)
      await expectNoBarriers(page)
      const answer = await verifyAddress(url, await field(page, 'Token de verificação').inputValue())
      expect(answer.status).toBe(200)
      await dialog(page).getByText('A Meta já verificou este endereço.').waitFor()
      await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
      await row(page, 'Oficial').getByText('Conectado', { exact: true }).waitFor()
      await row(page, 'Oficial').getByRole('button', { name: 'Detalhes da linha' }).click()
      await row(page, 'Oficial').getByText('Qualidade alta, até 1.000 conversas novas por dia').waitFor()
      await row(page, 'Oficial').getByText('Casa Aurora').waitFor()
      expect(await page.content()).not.toContain(graphToken)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'an account that Meta no longer accepts says why, and connects again with a new token',
  () =>
    withGraph(async (world, graph) => {
      const ana = await world.as(world.ana)
      const account = { phoneNumberId: graphPhone.id, businessAccountId: graphPhone.businessAccountId }
      const created = await ana.post('/whatsapp-cloud', {
        name: 'Oficial',
        ...account,
        token: graphToken,
        appSecret: graphAppSecret,
      })
      expect(created.status).toBe(200)
      const { page, complaints, close } = await open(world, world.ana, { expected: refusedFields })
      await row(page, 'Oficial').getByText('Conectado', { exact: true }).waitFor()
      graph.state.tokens.clear()
      graph.state.tokens.add('EAAGnovo')
      await world.platform.ports.connections.restart(1)
      await row(page, 'Oficial').getByText('A Meta não aceita mais o acesso. Renove-o em “Conta da Meta”.').waitFor()
      await row(page, 'Oficial').getByRole('button', { name: 'Conta da Meta' }).click()
      await dialog(page).getByText('Já está salvo. Deixe em branco para manter.').first().waitFor()
      await field(page, 'Token permanente').fill('EAAGnovo')
      await save(page)
      await toast(page, 'Conta da Meta salva')
      await row(page, 'Oficial').getByText('Conectado', { exact: true }).waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'the account shows what Meta charges for by month, and the last error that it reports about the number',
  () =>
    withGraph(async (world, graph) => {
      const ana = await world.as(world.ana)
      const account = { phoneNumberId: graphPhone.id, businessAccountId: graphPhone.businessAccountId }
      const secrets = { token: graphToken, appSecret: graphAppSecret }
      const { body } = await ana.post('/whatsapp-cloud', { name: 'Oficial', ...account, ...secrets })
      const counted = (category: string, isBillable: boolean, messages: number) => {
        return { connectionId: body.whatsappId, month: '2026-11', category, isBillable, messages }
      }
      setSetting(world, 'marketingMessagePrice', '0,35')
      setSetting(world, 'utilityMessagePrice', '0.05')
      const rows = [counted('marketing', true, 1200), counted('utility', true, 3), counted('service', false, 8)]
      world.ctx(1).db.insert(cloudChargeTable).values(rows).run()
      graph.webhook.url = new URL(body.webhook.url, world.url).href
      await graph.deliver(errorChange(graphPhone, { code: 130429, title: 'Rate limit hit' }))
      await graph.deliver(historyDeclined(graphPhone))
      const { page, complaints, close } = await open(world, world.ana)
      await row(page, 'Oficial').getByText('Conectado', { exact: true }).waitFor()
      await row(page, 'Oficial').getByText('Erro da Meta em').waitFor()
      await row(page, 'Oficial').getByRole('button', { name: 'Conta da Meta' }).click()
      const charges = dialog(page).getByRole('group', { name: 'Mensagens cobradas pela Meta' })
      await charges
        .getByText('novembro de 2026: 1.200 de marketing · 3 de utilidade · 8 sem custo · estimativa de R$\u00a0420,15')
        .waitFor()
      await dialog(page).getByText('130429 Rate limit hit').waitFor()
      await dialog(page).getByText('recusou compartilhá-lo').waitFor()
      await expectFitsPhone(page)
      await expectNoBarriers(page)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
