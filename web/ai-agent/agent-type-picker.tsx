import { useRef, useState } from 'react'
import type { AgentTypeView } from '../../src/ai-agent/agent/agent.calls'
import { fieldErrorText } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import { ActionDialog } from '../ui/dialog/action-dialog'
import { CircleAlert } from '../ui/icons'

interface AgentTypePickerProps {
  types: readonly AgentTypeView[]
  onChoose: (type: AgentTypeView) => void
  close: () => void
}

/** The first step of a new agent: its type, which provides its initial texts. */
export function AgentTypePicker({ types, onChoose, close }: AgentTypePickerProps) {
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
