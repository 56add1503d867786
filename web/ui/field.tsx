import { CircleAlert } from './icons'
import { createContext, useContext, useId, type AriaAttributes, type ReactNode } from 'react'
import { useTexts } from '../i18n/i18n'

/** What an input takes over from the field around it. */
export interface FieldAttributes {
  id?: string | undefined
  'aria-invalid'?: AriaAttributes['aria-invalid']
  'aria-describedby'?: string | undefined
  'aria-required'?: AriaAttributes['aria-required']
}

const attributeNames = ['id', 'aria-invalid', 'aria-describedby', 'aria-required'] as const

interface FieldScope extends FieldAttributes {
  labelId: string
}

const FieldContext = createContext<FieldScope | null>(null)

export interface FieldProps {
  label: ReactNode
  /** Below the input, always there. */
  help?: ReactNode
  /** Takes the place of the help. */
  error?: string | null | undefined
  required?: boolean
  /** Says so beside the label, where most of the others are required. */
  optional?: boolean
  /** `inline` puts the label beside the input, for switches and short inputs in settings. */
  layout?: 'stacked' | 'inline'
  /** Of the input; made when not given. */
  id?: string
  /** Keeps the label for those who hear it only. */
  hideLabel?: boolean
  /** For groups of inputs: the label names the group rather than one input. */
  group?: boolean
  children: ReactNode
}

/** One row of a form: label above, input, help or error below, tied together for those who hear it. */
export function Field({ label, help, error, required, optional, layout = 'stacked', id, ...props }: FieldProps) {
  const { hideLabel, group, children } = props
  const t = useTexts()
  const own = useId()
  const inputId = id ?? own
  const noteId = `${inputId}-note`
  const labelId = `${inputId}-label`
  const scope: FieldScope = {
    id: inputId,
    labelId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || help ? noteId : undefined,
    'aria-required': required || undefined,
  }
  const Label = group ? 'span' : 'label'
  const labelClass = hideLabel ? 'visually-hidden' : 'field-label'
  return (
    <div
      className="field"
      data-layout={layout}
      data-invalid={error ? true : undefined}
      {...(group && { role: 'group', 'aria-labelledby': labelId, 'aria-describedby': scope['aria-describedby'] })}
    >
      <Label className={labelClass} id={labelId} {...(!group && { htmlFor: inputId })}>
        {label}
        {optional && <span className="field-optional"> ({t.ui.optional})</span>}
        {required && (
          <span className="field-required" aria-hidden>
            {' *'}
          </span>
        )}
      </Label>
      <FieldContext value={group ? null : scope}>
        <div className="field-input">{children}</div>
      </FieldContext>
      {error ? (
        <p className="field-error" id={noteId}>
          <CircleAlert size={14} aria-hidden />
          <span>{error}</span>
        </p>
      ) : (
        help && (
          <p className="field-help" id={noteId}>
            {help}
          </p>
        )
      )}
    </div>
  )
}

/** The attributes an input spreads on its element; what the input was given itself wins. */
export function useFieldAttributes(given: FieldAttributes = {}): FieldAttributes {
  const scope = useContext(FieldContext)
  return Object.fromEntries(attributeNames.map((name) => [name, given[name] ?? scope?.[name]]))
}

/** The id of the label, for inputs that are no native ones. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId
}
