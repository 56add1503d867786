import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type ComponentProps } from 'react'
import { fieldErrorText } from '../../i18n/error-text'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { FailureText } from '../feedback/feedback'
import { DialogFooter } from '../dialog/dialog'
import { Field, type FieldProps } from '../field/field'
import type { FormModel } from './form'
import { TextArea } from '../field/text-area'
import { TextInput } from '../field/text-input'

/** The props that FormField passes to the input: `{(field) => <TextInput {...field} />}`. */
export interface FieldControl<Value> {
  value: Value
  onValueChange: (value: Value) => void
  onBlur: () => void
}

interface FormFieldProps<Values, Name extends keyof Values & string> extends Omit<
  FieldProps,
  'error' | 'id' | 'children'
> {
  form: FormModel<Values>
  name: Name
  children: (field: FieldControl<Values[Name]>) => ReactNode
}

export function FormField<Values, Name extends keyof Values & string>({
  form,
  name,
  children,
  ...field
}: FormFieldProps<Values, Name>) {
  useSignals()
  const t = useTexts()
  const model = form.fields[name]
  const error = model.error.value

  return (
    <Field {...field} id={model.id} error={error === null ? null : fieldErrorText(t, error)}>
      {children({ value: model.value.value, onValueChange: model.set, onBlur: () => afterPress(model.blur) })}
    </Field>
  )
}

interface FormProps<Values> {
  form: FormModel<Values>
  onSaved?: () => void
  className?: string
  footer?: ReactNode
  failureHint?: string | undefined
  children: ReactNode
}

export function Form<Values>({ form, onSaved, className, footer, failureHint, children }: FormProps<Values>) {
  const failure = <FormFailure form={form} hint={failureHint} />
  async function save() {
    if (await form.save()) return onSaved?.()
    // Synchronous with the error: a frame later, a user who continues typing would be moved to another field.
    form.focusError()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }

  return (
    <form
      noValidate
      className={className ? `form ${className}` : 'form'}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        // To React, a form in a dialog is a descendant of the form that opened it.
        event.stopPropagation()
        void save()
      }}
    >
      {children}
      {footer ? (
        <div className="form-foot">
          {failure}
          <DialogFooter>{footer}</DialogFooter>
        </div>
      ) : (
        failure
      )}
    </form>
  )
}

function FormFailure<Values>({ form, hint }: { form: FormModel<Values>; hint: string | undefined }) {
  useSignals()
  const errorText = useErrorText()
  const failure = form.failure.value
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure !== null) region.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return (
    <div role="alert" className="form-failure-region" ref={region}>
      {failure !== null && <FailureText>{errorText(failure)}</FailureText>}
      {hint !== undefined && form.saveFailed.value && <FailureText>{hint}</FailureText>}
    </div>
  )
}

/** After a press that is under way: an error that appears meanwhile would move what is pressed, and the click would be lost. */
export function afterPress(run: () => void) {
  if (!document.querySelector(':active')) return run()
  const ended = new AbortController()
  function end() {
    ended.abort()
    setTimeout(run)
  }
  for (const type of ['pointerup', 'pointercancel', 'keyup']) {
    window.addEventListener(type, end, { signal: ended.signal, capture: true })
  }
}

type TextNames<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] & string
type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'placeholder' | 'maxLength' | 'inputMode' | 'spellCheck' | 'list' | 'className'
>

interface TextFieldProps<Values> extends Omit<FieldProps, 'error' | 'id' | 'children' | 'group'>, InputProps {
  form: FormModel<Values>
  name: TextNames<Values>
  /** Lines of a longer text; it grows with what is typed. */
  rows?: number
}

/** A text of a form, in one line unless `rows` are given. */
export function TextField<Values>({ form, name, rows, ...props }: TextFieldProps<Values>) {
  const { type, placeholder, maxLength, inputMode, spellCheck, list, className, ...field } = props
  const input = { placeholder, maxLength, spellCheck, className }
  return (
    <FormField form={form as FormModel<Record<string, string>>} name={name} {...field}>
      {(control) =>
        rows === undefined ? (
          <TextInput
            {...control}
            {...input}
            type={type ?? 'text'}
            inputMode={inputMode}
            list={list}
            autoComplete="off"
          />
        ) : (
          <TextArea {...control} {...input} rows={rows} />
        )
      }
    </FormField>
  )
}
