import { CircleAlert } from '../icons'
import { createContext, useContext, useId, type AriaAttributes, type ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n'

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

const ReadOnlyContext = createContext(false)

/** The form around the fields is shown to a user who may not change it. */
export const ReadOnlyFields = ReadOnlyContext.Provider
export const useReadOnly = () => useContext(ReadOnlyContext)

/** Replaces the help of one input, to say why a link led there. */
const HintContext = createContext<{ id: string; text: string } | undefined>(undefined)
export const FieldHint = HintContext.Provider

export function useFieldHint(id: string | undefined) {
  const hint = useContext(HintContext)
  return hint && hint.id === id ? hint.text : undefined
}

export interface FieldProps {
  label: ReactNode
  help?: ReactNode
  error?: string | null | undefined
  required?: boolean
  optional?: boolean
  /** `inline` puts the label beside the input, for switches and short inputs in settings. */
  layout?: 'stacked' | 'inline'
  id?: string
  hideLabel?: boolean
  /** For groups of inputs: the label names the group instead of one input. */
  group?: boolean
  children: ReactNode
}

export function Field({
  label,
  help: givenHelp,
  error,
  required,
  optional,
  layout = 'stacked',
  id,
  ...props
}: FieldProps) {
  const { hideLabel, group, children } = props
  const t = useTexts()
  const isReadOnly = useReadOnly()
  const own = useId()
  const inputId = id ?? own
  const help = useFieldHint(inputId) ?? givenHelp
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
        {required && !isReadOnly && (
          <span className="field-required" aria-hidden>
            {' *'}
          </span>
        )}
      </Label>
      <FieldContext value={group ? null : scope}>
        {isReadOnly ? (
          <fieldset className="field-input" role="presentation" disabled>
            {children}
          </fieldset>
        ) : (
          <div className="field-input">{children}</div>
        )}
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

export const OutsideField = ({ children }: { children: ReactNode }) => (
  <FieldContext value={null}>{children}</FieldContext>
)

export function useFieldAttributes(given: FieldAttributes = {}): FieldAttributes {
  const scope = useContext(FieldContext)
  return Object.fromEntries(attributeNames.map((name) => [name, given[name] ?? scope?.[name]]))
}

/** Returns the id of the label, for inputs that are not native. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId
}
