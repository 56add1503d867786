import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { fieldErrorText } from '../../i18n/error-text'
import { useErrorText, useTexts } from '../../i18n/i18n'
import { FailureText } from '../field/failure-text'
import { DialogFooter } from '../dialog/dialog'
import { Field, type FieldProps } from '../field/field'
import type { FormModel } from './form'

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
