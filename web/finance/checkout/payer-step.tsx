import * as v from 'valibot'
import { PayerDocument, PayerName } from '../../../src/platform/payment/charge/charge.contract'
import { isTaxDocument, cleanTaxDocument } from '../../../src/platform/payment/checkout/tax-document.contract'
import type { SubscriptionView } from '../../../src/platform/invoice/invoice.calls'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { useForm } from '../../ui/form/form'
import { Form, FormField } from '../../ui/form/form-field'
import { SaveButton } from '../../ui/button/save-button'
import { TextInput } from '../../ui/field/text-input'
import { TextField } from '../../ui/form/text-field'

const PayerForm = v.object({ name: PayerName, document: PayerDocument })
export type Payer = v.InferOutput<typeof PayerForm>

/** The signed-in user, with the company's CPF or CNPJ if it is valid. */
export function usePayer({ payer }: SubscriptionView): Payer {
  const { name } = useUser()
  const document = cleanTaxDocument(payer?.document ?? '')
  return { name, document: isTaxDocument(document) ? document : '' }
}

export function PayerStep({ payer, onNext }: { payer: Payer; onNext: (payer: Payer) => void }) {
  const t = useTexts('checkout').checkout
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
