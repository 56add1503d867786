import { useSignals } from '@preact/signals-react/runtime'
import { type AnswerKind, answerKinds, flowLimits } from '../../../../src/flow/flow.contract'
import { useTexts } from '../../../i18n/i18n'
import { NumberField } from '../../../ui/form/number-field'
import { TextArea } from '../../../ui/field/text-area'
import { TextInput } from '../../../ui/field/text-input'
import type { FormModel } from '../../../ui/form/form'
import { FormField } from '../../../ui/form/form-field'
import { Select } from '../../../ui/select/select'
import type { ElementValues } from './content-element'

/** A question of a content block: what is asked, where the answer is stored, what fits, and what is said otherwise. */
export function QuestionFields({ row }: { row: FormModel<ElementValues> }) {
  useSignals()
  const t = useTexts('flowEditor').flowEditor.fields
  const { kind, invalid } = row.values.value
  const change = (next: AnswerKind) => {
    const isSuggested = invalid.trim() === '' || invalid === suggestion(t, kind)
    row.set({ kind: next, ...(isSuggested && { invalid: suggestion(t, next) }) })
  }
  return (
    <>
      <FormField form={row} name="question" label={t.element.input}>
        {(field) => <TextArea {...field} rows={2} rowsMax={12} placeholder={t.questionPlaceholder} />}
      </FormField>
      <div className="flow-question-row">
        <FormField form={row} name="value" label={t.inputName} help={t.inputHelp} required>
          {(field) => (
            <TextInput
              {...field}
              maxLength={flowLimits.variableName}
              placeholder={t.inputPlaceholder}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </FormField>
        <FormField form={row} name="kind" label={t.answerKind}>
          {(field) => (
            <Select<AnswerKind>
              {...field}
              onValueChange={change}
              options={answerKinds.map((value) => ({ value, label: t.answerKinds[value] }))}
            />
          )}
        </FormField>
      </div>
      {kind === 'choice' && (
        <FormField form={row} name="choices" label={t.choices} help={t.choicesHelp} required>
          {(field) => <TextArea {...field} rows={3} rowsMax={12} />}
        </FormField>
      )}
      {kind !== 'text' && (
        <div className="flow-question-row">
          <FormField form={row} name="invalid" label={t.invalid} help={t.invalidHelp}>
            {(field) => <TextArea {...field} rows={2} rowsMax={12} />}
          </FormField>
          <NumberField form={row} name="tries" label={t.tries} help={t.triesHelp} unit={t.triesUnit} example={3} />
        </div>
      )}
    </>
  )
}

type FieldTexts = ReturnType<typeof useTexts<['flowEditor']>>['flowEditor']['fields']

const suggestion = (t: FieldTexts, kind: AnswerKind) => (kind === 'text' ? '' : t.invalidSuggestion[kind])
