import { afterEach, beforeEach, expect, test } from 'bun:test'
import { browserTestMs, expectNoBarriers, hasFocus, sidewaysScroll } from '../../src/testing/browser/browser'
import { createScreenWindows } from '../../src/testing/browser/screen-windows'
import { plainTextOf, type ReceivedMail, startMailServer } from '../../src/testing/services/smtp/start-mail-server'

const { open, dialog, field, row, save, toast, withWorld } = createScreenWindows('/login')
let server: Awaited<ReturnType<typeof startMailServer>>
beforeEach(async () => {
  server = await startMailServer()
})
afterEach(() => server.stop())

const pathIn = (mail: ReceivedMail | undefined) => /\/invite\/\S+/.exec(plainTextOf(mail ?? { raw: '' }))?.[0] ?? ''

test(
  'a forgotten password is replaced by a mailed link, and an invitation is mailed and followed in its row',
  () =>
    withWorld(
      async (world) => {
        const { page, complaints, go, close } = await open(world, undefined, { viewport: { width: 390, height: 844 } })
        await page.getByRole('link', { name: 'Esqueci a senha' }).press('Enter')
        await page.waitForURL(`${world.url}/forgot-password`)
        const email = page.getByLabel('E-mail')
        await hasFocus(email)
        await expectNoBarriers(page)
        expect(await sidewaysScroll(page)).toBe(0)
        await page.keyboard.press('Enter')
        await page.getByText('Obrigatório').waitFor()
        await page.keyboard.type('Bruno@acme.test')
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'Confira o seu e-mail' }).waitFor()
        await page.getByText('Se houver uma conta com o e-mail bruno@acme.test').waitFor()
        await expectNoBarriers(page)
        await world.runJobs(1)
        await world.runJobs(1)
        await go(pathIn(server.received[0]))
        await page.getByText('Escolha uma nova senha para a sua conta de Acme.').waitFor()
        await hasFocus(page.getByLabel('Senha', { exact: true }))
        await page.keyboard.type('a nova do Bruno')
        await page.keyboard.press('Enter')
        await page.waitForURL(`${world.url}/tickets`)
        await close()

        const ana = await open(world, world.ana, { path: '/users?new' })
        await field(ana.page, 'Nome').fill('Zélia Campos')
        await field(ana.page, 'E-mail').fill('zelia@acme.test')
        await dialog(ana.page).getByRole('combobox', { name: 'Filas' }).click()
        await ana.page.getByRole('option', { name: 'Vendas' }).click()
        await save(ana.page)
        await dialog(ana.page).getByLabel('Link do convite').waitFor()
        await dialog(ana.page).getByRole('button', { name: 'Enviar por e-mail' }).press('Enter')
        await toast(ana.page, 'O convite está sendo enviado por e-mail')
        await row(ana.page, 'Zélia Campos.*Enviando convite').waitFor()
        await world.runJobs(1)
        await row(ana.page, 'Zélia Campos.*Convite enviado').waitFor()
        expect(server.received.map(({ to }) => to)).toEqual([['bruno@acme.test'], ['zelia@acme.test']])
        await row(ana.page, 'Zélia Campos')
          .getByRole('button', { name: /Mais ações/ })
          .click()
        await ana.page.getByRole('menuitem', { name: 'Enviar de novo' }).waitFor()
        await ana.page.keyboard.press('Escape')
        await row(ana.page, 'Carla Dias')
          .getByRole('button', { name: /Mais ações/ })
          .click()
        await ana.page.getByRole('menuitem', { name: 'Criar link de nova senha' }).press('Enter')
        await dialog(ana.page).getByLabel('Link de nova senha').waitFor()
        await expectNoBarriers(ana.page)
        expect(await dialog(ana.page).getByRole('button', { name: 'Enviar por e-mail' }).count()).toBe(0)
        expect([...complaints, ...ana.complaints]).toEqual([])
        await ana.close()
      },
      { environment: { SMTP_URL: server.url } },
    ),
  browserTestMs,
)
