import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../button/button'
import { Dialog, type DialogProps } from '../dialog/dialog'
import { ReadOnlyFields } from '../field/field'
import { useUnsavedGuard, type FormModel } from './form'
import { Form } from './form-field'
import { Lock } from '../icons'
import { Note } from '../feedback/note'
import { SaveButton } from '../button/save-button'

interface FormDialogProps<Values> extends Pick<DialogProps, 'title' | 'size' | 'placement'> {
  form: FormModel<Values>
  /** Closed without saving, after a question about unsaved changes. */
  close: () => void
  /** Defaults to `close`. */
  onSaved?: () => void
  /** The form lacks values it needs to be saved. */
  incomplete?: boolean
  /** In place of the general name of the save button. */
  saveLabel?: string | undefined
  failureHint?: string | undefined
  /** Another button, before the one that saves. */
  otherAction?: ReactNode
  /** Why the values may only be read. The fields are disabled, and nothing can be saved. */
  readOnly?: string | undefined
  children: ReactNode
}

/** A dialog with one form, which asks before it discards changes. */
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
