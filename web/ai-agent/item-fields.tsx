import { itemsMax } from '../../src/ai-agent/agent/item.contract'
import { useTexts } from '../i18n/i18n'
import { ChildRows } from '../records/child-rows'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { TextArea } from '../ui/field/text-area'
import { TextInput } from '../ui/field/text-input'
import type { AgentValues } from './agent-form'
import { FoldedRow } from './folded-row'

interface ItemFieldsProps {
  form: FormModel<AgentValues>
}

export function FaqFields({ form }: ItemFieldsProps) {
  const t = useTexts('agent').agent.items
  return (
    <ChildRows
      form={form}
      name="faqs"
      label={t.faqs}
      help={t.faqsHelp}
      addLabel={t.addFaq}
      empty={{ id: null, question: '', answer: '' }}
      limit={itemsMax}
    >
      {(row) => (
        <FoldedRow row={row} title={({ question }) => question}>
          <FormField form={row} name="question" label={t.question} required>
            {(field) => <TextInput {...field} autoComplete="off" />}
          </FormField>
          <FormField form={row} name="answer" label={t.answer} required>
            {(field) => <TextArea {...field} rows={2} />}
          </FormField>
        </FoldedRow>
      )}
    </ChildRows>
  )
}

export function ObjectionFields({ form }: ItemFieldsProps) {
  const t = useTexts('agent').agent.items
  return (
    <ChildRows
      form={form}
      name="objections"
      label={t.objections}
      help={t.objectionsHelp}
      addLabel={t.addObjection}
      empty={{ id: null, name: '', response: '' }}
      limit={itemsMax}
    >
      {(row) => (
        <FoldedRow row={row} title={({ name }) => name}>
          <FormField form={row} name="name" label={t.objection} required>
            {(field) => <TextInput {...field} autoComplete="off" placeholder={t.objectionPlaceholder} />}
          </FormField>
          <FormField form={row} name="response" label={t.response} required>
            {(field) => <TextArea {...field} rows={2} />}
          </FormField>
        </FoldedRow>
      )}
    </ChildRows>
  )
}

export function ComplementFields({ form }: ItemFieldsProps) {
  const t = useTexts('agent').agent.items
  return (
    <ChildRows
      form={form}
      name="complements"
      label={t.complements}
      help={t.complementsHelp}
      addLabel={t.addComplement}
      empty={{ id: null, title: '', content: '' }}
      limit={itemsMax}
    >
      {(row) => (
        <FoldedRow row={row} title={({ title }) => title}>
          <FormField form={row} name="title" label={t.title} required>
            {(field) => <TextInput {...field} autoComplete="off" />}
          </FormField>
          <FormField form={row} name="content" label={t.content} required>
            {(field) => <TextArea {...field} rows={3} />}
          </FormField>
        </FoldedRow>
      )}
    </ChildRows>
  )
}
