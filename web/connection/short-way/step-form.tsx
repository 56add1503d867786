import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { SaveButton } from '../../ui/button/save-button'
import type { FormModel } from '../../ui/form/form'
import { Form } from '../../ui/form/form-field'

interface StepFormProps<Values> {
  form: FormModel<Values>
  next: () => void
  /** In place of skipping without saving. */
  skip?: () => void
  isLast?: boolean
  more?: ReactNode
  children: ReactNode
}

/** One step of the short way: it is saved and continued, or skipped. */
export function StepForm<Values>({ form, next, skip = next, isLast = false, more, children }: StepFormProps<Values>) {
  useSignals()
  const t = useTexts('connection').connection.shortWay
  return (
    <Form
      form={form}
      onSaved={next}
      footer={
        <>
          {more}
          <Button onClick={skip} disabled={form.saving.value}>
            {t.skip}
          </Button>
          <SaveButton form={form}>{isLast ? t.finish : t.next}</SaveButton>
        </>
      }
    >
      {children}
    </Form>
  )
}
