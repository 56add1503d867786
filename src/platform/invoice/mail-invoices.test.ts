import { afterEach, beforeEach, expect, test } from 'bun:test'
import { plainTextOf, startMailServer } from '../../testing/services/smtp/start-mail-server'
import { createWorld, type World } from '../../testing/world/world'
import { makeInvoices } from './make-invoices'
import { mailInvoices } from './mail-invoices'

let server: Awaited<ReturnType<typeof startMailServer>>
let world: World
beforeEach(async () => {
  server = await startMailServer()
  world = await createWorld({
    now: new Date('2026-03-01T15:00:00Z'),
    environment: { SMTP_URL: server.url, PUBLIC_URL: 'https://host.test', LOG_LEVEL: 'silent' },
  })
  await turn('enabled')
  world.platform.catalog.sqlite.run("UPDATE company SET due_date = '2026-03-15' WHERE id = 2")
  world.platform.catalog.companies.forget()
})
afterEach(async () => {
  world.stop()
  await server.stop()
})

const turn = async (value: string) => (await world.as(world.sofia)).put('/settings/invoiceMails', { value })
const goTo = (moment: string) => world.setTime(new Date(moment))

/** As every quarter of an hour, on several processes, and after a crash before the mails were sent. */
async function work() {
  makeInvoices(world.platform)
  for (let again = 0; again < 3; again++) await mailInvoices(world.platform)
  for (let again = 0; again < 2; again++) await world.runJobs(1)
  return server.received.splice(0).map(({ to, raw }) => [to[0], subjectOf(raw)])
}

/** RFC 2047 (November 1996): encoded words, adjacent ones joined. */
function subjectOf(raw: string) {
  const [, folded = ''] = /^Subject: ((?:.*\r\n[ \t])*.*)\r$/m.exec(raw) ?? []
  return folded
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?(q|b)\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : decodeURIComponent(text.replace(/_/g, ' ').replace(/%/g, '%25').replace(/=/g, '%')),
    )
}

test('each invoice is mailed once when made, near its day, after it and when paid, to its company only', async () => {
  expect(await work()).toEqual([['gina@globex.test', 'Fatura de Recado: R$\u00a0100,00, vence em 15/03/2026']])
  goTo('2026-03-11T15:00:00Z')
  expect(await work()).toEqual([])
  // Still the previous evening in São Paulo.
  goTo('2026-03-12T02:59:00Z')
  expect(await work()).toEqual([])
  goTo('2026-03-12T03:00:00Z')
  expect(await work()).toEqual([['gina@globex.test', 'A fatura de Recado vence em 15/03/2026']])
  goTo('2026-03-15T20:00:00Z')
  expect(await work()).toEqual([])
  goTo('2026-03-16T03:00:00Z')
  expect(await work()).toEqual([['gina@globex.test', 'A fatura de Recado venceu em 15/03/2026']])
  goTo('2026-03-17T15:00:00Z')
  expect(await work()).toEqual([])
  // Its due date moves, which its users see.
  world.noBystander()
  await (await world.as(world.sofia)).post('/invoices/1/pay')
  const after = await work()
  expect(after).toEqual([['gina@globex.test', 'Pagamento recebido: Recado']])
  goTo('2026-03-18T15:00:00Z')
  expect(await work()).toEqual([])
})

test('what happened before the switch was turned on, or while it was off, is not mailed late', async () => {
  await turn('disabled')
  expect(await work()).toEqual([])
  goTo('2026-03-08T15:00:00Z')
  await turn('enabled')
  expect(await work()).toEqual([])
  await turn('disabled')
  goTo('2026-03-16T15:00:00Z')
  expect(await work()).toEqual([])
  goTo('2026-03-30T15:00:00Z')
  await turn('enabled')
  expect(await work()).toEqual([])
})

test('is written in the company’s language, with nothing that a name brings along', async () => {
  world.platform.catalog.sqlite.run(
    `UPDATE company SET language = 'en', name = '<b>Globex</b>' || char(13, 10) || 'Bcc: x@evil.test' WHERE id = 2`,
  )
  world.platform.catalog.companies.forget()
  makeInvoices(world.platform)
  await mailInvoices(world.platform)
  await world.runJobs(1)
  const [mail = { raw: '' }] = server.received
  expect(plainTextOf(mail)).toContain('plan Plano, R$\u00a0100,00, due on 15/03/2026')
  expect(plainTextOf(mail)).toContain('https://host.test/financeiro')
  expect(mail.raw).not.toMatch(/^Bcc/im)
  expect(mail.raw.slice(mail.raw.indexOf('<!doctype html>'))).not.toContain('<b>Globex')
})

test('cannot be turned on without a mail server', async () => {
  const other = await createWorld()
  const sofia = await other.as(other.sofia)
  const refused = await sofia.put('/settings/invoiceMails', { value: 'enabled' })
  expect([refused.status, refused.body.error]).toEqual([409, 'ERR_NO_MAIL_SERVER'])
  expect((await sofia.get('/setting/invoiceMails')).body.value).toBe('disabled')
  other.stop()
})
