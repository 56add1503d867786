import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { BankCharge, BankFailures, BankProvider } from './bank.types'
import { issueCode } from './pix-code'

export type Ledger = ReturnType<typeof createLedger>

interface State {
  charges: BankCharge[]
  customers: { id: string; cpfCnpj: string; name: string; notificationDisabled: boolean }[]
  /** Addresses that Efí reports to, by Pix key. */
  webhooks: Record<string, string>
}

const newEndToEndId = () => `E00000000${randomBytes(12).toString('hex')}`.slice(0, 32)

export function createLedger(stateFile: string | undefined, failures: BankFailures) {
  const state: State =
    stateFile && existsSync(stateFile)
      ? (JSON.parse(readFileSync(stateFile, 'utf8')) as State)
      : { charges: [], customers: [], webhooks: {} }
  const save = () => stateFile && writeFileSync(stateFile, JSON.stringify(state))

  return {
    state,
    save,
    find: (provider: BankProvider, id: string) =>
      state.charges.find((charge) => charge.provider === provider && charge.id === id),
    add(charge: Pick<BankCharge, 'provider' | 'id' | 'reference' | 'amount' | 'request' | 'webhookUrl'>) {
      const code = issueCode(charge.id)
      const added: BankCharge = { ...charge, code, state: 'open', createdAt: new Date().toISOString() }
      state.charges.push(added)
      save()
      return added
    },
    change(charge: BankCharge, next: Partial<BankCharge>) {
      Object.assign(charge, next)
      save()
    },
    /** The payer's bank allows the same code to be paid again. */
    payAgain(charge: BankCharge, amount = charge.amount) {
      const payment = { endToEndId: newEndToEndId(), paid: amount, paidAt: new Date().toISOString() }
      this.change(charge, { again: [...(charge.again ?? []), payment] })
    },
    /** Receives a payment. @throws Error when it cannot be paid */
    pay(charge: BankCharge, amount = charge.amount - failures.paidTooLittle) {
      if (charge.state !== 'open') throw new Error(`This charge is ${charge.state}`)
      this.change(charge, {
        state: 'paid',
        paid: Math.round(amount * 100) / 100,
        currency: failures.currency,
        endToEndId: newEndToEndId(),
        paidAt: new Date().toISOString(),
      })
    },
  }
}
