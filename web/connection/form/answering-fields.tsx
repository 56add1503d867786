import { useSignals } from '@preact/signals-react/runtime'
import { fieldErrorText } from '../../i18n/error-text'
import { useTexts } from '../../i18n/i18n'
import { Combobox } from '../../ui/select/combobox'
import { Field } from '../../ui/field/field'
import type { FormModel } from '../../ui/form/form'
import { Info } from '../../ui/icons'
import { Note } from '../../ui/feedback/note'
import type { Option } from '../../ui/select/option'
import { connectionTabs, type ConnectionValues } from './connection-form'
import { useAnsweringRecords, type AnsweringField, type AnsweringRecord } from './use-answering-records'

interface AnsweringFieldsProps {
  form: FormModel<ConnectionValues>
  given: readonly AnsweringRecord[] | undefined
}

/** Chooses the one integration, prompt or agent that answers the connection's contacts in place of the queue menu. */
export function AnsweringFields({ form, given }: AnsweringFieldsProps) {
  useSignals()
  const texts = useTexts('connection')
  const t = texts.connection.answering
  const records = useAnsweringRecords(given)
  const fields: readonly AnsweringField[] = connectionTabs.integrations
  const chosen = fields.find((name) => form.fields[name].value.value !== null)
  const fieldError = fields.map((name) => form.fields[name].error.value).find((error) => error !== null)

  function choose(value: string | null) {
    const [field, id] = value?.split(' ') ?? []
    for (const name of fields) form.fields[name].set(name === field ? Number(id) : null)
  }

  return (
    <>
      {records?.length === 0 && <Note icon={Info}>{t.none}</Note>}
      <Field
        id={form.fields.integrationId.id}
        label={t.label}
        help={t.help}
        error={fieldError ? fieldErrorText(texts, fieldError) : null}
      >
        <Combobox<string>
          value={chosen ? keyOf(chosen, form.fields[chosen].value.value ?? 0) : null}
          onValueChange={choose}
          options={(records ?? []).map((record) => optionOf(record, t.kinds))}
          placeholder={t.menu}
        />
      </Field>
    </>
  )
}

const keyOf = (field: AnsweringField, id: number) => `${field} ${id}`

function optionOf({ field, id, name }: AnsweringRecord, kinds: Record<AnsweringField, string>): Option<string> {
  return { value: keyOf(field, id), label: name, description: kinds[field] }
}
