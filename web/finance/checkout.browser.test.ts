import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { localDay } from '../../src/kernel/time/time-zone'
import { verifyNewCharges } from '../../src/platform/payment/charge/verify-charge'
import { type BankWorld, createBankWorld, setDue } from '../../src/testing/services/bank/bank-world'
import { strangerKey } from '../../src/testing/services/bank/certificates'
import { readCode } from '../../src/testing/services/bank/pix-code'
import {
  browserTestMs,
  expectNoBarriers,
  launchForFile,
  openWindow,
  sidewaysScroll,
  type WindowOptions,
  whenUsable,
} from '../../src/testing/browser/browser'
import type { Person } from '../../src/testing/world/people'
import { dialog, field, refusedFields, row, save, toast } from '../../src/testing/browser/screen-windows'

const browser = launchForFile()
const open = (world: BankWorld, person: Person, path: string, options: WindowOptions = {}) =>
  openWindow(browser(), world, person, { path, ...options })

const dayMs = 86_400_000
const dayFromNow = (days: number) => localDay(new Date(Date.now() + days * dayMs), 'America/Sao_Paulo')

async function withBank(provider: Parameters<typeof createBankWorld>[0], run: (world: BankWorld) => Promise<void>) {
  const world = await createBankWorld(provider, { pages: true })
  try {
    const sofia = await world.as(world.sofia)
    await sofia.post('/plans', { name: 'Loja', users: 5, connections: 2, queues: 5, amount: 149.9 })
    await sofia.post('/plans', { name: 'Mini', users: 1, connections: 1, queues: 5, amount: 49 })
    await run(world)
  } finally {
    await world.stop()
  }
}

const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const current = (page: Page) => dialog(page).locator('[aria-current=step]').innerText()

async function fillPayer(page: Page, document = '529.982.247-25') {
  await field(page, 'Nome completo').fill('Gina Alves')
  await field(page, 'CPF/CNPJ').fill(document)
  await press(page, 'Próximo')
}

const readShownCode = (page: Page) => dialog(page).getByLabel('Pix copia e cola').inputValue()

test(
  'an admin chooses a plan, pays its Pix code, sees the new due date, and returns home after four seconds',
  () =>
    withBank('efi', async (world) => {
      setDue(world, dayFromNow(10))
      const { page, complaints, close } = await open(world, world.gina, '/financeiro')
      await row(page, 'PAGAR').getByRole('button', { name: 'PAGAR' }).click()
      await dialog(page).getByRole('heading', { name: 'Falta pouco!' }).waitFor()
      expect(await field(page, 'Nome completo').inputValue()).toBe('Gina Alves')
      await field(page, 'Nome completo').fill('')
      await press(page, 'Próximo')
      await dialog(page).getByText('O nome completo é obrigatório').waitFor()
      await dialog(page).getByText('CEP é obrigatório').waitFor()
      await expectNoBarriers(page)
      await fillPayer(page, '111.111.111-11')
      await dialog(page).getByText('CPF ou CNPJ inválido').waitFor()
      await fillPayer(page)
      await dialog(page).getByText('Sua empresa usa 3 usuários.').waitFor()
      expect(await dialog(page).getByRole('button', { name: 'Escolher Mini' }).count()).toBe(0)
      expect(await current(page)).toContain('Personalizar')
      const custom = dialog(page).getByRole('listitem').filter({ hasText: 'Plano personalizado' })
      await custom.getByText('R$\u00a049,00').waitFor()
      await field(page, 'Usuários').fill('5')
      await field(page, 'Conexões').fill('4')
      await custom.getByText('R$\u00a091,00').waitFor()
      await field(page, 'Usuários').fill('2')
      await dialog(page).getByText('Digite um número inteiro de 3 a 10.000, por exemplo 3.').waitFor()
      expect(await page.getByRole('button', { name: 'Escolher Plano personalizado' }).isDisabled()).toBe(true)
      await field(page, 'Usuários').fill('3')
      await expectNoBarriers(page)
      await press(page, 'Escolher Loja')
      expect(await current(page)).toContain('Revisar')
      await press(page, 'Voltar')
      await press(page, 'Escolher Loja')
      await dialog(page).getByText('529.982.247-25').waitFor()
      await dialog(page).getByText('R$\u00a0149,90').waitFor()
      await expectNoBarriers(page)
      await press(page, 'PAGAR')
      await toast(page, 'Assinatura realizada com sucesso!, aguardando a realização do pagamento')
      const code = await readShownCode(page)
      await dialog(page).getByRole('img', { name: 'QR Code para pagar R$\u00a0149,90 por Pix' }).waitFor()
      await press(page, 'Copiar código')
      await dialog(page).getByRole('button', { name: 'Copiado' }).waitFor()
      await expectNoBarriers(page)
      await world.bank.pay(code)
      const paidAt = performance.now()
      // Efí has no webhook URL here, so only the schedule finds the payment.
      await verifyNewCharges(world.platform)
      await world.runJobs(2)
      await dialog(page)
        .getByText(/^Sua licença foi renovada até \d\d\/\d\d\/\d{4}!$/)
        .waitFor()
      await expectNoBarriers(page)
      await page.waitForURL(`${world.url}/`)
      expect(performance.now() - paidAt).toBeGreaterThan(3500)
      await page.getByRole('link', { name: /^Ativo até/ }).click()
      await page.getByRole('heading', { name: 'Assinatura' }).waitFor()
      await page.getByText('3 de 5').waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'an expired company pays on a phone, and its users’ open windows continue by themselves',
  () =>
    withBank('mercadopago', async (world) => {
      setDue(world, dayFromNow(-3))
      const phone = { viewport: { width: 390, height: 780 } }
      const gina = await open(world, world.gina, '/financeiro-aberto', phone)
      const hugo = await open(world, world.hugo, '/financeiro-aberto')
      await hugo.page.clock.install()
      await hugo.go('/financeiro-aberto')
      // What starts later would be refused to an expired company.
      await hugo.page.clock.fastForward(5000)
      await row(hugo.page, 'Plano.*Vencida').waitFor()
      expect(await hugo.page.getByRole('button', { name: 'PAGAR' }).count()).toBe(0)
      await gina.page.getByRole('button', { name: 'PAGAR' }).click()
      await fillPayer(gina.page)
      await press(gina.page, 'Escolher Plano')
      await press(gina.page, 'PAGAR')
      const code = await readShownCode(gina.page)
      expect(await sidewaysScroll(gina.page)).toBe(0)
      await expectNoBarriers(gina.page)
      await world.bank.pay(code)
      await world.runJobs(2)
      await dialog(gina.page)
        .getByText(/^Sua licença foi renovada até/)
        .waitFor()
      await hugo.page.waitForURL(`${world.url}/tickets`)
      await gina.page.waitForURL(`${world.url}/`)
      expect([...gina.complaints, ...hugo.complaints]).toEqual([])
      await gina.close()
      await hugo.close()
    }),
  browserTestMs,
)

test(
  'nothing is lost while the bank fails; a changed price is confirmed again, and an expired code is renewed',
  () =>
    withBank('mercadopago', async (world) => {
      setDue(world, dayFromNow(10))
      const expected = [/status of (503|400|403)/, /^(503|400|403) /]
      const { page, complaints, close } = await open(world, world.gina, '/financeiro', { expected })
      await row(page, 'PAGAR').getByRole('button', { name: 'PAGAR' }).click()
      await fillPayer(page)
      await press(page, 'Escolher Loja')
      world.bank.failures.status = 500
      await press(page, 'PAGAR')
      await dialog(page).getByText('O banco não respondeu. Nada foi cobrado; tente novamente em instantes.').waitFor()
      await expectNoBarriers(page)
      world.bank.failures.status = 0
      const sofia = await world.as(world.sofia)
      await sofia.put('/plans/2', { amount: 159.9 })
      await press(page, 'PAGAR')
      await dialog(page).getByText('O preço mudou. Confira o novo valor e confirme de novo.').waitFor()
      await dialog(page).getByText('R$\u00a0159,90').waitFor()
      await page.clock.install()
      await press(page, 'PAGAR')
      const code = await readShownCode(page)
      await page.clock.fastForward('01:00:01')
      await dialog(page).getByText('Este código expirou sem ser pago.').waitFor()
      world.setTime(new Date(Date.now() + 3_600_000))
      await press(page, 'Gerar novo código')
      await dialog(page).getByLabel('Pix copia e cola').waitFor()
      expect(await readShownCode(page)).not.toBe(code)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test(
  'the host configures a static code, a company chooses a plan, and the host’s confirmation reaches it',
  () =>
    withBank('efi', async (world) => {
      setDue(world, dayFromNow(10))
      const sofia = await open(world, world.sofia, '/financeiro', { expected: refusedFields })
      await sofia.page.getByRole('button', { name: 'Configurar pagamentos' }).click()
      await dialog(sofia.page).getByText('Já definido. Preencha só para trocar.').first().waitFor()
      await field(sofia.page, 'Chave do certificado \\(PEM\\)').fill('nonsense')
      await save(sofia.page)
      await dialog(sofia.page).getByText('Cole o conteúdo do arquivo PEM, com as linhas BEGIN e END').waitFor()
      await expectNoBarriers(sofia.page)
      await field(sofia.page, 'Chave do certificado \\(PEM\\)').fill(strangerKey)
      await save(sofia.page)
      await dialog(sofia.page)
        .getByRole('alert')
        .getByText(/^A chave não é deste certificado da Efí/)
        .waitFor()
      await expectNoBarriers(sofia.page)
      await field(sofia.page, 'Chave do certificado \\(PEM\\)').fill('')
      await field(sofia.page, 'Receber por Pix com').click()
      await sofia.page.getByRole('option', { name: 'Código estático com a sua chave' }).click()
      await field(sofia.page, 'Chave Pix').fill('financeiro@recado.test')
      await field(sofia.page, 'Valor de base').fill('59,90')
      await save(sofia.page)
      await toast(sofia.page, 'Pagamentos configurados com sucesso')

      const gina = await open(world, world.gina, '/subscription')
      await gina.page.getByRole('button', { name: 'Alterar plano' }).click()
      await fillPayer(gina.page)
      await dialog(gina.page).getByText('R$\u00a059,90').waitFor()
      await press(gina.page, 'Escolher Loja')
      await press(gina.page, 'PAGAR')
      const read = readCode(await readShownCode(gina.page))
      expect(read).toMatchObject({ pixKey: 'financeiro@recado.test', amount: 149.9 })
      await dialog(gina.page)
        .getByText('Quem administra a plataforma confirma o recebimento.', { exact: false })
        .waitFor()

      await sofia.page.reload()
      await whenUsable(sofia.page)
      await row(sofia.page, `Globex.*Pix gerado: Loja.*${read.txid}`).getByRole('button').click()
      const question = sofia.page.getByRole('alertdialog', { name: 'Confirmar o pagamento de Globex?' })
      await question.getByText(/R\$\s149,90.*O plano passa a ser Loja\./).waitFor()
      await question.getByRole('button', { name: 'Confirmar pagamento' }).click()
      await dialog(gina.page)
        .getByText(/^Sua licença foi renovada até/)
        .waitFor()
      expect([...gina.complaints, ...sofia.complaints]).toEqual([])
      await gina.close()
      await sofia.close()
    }),
  browserTestMs,
)

/** Another code is paid in full, and refunded. */
async function payAndReturn(world: BankWorld) {
  const gina = await world.as(world.gina)
  const { body } = await gina.post('/subscription', { price: 100, name: 'Gina Alves', document: '52998224725' })
  world.bank.failures.paidTooLittle = 0
  await world.bank.pay(body['pixCopiaECola'])
  await world.runJobs(2)
  const charge = world.bank.charges.at(-1)
  if (charge) await world.bank.giveBack(charge, 'refund')
  await world.runJobs(2)
}

test(
  'a payment below the amount or returned is shown to the host until it is decided',
  () =>
    withBank('asaas', async (world) => {
      setDue(world, dayFromNow(10))
      const gina = await world.as(world.gina)
      const { body } = await gina.post('/subscription', { price: 100, name: 'Gina Alves', document: '52998224725' })
      world.bank.failures.paidTooLittle = 30
      await world.bank.pay(body['pixCopiaECola'])
      await world.runJobs(2)
      const { page, complaints, close } = await open(world, world.sofia, '/financeiro')
      const unclear = page.getByRole('region', { name: 'Pagamentos a conferir' })
      await unclear.getByText('Recebido R$\u00a070,00 de R$\u00a0100,00').waitFor()
      await row(page, 'Globex.*Recebido só R\\$\\s70,00.*Confirmar pagamento').waitFor()
      await expectNoBarriers(page)
      await page.setViewportSize({ width: 390, height: 780 })
      expect(await sidewaysScroll(page)).toBe(0)
      await unclear.getByRole('button', { name: 'Conferido' }).click()
      await toast(page, 'Pagamento conferido')
      await unclear.waitFor({ state: 'detached' })
      await payAndReturn(world)
      await page.reload()
      await unclear.getByText('Devolvido R$\u00a0100,00 de R$\u00a0100,00').waitFor()
      await unclear.getByText(/^A empresa recebeu o plano Plano até \d\d\/\d\d\/\d{4}$/).waitFor()
      await unclear.getByRole('button', { name: 'Manter' }).waitFor()
      expect(await sidewaysScroll(page)).toBe(0)
      await expectNoBarriers(page)
      await unclear.getByRole('button', { name: 'Retirar período' }).press('Enter')
      const question = page.getByRole('alertdialog', { name: 'Retirar o período de Globex?' })
      await question.waitFor()
      await question.getByRole('button', { name: 'Retirar período' }).press('Enter')
      await toast(page, 'Período retirado')
      await unclear.waitFor({ state: 'detached' })
      await row(page, 'Globex').getByRole('button', { name: 'Detalhes da linha' }).first().click()
      await row(page, 'Globex').getByRole('button', { name: 'Confirmar pagamento' }).waitFor()
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
