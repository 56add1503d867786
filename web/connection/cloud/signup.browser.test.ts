import { expect, test } from 'bun:test'
import { composeConnections } from '../../../src/compose'
import { browserTestMs, expectFitsPhone, expectNoBarriers } from '../../../src/testing/browser/browser'
import { createScreenWindows } from '../../../src/testing/browser/screen-windows'
import {
  graphAppSecret,
  graphPhone,
  startGraphServer,
} from '../../../src/testing/services/graph-server/start-graph-server'

/** Meta's dialog returns to the public address, which is set before the world is served. */
function freePort() {
  const server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  server.stop(true)
  return server.port
}

const { open, dialog, field, refusedFields, row, toast, withWorld } = createScreenWindows('/connections')

test(
  'Meta’s signup returns with the shared numbers; a new one is registered with its PIN and connects',
  async () => {
    const second = {
      ...graphPhone,
      id: '209990001112223',
      displayNumber: '+55 21 3003-1000',
      verifiedName: 'Aurora Rio',
    }
    const graph = await startGraphServer({ phones: [graphPhone, { ...second, isUnregistered: true, pin: '482913' }] })
    const url = `http://127.0.0.1:${freePort()}`
    const environment = {
      ...graph.environment,
      META_APP_ID: graph.state.pages.appId,
      META_APP_SECRET: graphAppSecret,
      META_VERIFY_TOKEN: 'verify-token-of-the-host',
      META_SIGNUP_CONFIG_ID: graph.state.signup.configId,
      PORT: new URL(url).port,
      PUBLIC_URL: url,
    }
    await withWorld(
      async (world) => {
        const connections = composeConnections(world.platform, { supervisor: { startGapMs: 0 } })
        const { page, complaints, close } = await open(world, world.ana, { expected: refusedFields })
        await page.getByRole('button', { name: 'Adicionar', exact: true }).click()
        await page.getByRole('menuitem', { name: 'WhatsApp API' }).click()
        await dialog(page).getByText('O número continua também no app WhatsApp Business do celular').waitFor()
        await expectFitsPhone(page)
        await expectNoBarriers(page)
        await dialog(page).getByRole('button', { name: 'Continuar com a Meta' }).click()
        await page.getByRole('link', { name: 'Continue as Ana' }).click()

        await dialog(page).getByText('A Meta não indica forma de pagamento').waitFor()
        expect(await field(page, 'PIN de 6 dígitos').count()).toBe(0)
        await field(page, 'Número').click()
        await page.getByRole('option', { name: /Aurora Rio/ }).click()
        expect(await field(page, 'Nome da conexão').inputValue()).toBe('Aurora Rio')
        await field(page, 'PIN de 6 dígitos').fill('111111')
        await expectFitsPhone(page)
        await expectNoBarriers(page)
        const connect = dialog(page).getByRole('button', { name: 'Conectar' })
        await connect.click()
        await dialog(page).getByText('The pin entered is incorrect.').waitFor()
        await field(page, 'PIN de 6 dígitos').fill('482913')
        await connect.click()
        await toast(page, 'Número conectado')
        await row(page, 'Aurora Rio').getByText('Conectado', { exact: true }).waitFor()
        expect(new URL(page.url()).search).toBe('')
        expect(complaints).toEqual([])
        await close()
        await connections.stop()
      },
      { environment },
    )
    await graph.stop()
  },
  browserTestMs,
)
