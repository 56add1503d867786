import { expect, test } from 'bun:test'
import { composeConnections } from '../../../src/compose'
import {
  boxAtRest,
  browserTestMs,
  expectFitsPhone,
  expectNoBarriers,
  whenUsable,
} from '../../../src/testing/browser/browser'
import { createScreenWindows, dialog, row, toast, withWorld } from '../../../src/testing/browser/screen-windows'
import { graphPages, graphPeople } from '../../../src/testing/services/graph-server/page-state'
import { messageTable } from '../../../src/message/message.tables'
import { until } from '../../../src/testing/whatsapp/whatsapp-world'
import type { ServedWorld } from '../../../src/testing/world/served-world'
import { acceptTicket } from '../../../src/ticket/assignment/accept-ticket'
import { ticketTable } from '../../../src/ticket/ticket.tables'
import { graphAppSecret, startGraphServer } from '../../../src/testing/services/graph-server/start-graph-server'

const { open } = createScreenWindows('/connections')

test(
  'links a page and an Instagram account through Facebook’s login, and answers a customer of each',
  async () => {
    const graph = await startGraphServer()
    const port = freePort()
    const environment = {
      ...graph.environment,
      META_APP_ID: graph.state.pages.appId,
      META_APP_SECRET: graphAppSecret,
      META_VERIFY_TOKEN: 'verify-token-of-the-host',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    }
    try {
      await withWorld(
        async (world) => {
          const connections = composeConnections(world.platform, { supervisor: { startGapMs: 0 } })
          graph.webhook.url = `${world.url}/webhook/meta`
          const { page, complaints, close } = await open(world, world.ana)
          await page.getByRole('button', { name: 'Adicionar' }).first().click()
          await page.getByRole('menuitem', { name: 'Facebook' }).click()
          const login = dialog(page).getByRole('button', { name: 'Continuar com o Facebook' })
          await login.waitFor()
          await expectFitsPhone(page)
          await expectNoBarriers(page)
          await login.click()
          await page.getByRole('link', { name: 'Cancel' }).click()
          await toast(page, 'O acesso não foi autorizado no Facebook.')
          expect(new URL(page.url()).search).toBe('')

          await page.getByRole('button', { name: 'Adicionar' }).first().click()
          await page.getByRole('menuitem', { name: 'Instagram' }).click()
          await login.click()
          await page.getByRole('link', { name: 'Continue as Ana' }).click()
          const outlet = dialog(page).getByRole('checkbox', { name: /Aurora Outlet/ })
          await outlet.uncheck()
          await expectFitsPhone(page)
          await expectNoBarriers(page)
          await dialog(page).getByRole('button', { name: 'Vincular' }).click()
          await toast(page, 'Facebook/Instagram vinculado')
          await page.setViewportSize({ width: 1440, height: 900 })
          await row(page, 'Instagram').getByText('Conectado').waitFor()
          expect(await row(page, 'Aurora Outlet').count()).toBe(0)

          await row(page, 'Instagram').getByRole('button', { name: 'Conta da Meta' }).click()
          await dialog(page).getByRole('switch', { name: 'Receber comentários' }).click()
          await dialog(page).getByRole('button', { name: 'Salvar' }).click()
          await toast(page, 'Conta da Meta salva')

          const [aurora] = graphPages
          const iara = graphPeople[2]!
          const atMs = Date.now() - 1000
          await graph.pages.says(aurora!.instagram!.id, iara.id, { text: 'Tem em azul?' }, { atMs })
          const story = { reply_to: { story: { id: '1', url: 'https://lookaside.fbsbx.com/story' } } }
          await graph.pages.says(aurora!.instagram!.id, iara.id, { text: 'Que lindo', ...story }, { atMs: atMs + 500 })
          const ticket = () => world.ctx(1).db.select().from(ticketTable).all().at(-1)
          const bodies = () => world.ctx(1).db.select().from(messageTable).all()
          await until(() => bodies().some(({ body }) => body === 'Que lindo'), 'the messages')
          acceptTicket(world.ctxAs(world.ana), ticket()?.id ?? 0, { queueId: 1 })
          await page.goto(`${world.url}/tickets/${ticket()?.uuid}`)
          await whenUsable(page)
          await page.getByText('Resposta a um story').waitFor()
          await page
            .locator('.conversation-about')
            .getByRole('img', { name: /^Instagram · / })
            .waitFor()
          await page.getByText('Neste canal há 24 horas para responder').waitFor()
          await page.getByRole('textbox', { name: 'Escrever mensagem' }).fill('Temos sim')
          await page.keyboard.press('Enter')
          await until(() => JSON.stringify(graph.state.pages.sent).includes('Temos sim'), 'the answer')
          expect(complaints).toEqual([])
          await close()
          await linksForCompany(world)
          await connections.stop()
        },
        { environment },
      )
    } finally {
      await graph.stop()
    }
  },
  browserTestMs,
)

async function linksForCompany(world: ServedWorld) {
  const { page, complaints, close } = await open(world, world.sofia, { path: '/allConnections' })
  await row(page, 'Globex').getByRole('button', { name: 'Ver conexões' }).click()
  const list = page.getByRole('dialog', { name: 'Conexões de Globex' })
  await list.getByRole('row', { name: /Globex WhatsApp/ }).waitFor()
  const place = await boxAtRest(list)
  await list.getByRole('button', { name: 'Adicionar' }).click()
  await page.getByRole('menuitem', { name: 'Facebook' }).click()
  const login = page.getByRole('button', { name: 'Continuar com o Facebook' })
  await login.waitFor()
  // The dialog above neither moves it nor is higher than its own content.
  expect(await boxAtRest(list)).toEqual(place)
  expect((await boxAtRest(page.getByRole('dialog').last())).height).toBeLessThan(300)
  await login.click()
  await page.getByRole('link', { name: 'Continue as Ana' }).click()
  await page
    .getByRole('checkbox', { name: /Casa Aurora/ })
    .first()
    .uncheck()
  await page.getByRole('checkbox', { name: /casa.aurora/ }).uncheck()
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Vincular' }).click()
  await toast(page, 'Facebook/Instagram vinculado')
  await list
    .getByRole('row', { name: /Aurora Outlet/ })
    .getByText('Conectado')
    .waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/allConnections')
  expect(complaints).toEqual([])
  await close()
}

/** The public address must be known before the product is served. */
function freePort() {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('') })
  const { port } = server
  void server.stop(true)
  return port
}
