import { afterAll, beforeAll, expect, test } from 'bun:test'
import { browserTestMs, expectFitsPhone, expectNoBarriers } from '../../src/testing/browser'
import { dot } from '../../src/testing/dot'
import { createScreenWindows, refusedFields, toast } from '../../src/testing/screen-windows'
import { createServedWorld, type ServedWorld } from '../../src/testing/served-world'

const windows = createScreenWindows('/settings?tab=whitelabel')
let world: ServedWorld
beforeAll(async () => {
  world = await createServedWorld({ pages: true })
}, browserTestMs)
afterAll(() => world.stop())

const loginPage = async () => (await fetch(`${world.url}/login`, { headers: { accept: 'text/html' } })).text()

test(
  'the super user sets the platform’s colours, name and logo, which anonymous visitors see',
  async () => {
    const { page, close } = await windows.open(world, world.sofia, { expected: refusedFields })
    await page.getByLabel('Nome do sistema').fill('Central <b>Aurora</b>')
    await page.getByRole('textbox', { name: 'Cor principal no tema claro' }).fill('#FFEE00')
    await page.getByText(/O contraste da cor com o fundo é 1,2:1/).waitFor()
    await page.getByRole('textbox', { name: 'Cor principal no tema claro' }).fill('#0A7A3B')
    await page.getByText(/O contraste da cor/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Salvar' }).click()
    await toast(page, 'Operação realizada com sucesso!')
    const logo = page.locator('.white-label-logo').first()
    const svg = {
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    }
    await logo.locator('input[type=file]').setInputFiles(svg)
    await page.getByText('Envie apenas imagens').waitFor()
    const chosen = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(dot) }
    await logo.locator('input[type=file]').setInputFiles(chosen)
    await toast(page, 'Imagem salva')
    const login = await loginPage()
    expect(login).toContain('--brand:#0A7A3B')
    expect(login).toContain('Central &lt;b&gt;Aurora&lt;/b&gt;')
    expect(login).toMatch(/\/branding\/light-\w{16}\.png/)
    await page.getByRole('button', { name: 'Remover' }).click()
    await toast(page, 'Imagem removida')
    expect(await loginPage()).not.toContain('/branding/')
    await expectNoBarriers(page)
    await expectFitsPhone(page)
    await close()
  },
  browserTestMs,
)

test(
  'admins do not see it',
  async () => {
    const { page, close } = await windows.open(world, world.ana)
    await page.getByRole('tab', { name: 'Preferências' }).waitFor()
    expect(await page.getByRole('tab', { name: 'Whitelabel' }).count()).toBe(0)
    await close()
  },
  browserTestMs,
)
