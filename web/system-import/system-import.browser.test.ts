import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  browserTestMs,
  expectFitsPhone,
  expectNoBarriers,
  hasFocus,
  sidewaysScroll,
  tabTo,
} from '../../src/testing/browser/browser'
import { createScreenWindows, withWorld } from '../../src/testing/browser/screen-windows'
import { dumpFolder } from '../../src/testing/move-in/dumps'
import { password } from '../../src/testing/world/people'

const { open } = createScreenWindows('/companies')
const dump = join(dumpFolder, 'T.sql.gz')
const environment = { WHATSAPP_WEB_URL: 'ws://127.0.0.1:1', GRAPH_API_URL: 'http://127.0.0.1:1' }

test(
  'a dump is uploaded, rehearsed, imported, taken live and undone',
  () =>
    withWorld(
      async (world) => {
        const { page, complaints, close } = await open(world, world.sofia)
        await page.getByRole('link', { name: 'Importar de outro sistema' }).click()
        await page.waitForURL('**/companies/import')
        const chooser = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: 'Enviar um arquivo' }).click()
        await (await chooser).setFiles(dump)
        await page.getByText('T.sql.gz foi enviado').waitFor()
        expect(await page.getByLabel('Cópia do banco de dados').inputValue()).toMatch(/^upload:[0-9a-f]{24}$/)
        await page.getByText('Mais opções').click()
        await page.getByLabel('Apenas a empresa').fill('2')
        await page.getByRole('button', { name: 'Ensaiar' }).click()
        await page.getByRole('heading', { name: 'Ensaio' }).waitFor()
        const report = page.getByRole('region', { name: 'Relatório', exact: true })
        await report.getByText('Empresa nova.').waitFor()
        await report.getByRole('row', { name: /^Messages/ }).waitFor()
        const imported = page.getByRole('region', { name: 'Empresas importadas' })
        expect(await imported.count()).toBe(0)
        await expectNoBarriers(page)

        const start = page.getByRole('button', { name: 'Importar agora' })
        await tabTo(page, start)
        await page.keyboard.press('Enter')
        const question = page.getByRole('alertdialog')
        await hasFocus(question.getByRole('button', { name: 'Importar agora' }))
        await page.keyboard.press('Enter')
        await imported.getByText('Aguarda').waitFor()
        await page.getByText('Concluída').waitFor()
        const name = (await imported.getByRole('listitem').locator('strong').textContent()) ?? ''
        const signIn = { email: 'ana2@casa.test', password: 'senha-antiga' }
        expect((await world.nobody.post('/auth/login', signIn)).status).toBe(200)

        const download = page.waitForEvent('download')
        await report.getByRole('button', { name: 'Baixar HTML' }).click()
        const saved = await download
        expect(saved.suggestedFilename()).toBe('import.html')
        expect(readFileSync(await saved.path(), 'utf8')).toContain('Relatório da importação')

        await imported.getByRole('button', { name: `Pôr ${name} em operação` }).click()
        const live = page.getByRole('alertdialog')
        const action = live.getByRole('button', { name: 'Pôr em operação' })
        expect(await action.isDisabled()).toBe(true)
        await live.getByLabel('O outro sistema está parado').check()
        await expectNoBarriers(page)
        await action.click()
        await imported.getByText('Em operação desde').waitFor()
        await live.waitFor({ state: 'detached' })
        expect(await imported.getByRole('button', { name: /em operação/ }).count()).toBe(0)

        await imported.getByRole('button', { name: `Desfazer a importação de ${name}` }).click()
        await page.getByRole('alertdialog').getByRole('textbox').fill(name)
        await page.keyboard.press('Enter')
        await imported.waitFor({ state: 'detached' })
        expect((await world.nobody.post('/auth/login', signIn)).status).toBe(401)
        expect((await world.nobody.post('/auth/login', { email: world.gina.email, password })).status).toBe(200)
        expect(complaints).toEqual([])
        await close()
      },
      { environment },
    ),
  browserTestMs,
)

test(
  'shows on slow networks and small windows what is wrong with a source, and is for super users only',
  () =>
    withWorld(
      async (world) => {
        const expected = [/status of 400/, /^400 /]
        const path = '/companies/import'
        const { page, close } = await open(world, world.sofia, { path, expected })
        await page.route('**/system-import**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 800))
          await route.continue()
        })
        await expectNoBarriers(page)
        await expectFitsPhone(page)
        const rehearse = page.getByRole('button', { name: 'Ensaiar' })
        await rehearse.click()
        await hasFocus(page.getByLabel('Cópia do banco de dados'))
        await page.getByLabel('Cópia do banco de dados').fill('/nowhere.dump')
        await page.keyboard.press('Enter')
        await page.getByText('O arquivo /nowhere.dump não existe.').waitFor()
        await page.getByText('Falhou').waitFor()
        await expectNoBarriers(page)
        await page.setViewportSize({ width: 390, height: 800 })
        expect(await sidewaysScroll(page)).toBe(0)
        // 1280 px at 200 %.
        await page.setViewportSize({ width: 640, height: 400 })
        expect(await sidewaysScroll(page)).toBe(0)
        await page.getByRole('button', { name: 'Descartar e começar outra' }).click()
        await page.getByRole('heading', { name: 'Nova importação' }).waitFor()
        const admin = await open(world, world.gina, { path, expected: [/403/] })
        await admin.page.getByRole('heading', { name: 'Importar de outro sistema' }).waitFor({ state: 'detached' })
        await admin.close()
        await close()
      },
      { environment },
    ),
  browserTestMs,
)
