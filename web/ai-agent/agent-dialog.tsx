import { useEffect, useState, useRef } from 'react'
import type { AgentTypeView } from '../../src/ai-agent/agent/agent.calls'
import type { AgentView } from '../../src/ai-agent/agent/agent.record'
import { useApp } from '../app/app-context'
import { useErrorText, useTexts } from '../i18n/i18n'
import { readRefused, fieldErrorText } from '../i18n/error-text'
import { RecordDialog } from '../records/record-dialog'
import { Dialog } from '../ui/dialog/dialog'
import type { FormModel } from '../ui/form/form'
import { SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { useReportMade } from '../records/made-row'
import { useUi } from '../ui/context/ui-context'
import { AgentForm, type AgentValues, newAgent, personalityFields, valuesOfAgent, valuesOfItems } from './agent-form'
import { AgentPlayground } from './agent-playground'
import { loadAgent, type OpenedAgent } from './load-agent'
import { PersonalityFields } from './personality-fields'
import { ProductFields, FoldedRow } from './product-fields'
import { nothingSaved, saveAgent, sentenceError } from './save-agent'
import { ActionDialog } from '../ui/dialog/action-dialog'
import { CircleAlert } from '../ui/icons'
import { itemsMax } from '../../src/ai-agent/agent/item.contract'
import { ChildRows } from '../records/child-rows'
import { TextField } from '../ui/form/form-field'

interface AgentDialogProps {
  agent: AgentView | undefined
  close: () => void
  onTokensUsed: () => void
}

export function AgentDialog({ agent, close, onTokensUsed }: AgentDialogProps) {
  const t = useTexts('agent').agent
  const { opened, error, load } = useAgent(agent)
  const [type, setType] = useState<AgentTypeView>()
  if (!opened) {
    return (
      <Dialog open size="xl" title={agent ? t.editTitle : t.addTitle} onClose={close}>
        <div className="dialog-tab">
          {error ? <ErrorState error={error} onRetry={load} /> : <SkeletonRows count={6} picture={false} />}
        </div>
      </Dialog>
    )
  }
  if (!agent && !type) return <AgentTypePicker types={opened.choices.types} onChoose={setType} close={close} />
  return <OpenDialog agent={agent} type={type} opened={opened} close={close} onTokensUsed={onTokensUsed} />
}

function useAgent(agent: AgentView | undefined) {
  const { api } = useApp()
  const [opened, setOpened] = useState<OpenedAgent>()
  const [error, setError] = useState<unknown>()
  const id = agent?.id

  function load() {
    setError(undefined)
    loadAgent(api, id).then(setOpened, setError)
  }
  useEffect(load, [api, id])
  return { opened, error, load }
}

interface OpenDialogProps extends AgentDialogProps {
  type: AgentTypeView | undefined
  opened: OpenedAgent
}

function OpenDialog({ agent, type, opened: { choices, items }, close, onTokensUsed }: OpenDialogProps) {
  const t = useTexts('agent').agent
  const { toast } = useUi()
  const reportMade = useReportMade()
  const [saved] = useState(() => nothingSaved(agent, items))
  const [initial] = useState(() =>
    agent ? valuesOfAgent(agent, items) : newAgent(type as AgentTypeView, choices.providers[0]?.id ?? null),
  )
  const [held] = useState<{ form?: FormModel<AgentValues> }>({})
  const save = useSave(saved, held)
  const keep = (form: FormModel<AgentValues>) => void (held.form = form)

  function onSaved() {
    if (agent) toast.success(t.saved)
    else reportMade(t.created, saved.agent?.id)
    close()
  }

  return (
    <RecordDialog
      record={agent}
      texts={t}
      schema={AgentForm}
      initial={initial}
      save={save}
      close={close}
      onSaved={onSaved}
      size="xl"
      tabsLabel={t.tabs.label}
      tabs={[
        {
          label: t.tabs.personality,
          fields: personalityFields,
          content: (form) => {
            keep(form)
            return <PersonalityFields form={form} choices={choices} />
          },
        },
        { label: t.tabs.products, fields: ['products'], content: (form) => <ProductFields form={form} /> },
        { label: t.tabs.faqs, fields: ['faqs'], content: (form) => <FaqFields form={form} /> },
        { label: t.tabs.objections, fields: ['objections'], content: (form) => <ObjectionFields form={form} /> },
        { label: t.tabs.complements, fields: ['complements'], content: (form) => <ComplementFields form={form} /> },
        agent !== undefined && {
          label: t.tabs.test,
          fields: [],
          content: (form) => <AgentPlayground agentId={agent.id} form={form} onTokensUsed={onTokensUsed} />,
        },
      ]}
    />
  )
}

/** Parts stored before a failure are written into the form, so that a retry does not add them again. */
function useSave(saved: ReturnType<typeof nothingSaved>, held: { form?: FormModel<AgentValues> }) {
  const t = useTexts('agent').agent
  const { api } = useApp()
  const errorText = useErrorText()
  return async (values: Parameters<typeof saveAgent>[2]) => {
    try {
      await saveAgent(api, saved, values, (kind, { items }) => {
        held.form?.set({ [kind]: valuesOfItems(items)[kind] })
      })
    } catch (cause) {
      const fields = Object.keys(readRefused(cause)?.fields ?? {})
      throw fields.length > 0 ? cause : sentenceError(t.saveFailed(errorText(cause)))
    }
  }
}

interface AgentTypePickerProps {
  types: readonly AgentTypeView[]
  onChoose: (type: AgentTypeView) => void
  close: () => void
}

function AgentTypePicker({ types, onChoose, close }: AgentTypePickerProps) {
  const t = useTexts('agent').agent
  const texts = useTexts()
  const [chosen, setChosen] = useState<number>()
  const [isMissing, setMissing] = useState(false)
  const choices = useRef<HTMLFieldSetElement>(null)

  function proceed() {
    const type = types.find(({ id }) => id === chosen)
    if (type) return onChoose(type)
    setMissing(true)
    choices.current?.querySelector('input')?.focus()
  }

  return (
    <ActionDialog
      size="l"
      title={t.addTitle}
      description={t.typeHelp}
      onClose={close}
      action={t.proceed}
      onAction={proceed}
    >
      {isMissing && (
        <p className="field-error agent-type-error" id="agent-type-error" role="alert">
          <CircleAlert size={14} aria-hidden />
          <span>{fieldErrorText(texts, 'agentTypeRequired')}</span>
        </p>
      )}
      <fieldset ref={choices} className="agent-types" aria-describedby={isMissing ? 'agent-type-error' : undefined}>
        <legend className="visually-hidden">{t.fields.agentType}</legend>
        {types.map(({ id, type }) => (
          <label key={id} className="agent-type">
            <input
              type="radio"
              name="agent-type"
              checked={chosen === id}
              onChange={() => {
                setChosen(id)
                setMissing(false)
              }}
            />
            <span className="agent-type-text">
              <span className="agent-type-name">{t.types[type].name}</span>
              <span className="subtle">{t.types[type].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </ActionDialog>
  )
}

interface ItemFieldsProps {
  form: FormModel<AgentValues>
}

function FaqFields({ form }: ItemFieldsProps) {
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

function ObjectionFields({ form }: ItemFieldsProps) {
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

function ComplementFields({ form }: ItemFieldsProps) {
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
