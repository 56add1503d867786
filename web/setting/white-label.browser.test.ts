import { afterAll, beforeAll, expect, test } from 'bun:test'
import { browserTestMs, expectFitsPhone, expectNoBarriers } from '../../src/testing/browser/browser'
import { dot } from '../../src/testing/media/dot'
import { createScreenWindows, refusedFields, toast } from '../../src/testing/browser/screen-windows'
import { createServedWorld, type ServedWorld } from '../../src/testing/world/served-world'
import { contrast } from '../ui/colour/colour'

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
    // The touch icon has the same address with and without a logo.
    expect((await loginPage()).replace('/branding/touch-icon.png', '')).not.toContain('/branding/')
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

test(
  'text in a vivid brand colour is readable in both themes, also on its own tint',
  async () => {
    const { page, close } = await windows.open(world, world.sofia)
    const shade = (theme: string, brand: string, name: string) =>
      page.evaluate(
        ([theme, brand, name]) => {
          const { dataset, style } = document.documentElement
          dataset.theme = theme
          style.setProperty('--brand', brand)
          const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
          const probe = document.body.appendChild(document.createElement('i'))
          probe.style.backgroundColor = `var(${name})`
          if (!canvas) throw new Error('No canvas')
          canvas.fillStyle = getComputedStyle(probe).backgroundColor
          canvas.fillRect(0, 0, 1, 1)
          probe.remove()
          const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
          return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        },
        [theme, brand, name] as const,
      )
    for (const theme of ['light', 'dark']) {
      for (const brand of ['#0000FF', '#FF0000', '#8000FF', '#FF00FF', '#00AA00', '#39ACE7']) {
        const text = await shade(theme, brand, '--brand-text')
        for (const back of ['--surface', '--raised', '--fill', '--brand-soft']) {
          const ratio = contrast(text, await shade(theme, brand, back))
          expect(ratio, `${brand} on ${back}, ${theme}`).toBeGreaterThanOrEqual(4.5)
        }
      }
    }
    await close()
  },
  browserTestMs,
)
