import { useMemo } from 'react'
import { fillTemplate } from '../../src/template/fill-template.contract'
import type { TemplateView } from '../../src/template/template.calls'
import { useApp } from '../app/app-context'
import { fieldErrorText } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import { Note, ErrorState } from '../ui/feedback/feedback'
import { Field } from '../ui/field/field'
import { TextInput } from '../ui/field/text-input'
import { TriangleAlert } from '../ui/icons'
import { Combobox } from '../ui/select/combobox'
import {
  TemplatePreview,
  statusText,
  type Choice,
  choiceOf,
  keyOf,
  optionOf,
  searchTemplates,
  useTemplate,
} from './template-display'

interface TemplateFieldsProps {
  whatsappId: number
  choice: Choice | null
  onChoose: (choice: Choice | null) => void
  /** Errors by `template` and `values.<key of a variable>`. */
  errorAt: (path: string) => string | null
  /** Below the variables: what their values may contain. */
  help: string
  required?: boolean
}

export function TemplateFields({ whatsappId, choice, onChoose, errorAt, help, required }: TemplateFieldsProps) {
  const texts = useTexts('template')
  const t = texts.template.pick
  const { api } = useApp()
  const search = useMemo(() => searchTemplates(api, whatsappId), [api, whatsappId])
  const { template, error, retry } = useTemplate(whatsappId, choice)
  const textOf = (path: string) => {
    const said = errorAt(path)
    return said === null ? null : fieldErrorText(texts, said)
  }
  return (
    <div className="stack gap-4">
      <Field label={t.label} error={textOf('template')} required={required}>
        <Combobox<string>
          value={choice ? keyOf(choice) : null}
          selected={choice ? optionOf(choice) : null}
          onValueChange={(key) => onChoose(key === null ? null : choiceOf(key))}
          search={search}
        />
      </Field>
      {error !== undefined && <ErrorState title={t.loadFailed} error={error} onRetry={retry} compact />}
      {choice && template === null && <Note icon={TriangleAlert}>{t.gone}</Note>}
      {choice && template && (
        <Variables template={template} choice={choice} onChoose={onChoose} textOf={textOf} help={help} />
      )}
    </div>
  )
}

interface VariablesProps extends Pick<TemplateFieldsProps, 'help'> {
  template: TemplateView
  choice: Choice
  onChoose: (choice: Choice) => void
  textOf: (path: string) => string | null
}

function Variables({ template, choice, onChoose, textOf, help }: VariablesProps) {
  const texts = useTexts('template')
  const t = texts.template.pick
  const { isUsable, variables, components } = template
  const label = ({ part, name, label: button = '', max }: TemplateView['variables'][number]) => {
    if (part !== 'button') return t[part](name)
    return max === couponMax ? t.code(button) : t.button(button)
  }
  return (
    <>
      {!isUsable && <Note icon={TriangleAlert}>{t.stopped(statusText(texts.template, template))}</Note>}
      {variables.map((variable) => (
        <Field
          key={variable.key}
          label={label(variable)}
          error={textOf(`values.${variable.key}`)}
          help={variable === variables.at(-1) ? help : undefined}
          required
        >
          <TextInput
            value={choice.values[variable.key] ?? ''}
            placeholder={variable.example && t.example(variable.example)}
            autoComplete="off"
            onValueChange={(value) => onChoose({ ...choice, values: { ...choice.values, [variable.key]: value } })}
          />
        </Field>
      ))}
      <TemplatePreview {...fillTemplate(components, choice.values)} />
    </>
  )
}

/** A code of a coupon, unlike the end of an address, has this limit. */
const couponMax = 15
