import { itemsMax } from '../../src/ai-agent/agent/item.contract'
import { useTexts } from '../i18n/i18n'
import { ChildRows } from '../records/child-rows'
import type { FormModel } from '../ui/form/form'
import type { AgentValues } from './agent-form'
import { FoldedRow } from './folded-row'
import { TextField } from '../ui/form/text-field'

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
          <TextField form={row} name="question" label={t.question} required />
          <TextField form={row} name="answer" label={t.answer} required rows={2} />
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
          <TextField form={row} name="name" label={t.objection} required placeholder={t.objectionPlaceholder} />
          <TextField form={row} name="response" label={t.response} required rows={2} />
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
          <TextField form={row} name="title" label={t.title} required />
          <TextField form={row} name="content" label={t.content} required rows={3} />
        </FoldedRow>
      )}
    </ChildRows>
  )
}
