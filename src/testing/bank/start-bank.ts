import { createHmac, randomUUID } from 'node:crypto'
import { asaasClient, createAsaasEndpoints, present as presentAsaas } from './asaas-endpoints'
import { serveBank } from './bank-server'
import type { BankCall, BankCharge, BankFailures, BankReport } from './bank.types'
import { bankCertificate, bankKey, clientCertificate } from './certificates'
import { createEfiEndpoints, efiClient, presentPix } from './efi-endpoints'
import { createLedger } from './ledger'
import { createMercadoPagoEndpoints, mercadoPagoClient } from './mercado-pago-endpoints'
import { readCode } from './pix-code'

export interface BankOptions {
  /** Stores the bank's data between starts. */
  stateFile?: string
  /** For Efí, Mercado Pago and Asaas; 0 for free ones. */
  ports?: readonly [number, number, number]
}

export type Bank = Awaited<ReturnType<typeof startBank>>

/** Starts a simulated bank on loopback: Efí over TLS with a client certificate, Mercado Pago and Asaas over HTTP. */
export async function startBank({ stateFile, ports = [0, 0, 0] }: BankOptions = {}) {
  const failures: BankFailures = {
    delayMs: 0,
    delayAnswersMs: 0,
    status: 0,
    loseAnswers: false,
    payBeforeAnswer: false,
    paidTooLittle: 0,
    currency: 'BRL',
    reports: 1,
    forgetTokens: false,
    nonsense: false,
    codeByLocation: false,
  }
  const calls: BankCall[] = []
  const reports: BankReport[] = []
  const ledger = createLedger(stateFile, failures)
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
      const body = { id: `evt_${randomUUID()}`, event: 'PAYMENT_RECEIVED', payment: presentAsaas(charge) }
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

  async function payAndReport(charge: BankCharge, amount?: number) {
    ledger.pay(charge, amount)
    for (let count = 0; count < failures.reports; count++) await report(charge)
  }

  const shared = { failures, calls, payAndReport, post }
  const tls = {
    key: bankKey,
    cert: bankCertificate,
    ca: clientCertificate,
    requestCert: true,
    rejectUnauthorized: true,
  }
  const servers = {
    efi: serveBank({ ...shared, provider: 'efi', port: ports[0], tls, endpoint: createEfiEndpoints(ledger, failures) }),
    mercadopago: serveBank({
      ...shared,
      provider: 'mercadopago',
      port: ports[1],
      endpoint: createMercadoPagoEndpoints(ledger),
    }),
    asaas: serveBank({ ...shared, provider: 'asaas', port: ports[2], endpoint: createAsaasEndpoints(ledger) }),
  }

  return {
    failures,
    calls,
    reports,
    asaas,
    charges: ledger.state.charges,
    urls: { efi: servers.efi.url, mercadopago: servers.mercadopago.url, asaas: servers.asaas.url },
    /** For OUTGOING_ALLOW. */
    addresses: Object.values(servers).map(({ port }) => `localhost:${port}`),
    /** Registers the address at Efí for its customer's key. */
    setEfiWebhook(url: string) {
      ledger.state.webhooks[efiClient.pixKey] = url
      ledger.save()
    },
    report: async (charge: BankCharge) => void (await report(charge)),
    /**
     * Pays a code like a bank's app, optionally with another amount, and reports it.
     * @throws Error with a message for the payer
     */
    /** Pays a charge that is paid already, and reports it. */
    async payAgain(charge: BankCharge) {
      ledger.payAgain(charge)
      for (let count = 0; count < failures.reports; count++) await report(charge)
    },
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

function signMercadoPago(id: string) {
  const [requestId, ts] = [randomUUID(), String(Math.floor(Date.now() / 1000))]
  const manifest = `id:${id};request-id:${requestId};ts:${ts};`
  const v1 = createHmac('sha256', mercadoPagoClient.webhookSecret).update(manifest).digest('hex')
  return { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': requestId }
}
