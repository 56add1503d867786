import { createHmac, randomUUID } from 'node:crypto'
import { asaasClient, eventOf, present as presentAsaas } from './asaas-endpoints'
import type { BankCharge, BankReport } from './bank.types'
import { presentPix } from './efi-endpoints'
import type { Ledger } from './ledger'
import { mercadoPagoClient } from './mercado-pago-endpoints'

export function createBankReports(ledger: Ledger) {
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
