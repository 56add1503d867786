import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PixProviderName } from '../kernel/payment-config'
import { makeInvoices } from '../platform/make-invoices'
import { asaasClient } from './bank/asaas-endpoints'
import { bankCertificate, clientCertificate, clientKey } from './bank/certificates'
import { efiClient } from './bank/efi-endpoints'
import { mercadoPagoClient } from './bank/mercado-pago-endpoints'
import { type Bank, startBank } from './bank/start-bank'
import { freePort } from './free-port'
import { createServedWorld, type ServedWorldOptions } from './served-world'
import type { World } from './world'

/** The served world with the simulated bank as its Pix provider. Globex's invoice is due in ten days. */
export async function createBankWorld(provider: PixProviderName, options: ServedWorldOptions = {}) {
  const bank = await startBank()
  const folder = mkdtempSync(join(tmpdir(), 'recado-bank-'))
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const world = await createServedWorld({
    ...options,
    outgoingCa: bankCertificate,
    environment: {
      ...bankEnvironment(bank, folder),
      PIX_PROVIDER: provider,
      LOG_LEVEL: 'silent',
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      ...options.environment,
    },
  })
  bank.asaas.webhookUrl = `${publicUrl}/webhook/payment/asaas`
  return {
    ...world,
    bank,
    async stop() {
      await world.stop()
      await bank.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

export type BankWorld = Awaited<ReturnType<typeof createBankWorld>>

/** What the host sets in its environment; the certificate is written to the folder. */
export function bankEnvironment(bank: Bank, folder: string) {
  const files = { certificate: join(folder, 'efi.crt'), key: join(folder, 'efi.key') }
  writeFileSync(files.certificate, clientCertificate)
  writeFileSync(files.key, clientKey, { mode: 0o600 })
  return {
    OUTGOING_ALLOW: bank.addresses.join(','),
    ...{ PIX_KEY: 'pix@recado.test', PIX_NAME: 'Recado Serviços', PIX_CITY: 'São Paulo' },
    ...{ EFI_API_URL: bank.urls.efi, EFI_CLIENT_ID: efiClient.id, EFI_CLIENT_SECRET: efiClient.secret },
    ...{ EFI_CERTIFICATE: files.certificate, EFI_KEY: files.key, EFI_PIX_KEY: efiClient.pixKey },
    MERCADO_PAGO_API_URL: bank.urls.mercadopago,
    MERCADO_PAGO_ACCESS_TOKEN: mercadoPagoClient.accessToken,
    MERCADO_PAGO_WEBHOOK_SECRET: mercadoPagoClient.webhookSecret,
    ...{
      ASAAS_API_URL: bank.urls.asaas,
      ASAAS_API_KEY: asaasClient.apiKey,
      ASAAS_WEBHOOK_TOKEN: asaasClient.webhookToken,
    },
  }
}

/** As the passing of time does, which no command does. */
export function setDue(world: Pick<World, 'platform'>, dueDate: string, companyId = 2) {
  world.platform.catalog.sqlite.run('UPDATE company SET due_date = ? WHERE id = ?', [dueDate, companyId])
  world.platform.catalog.companies.forget()
  makeInvoices(world.platform)
}
