import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asaasClient } from './asaas-endpoints'
import { clientCertificate, clientKey } from './certificates'
import { efiClient } from './efi-endpoints'
import { mercadoPagoClient } from './mercado-pago-endpoints'
import type { Bank } from './start-bank'

export function bankEnvironment(bank: Pick<Bank, 'addresses' | 'urls'>, folder: string) {
  const files = { certificate: join(folder, 'efi.crt'), key: join(folder, 'efi.key') }
  writeFileSync(files.certificate, clientCertificate)
  writeFileSync(files.key, clientKey, { mode: 0o600 })
  return {
    OUTGOING_ALLOW: bank.addresses.join(','),
    PIX_KEY: 'pix@recado.test',
    PIX_NAME: 'Recado Serviços',
    PIX_CITY: 'São Paulo',
    EFI_API_URL: bank.urls.efi,
    EFI_CLIENT_ID: efiClient.id,
    EFI_CLIENT_SECRET: efiClient.secret,
    EFI_CERTIFICATE: files.certificate,
    EFI_KEY: files.key,
    EFI_PIX_KEY: efiClient.pixKey,
    MERCADO_PAGO_API_URL: bank.urls.mercadopago,
    MERCADO_PAGO_ACCESS_TOKEN: mercadoPagoClient.accessToken,
    MERCADO_PAGO_WEBHOOK_SECRET: mercadoPagoClient.webhookSecret,
    ASAAS_API_URL: bank.urls.asaas,
    ASAAS_API_KEY: asaasClient.apiKey,
    ASAAS_WEBHOOK_TOKEN: asaasClient.webhookToken,
  }
}
