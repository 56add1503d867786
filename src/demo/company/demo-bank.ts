import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bankEnvironment } from '../../testing/services/bank/bank-environment'
import { bankCertificate } from '../../testing/services/bank/certificates'
import { type Bank, startBank } from '../../testing/services/bank/start-bank'

export type DemoBank = Awaited<ReturnType<typeof startDemoBank>>

/** Starts the simulated bank with Efí as the provider. Charges are stored in the folder between runs. */
export async function startDemoBank(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const bank = await startBank({ stateFile: join(folder, 'state.json') })
  const caFile = join(folder, 'bank.crt')
  writeFileSync(caFile, bankCertificate)
  const secret = randomBytes(16).toString('hex')
  return {
    /** For the product, which must trust the bank's certificate. */
    environment: {
      ...bankEnvironment(bank, folder),
      PIX_PROVIDER: 'efi',
      EFI_WEBHOOK_SECRET: secret,
      NODE_EXTRA_CA_CERTS: caFile,
    },
    /** Without PUBLIC_URL the product cannot register its URL itself. */
    reportTo: (productUrl: string) => bank.setEfiWebhook(`${productUrl}/webhook/payment/efi?hmac=${secret}&ignorar=`),
    openCharges: () =>
      bank.charges
        .filter(({ state }) => state === 'open')
        .reverse()
        .map(presentCharge),
    async pay(code: string) {
      const { reported } = await bank.pay(code)
      if (!reported)
        throw new Error('Código estático: o valor foi enviado; quem administra a plataforma confirma o pagamento.')
    },
    stop: () => bank.stop(),
  }
}

function presentCharge({ id, amount, code, request }: Bank['charges'][number]) {
  return { id, amount, code, text: String(request['solicitacaoPagador'] ?? request['description'] ?? '') }
}
