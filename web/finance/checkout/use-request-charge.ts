import { useState } from 'react'
import type { InvoiceView } from '../../../src/platform/invoice/invoice.calls'
import type { ChargeView } from '../../../src/platform/payment/payment.calls'
import { useApp } from '../../app/app-context'
import { readRefused } from '../../i18n/error-text'
import type { Payer } from './payer-step'
import type { PlanChoice } from './plan-choice'

/** Requests the Pix code of an option. Resolves to undefined when refused; `failure` contains the reason. */
export function useRequestCharge(invoice: InvoiceView | null, payer: Payer, onPrice?: (price: number) => void) {
  const { api } = useApp()
  const [requesting, setRequesting] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function request({ plan, price, users, connections }: PlanChoice): Promise<ChargeView | undefined> {
    setRequesting(true)
    setFailure(undefined)
    try {
      const terms = { plan, price: Math.round(price * 100) / 100, users, connections }
      return await api.post('/subscription', { body: { ...terms, ...payer, invoiceId: invoice?.id ?? null } })
    } catch (cause) {
      setFailure(cause)
      const value = readRefused(cause)?.body['value']
      if (typeof value === 'number') onPrice?.(value)
      return undefined
    } finally {
      setRequesting(false)
    }
  }

  return { request, requesting, failure }
}
