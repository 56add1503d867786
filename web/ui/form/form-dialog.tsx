import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../button/button'
import { Dialog, type DialogProps } from '../dialog/dialog'
import { ReadOnlyFields } from '../field/field'
import { useUnsavedGuard, type FormModel } from './form'
import { Form } from './form-field'
import { Lock } from '../icons'
import { Note } from '../feedback/feedback'
import { SaveButton } from '../button/save-button'

interface FormDialogProps<Values> extends Pick<DialogProps, 'title' | 'size' | 'placement'> {
  form: FormModel<Values>
  close: () => void
  onSaved?: () => void
  incomplete?: boolean
  saveLabel?: string | undefined
  failureHint?: string | undefined
  otherAction?: ReactNode
  /** Why the values may only be read. The fields are disabled, and nothing can be saved. */
  readOnly?: string | undefined
  children: ReactNode
}

export function FormDialog<Values>({
  form,
  close,
  onSaved = close,
  incomplete,
  saveLabel,
  failureHint,
  otherAction,
  readOnly,
  children,
  ...dialog
}: FormDialogProps<Values>) {
  const t = useTexts().ui
  const { mayClose } = useUnsavedGuard(form)
  if (readOnly !== undefined) {
    return (
      <Dialog open {...dialog} onClose={close} footer={<Button onClick={close}>{t.close}</Button>}>
        {/* Disabled fields take no focus, so that the keyboard scrolls the form itself. */}
        <div className="form" role="group" aria-label={readOnly} tabIndex={0} data-autofocus>
          <Note icon={Lock}>{readOnly}</Note>
          <ReadOnlyFields value>{children}</ReadOnlyFields>
        </div>
      </Dialog>
    )
  }
  const leave = () => void mayClose().then((yes) => yes && close())
  return (
    <Dialog open {...dialog} onClose={leave}>
      <Form
        form={form}
        onSaved={onSaved}
        failureHint={failureHint}
        footer={
          <>
            <Button onClick={leave}>{t.cancel}</Button>
            {otherAction}
            <SaveButton form={form} disabled={incomplete}>
              {saveLabel}
            </SaveButton>
          </>
        }
      >
        {children}
      </Form>
    </Dialog>
  )
}
