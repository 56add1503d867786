import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PixProviderName } from '../../../kernel/config/payment-config'
import { makeInvoices } from '../../../platform/invoice/make-invoices'
import { bankEnvironment } from './bank-environment'
import { bankCertificate } from './certificates'
import { startBank } from './start-bank'
import { freePort } from '../../process/free-port'
import { createServedWorld, type ServedWorldOptions } from '../../world/served-world'
import type { World } from '../../world/world'

/** Creates the served world with the simulated bank as its Pix provider. Globex's invoice is due in ten days. */
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

/** Sets the due date directly, because only time changes it. */
export function setDue(world: Pick<World, 'platform'>, dueDate: string, companyId = 2) {
  world.platform.catalog.sqlite.run('UPDATE company SET due_date = ? WHERE id = ?', [dueDate, companyId])
  world.platform.catalog.companies.forget()
  makeInvoices(world.platform)
}
