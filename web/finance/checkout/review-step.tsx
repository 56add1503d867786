import type { InvoiceView, SubscriptionView } from '../../../src/platform/invoice/invoice.calls'
import type { ChargeView } from '../../../src/platform/payment/payment.calls'
import { displayDay } from '../../i18n/format'
import { useErrorText, useFormat, useTexts } from '../../i18n/i18n'
import { DialogFooter } from '../../ui/dialog/dialog'
import { FailureText } from '../../ui/feedback/feedback'
import { Button } from '../../ui/button/button'
import { useUi } from '../../ui/context/ui-context'
import type { PlanChoice } from './plan-step'
import { useState } from 'react'
import { useApp, useUser } from '../../app/app-context'
import { readRefused } from '../../i18n/error-text'
import * as v from 'valibot'
import {
  PayerDocument,
  PayerName,
  formatTaxDocument,
  isTaxDocument,
  cleanTaxDocument,
} from '../../../src/platform/payment/charge/charge.contract'
import { useForm } from '../../ui/form/form'
import { Form, FormField, TextField } from '../../ui/form/form-field'
import { SaveButton } from '../../ui/button/save-button'
import { TextInput } from '../../ui/field/text-input'

interface ReviewStepProps {
  invoice: InvoiceView | null
  subscription: SubscriptionView
  payer: Payer
  choice: PlanChoice
  setChoice: (choice: PlanChoice) => void
  onBack: () => void
  onCharged: (charge: ChargeView) => void
}

export function ReviewStep({ invoice, subscription, payer, choice, setChoice, onBack, onCharged }: ReviewStepProps) {
  const { finance, session } = useTexts('finance')
  const t = finance.checkout
  const format = useFormat()
  const { toast } = useUi()
  const { request, requesting, failure } = useRequestCharge(invoice, payer, (price) => setChoice({ ...choice, price }))
  const isPresent = choice.plan === null
  const name = choice.plan === 'custom' ? t.plan.custom : choice.name

  async function pay() {
    const charge = await request(choice)
    if (!charge) return
    toast.success(t.charged)
    onCharged(charge)
  }

  return (
    <>
      <dl className="checkout-review">
        <dt>{t.data.name}</dt>
        <dd>
          <bdi>{payer.name}</bdi>
        </dd>
        <dt>{t.data.document}</dt>
        <dd>{formatTaxDocument(payer.document)}</dd>
        <dt>{finance.plan}</dt>
        <dd>
          <bdi>{name}</bdi>
          <span>{session.planLimits(choice, format.number)}</span>
        </dd>
        <dt>{finance.dueDate}</dt>
        <dd>{displayDay(invoice?.dueDate ?? subscription.dueDate)}</dd>
        <dt>{t.review.billing}</dt>
        <dd>{isPresent ? finance.recurrences[subscription.recurrence] : finance.recurrences.MENSAL}</dd>
        <dt className="checkout-total">{t.review.total}</dt>
        <dd className="checkout-total">{format.currency(choice.price)}</dd>
      </dl>
      {!isPresent && <p className="checkout-hint">{t.review.changesWhenPaid}</p>}
      <div className="form-foot">
        <ChargeFailure failure={failure} />
        <DialogFooter>
          <Button onClick={onBack}>{t.back}</Button>
          <Button variant="primary" loading={requesting} onClick={() => pay()}>
            {finance.pay.button}
          </Button>
        </DialogFooter>
      </div>
    </>
  )
}

export function ChargeFailure({ failure }: { failure: unknown }) {
  const errorText = useErrorText()
  return (
    <div role="alert" className="form-failure-region">
      {failure !== undefined && <FailureText>{errorText(failure)}</FailureText>}
    </div>
  )
}

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

const PayerForm = v.object({ name: PayerName, document: PayerDocument })
export type Payer = v.InferOutput<typeof PayerForm>

/** The signed-in user, with the company's CPF or CNPJ if it is valid. */
export function usePayer({ payer }: SubscriptionView): Payer {
  const { name } = useUser()
  const document = cleanTaxDocument(payer?.document ?? '')
  return { name, document: isTaxDocument(document) ? document : '' }
}

export function PayerStep({ payer, onNext }: { payer: Payer; onNext: (payer: Payer) => void }) {
  const t = useTexts('finance').finance.checkout
  const form = useForm({ schema: PayerForm, initial: payer, save: onNext })
  return (
    <Form form={form} footer={<SaveButton form={form}>{t.next}</SaveButton>}>
      <FormField form={form} name="name" label={t.data.name} required>
        {(field) => <TextInput {...field} autoComplete="name" maxLength={100} />}
      </FormField>
      <TextField
        form={form}
        name="document"
        label={t.data.document}
        help={t.data.documentHelp}
        required
        maxLength={30}
        spellCheck={false}
      />
    </Form>
  )
}
