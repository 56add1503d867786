import { createAsaasEndpoints, asaasClient, eventOf, present as presentAsaas } from './asaas-endpoints'
import { serveBank } from './bank-server'
import type { BankCall, BankCharge, BankFailures, BankReport } from './bank.types'
import { bankCertificate, bankKey, clientCertificate } from './certificates'
import { createEfiEndpoints, efiClient, presentPix } from './efi-endpoints'
import { createLedger, type Ledger } from './ledger'
import { createMercadoPagoEndpoints, mercadoPagoClient } from './mercado-pago-endpoints'
import { readCode } from './pix-code'
import { createHmac, randomUUID } from 'node:crypto'

interface BankOptions {
  stateFile?: string
  /** For Efí, Mercado Pago and Asaas; 0 for free ones. */
  ports?: readonly [number, number, number]
}

const efiServer = {
  provider: 'efi' as const,
  tls: { key: bankKey, cert: bankCertificate, ca: clientCertificate, requestCert: true, rejectUnauthorized: true },
}

export type Bank = Awaited<ReturnType<typeof startBank>>

/** Starts a simulated bank on loopback: Efí over TLS with a client certificate, Mercado Pago and Asaas over HTTP. */
export async function startBank({ stateFile, ports = [0, 0, 0] }: BankOptions = {}) {
  const failures = noFailures()
  const calls: BankCall[] = []
  const ledger = createLedger(stateFile, failures)
  const { reports, asaas, post, report } = createBankReports(ledger)

  async function reportPayment(charge: BankCharge) {
    for (let count = 0; count < failures.reports; count++) await report(charge)
  }

  async function payAndReport(charge: BankCharge, amount?: number) {
    ledger.pay(charge, amount)
    await reportPayment(charge)
  }

  const shared = { failures, calls, payAndReport, post }
  const mercadoPago = { provider: 'mercadopago' as const, endpoint: createMercadoPagoEndpoints(ledger, failures) }
  const servers = {
    efi: serveBank({ ...shared, ...efiServer, port: ports[0], endpoint: createEfiEndpoints(ledger, failures) }),
    mercadopago: serveBank({ ...shared, ...mercadoPago, port: ports[1] }),
    asaas: serveBank({
      ...shared,
      provider: 'asaas',
      port: ports[2],
      endpoint: createAsaasEndpoints(ledger, failures),
    }),
  }

  return {
    failures,
    calls,
    reports,
    asaas,
    charges: ledger.state.charges,
    /** Of Asaas. */
    customers: ledger.state.customers,
    urls: { efi: servers.efi.url, mercadopago: servers.mercadopago.url, asaas: servers.asaas.url },
    /** For OUTGOING_ALLOW. */
    addresses: Object.values(servers).map(({ port }) => `localhost:${port}`),
    setEfiWebhook(url: string) {
      ledger.state.webhooks[efiClient.pixKey] = url
      ledger.save()
    },
    report: async (charge: BankCharge) => void (await report(charge)),
    /** Returns a payment, in whole or in part, and reports it. */
    async giveBack(charge: BankCharge, by: 'refund' | 'chargeback', amount = charge.paid ?? 0) {
      ledger.change(charge, { returned: amount, returnedBy: by })
      await reportPayment(charge)
    },
    async restore(charge: BankCharge) {
      ledger.change(charge, { returned: undefined, returnedBy: undefined })
      await reportPayment(charge)
    },
    /** The host confirms at Asaas that the payer brought cash, or withdraws that. */
    async payInCash(charge: BankCharge, isPaid: boolean) {
      if (isPaid) ledger.pay(charge)
      else ledger.change(charge, { state: 'open', paid: undefined })
      ledger.change(charge, { inCash: isPaid })
      await reportPayment(charge)
    },
    async payAgain(charge: BankCharge) {
      ledger.payAgain(charge)
      await reportPayment(charge)
    },
    /** Pays a code like a bank's app, optionally with another amount, and reports it. @throws Error with a message for the payer */
    async pay(code: string, amount?: number) {
      const { amount: requested, pixKey } = readCode(code.trim())
      if (pixKey !== undefined) return { amount: requested ?? 0, reported: false }
      const charge = ledger.state.charges.find((one) => one.code === code.trim())
      if (!charge) throw new Error('Esta cobrança não existe')
      await payAndReport(charge, amount)
      return { amount: charge.paid ?? 0, reported: true }
    },
    stop: () => Promise.all(Object.values(servers).map((server) => server.stop())),
  }
}

const noFailures = (): BankFailures => ({
  delayMs: 0,
  delayAnswersMs: 0,
  status: 0,
  loseAnswers: false,
  payBeforeAnswer: false,
  payBeforeRemoval: false,
  paidTooLittle: 0,
  currency: 'BRL',
  reports: 1,
  forgetTokens: false,
  nonsense: false,
  codeByLocation: false,
})

function createBankReports(ledger: Ledger) {
  const reports: BankReport[] = []
  /** The address that Asaas reports to; entered in its settings by hand. */
  const asaas = { webhookUrl: '' }

  async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
    const content = { 'content-type': 'application/json', ...headers }
    const response = await fetch(url, { method: 'POST', headers: content, body: JSON.stringify(body) }).catch(
      () => undefined,
    )
    const status = response?.status ?? 0
    reports.push({ url, status })
    return status
  }

  function report(charge: BankCharge) {
    const { provider, webhookUrl, id } = charge
    if (provider === 'asaas') {
      const body = { id: `evt_${randomUUID()}`, event: eventOf(charge), payment: presentAsaas(charge) }
      return asaas.webhookUrl && post(asaas.webhookUrl, body, { 'asaas-access-token': asaasClient.webhookToken })
    }
    if (provider === 'efi') {
      const registered = ledger.state.webhooks[String(charge.request['chave'])]
      return registered && post(`${registered}/pix`, { pix: [presentPix(charge)] })
    }
    if (!webhookUrl) return undefined
    const body = { action: 'payment.updated', type: 'payment', data: { id }, live_mode: false }
    return post(`${webhookUrl}?data.id=${id}&type=payment`, body, signMercadoPago(id))
  }

  return { reports, asaas, post, report }
}

function signMercadoPago(id: string) {
  const [requestId, ts] = [randomUUID(), String(Math.floor(Date.now() / 1000))]
  const manifest = `id:${id};request-id:${requestId};ts:${ts};`
  const v1 = createHmac('sha256', mercadoPagoClient.webhookSecret).update(manifest).digest('hex')
  return { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId }
}
