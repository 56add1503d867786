import type { ReactNode } from 'react'
import { useTexts } from '../i18n/i18n'
import { Button } from './button'
import { Dialog, type DialogProps } from './dialog'
import { useUnsavedGuard, type FormModel } from './form'
import { Form } from './form-field'
import { SaveButton } from './save-button'

interface FormDialogProps<Values> extends Pick<DialogProps, 'title' | 'size'> {
  form: FormModel<Values>
  /** Left unsaved; unsaved changes were asked about. */
  close: () => void
  /** The same as `close` when nothing else follows. */
  onSaved?: () => void
  /** There is too little to be saved yet. */
  incomplete?: boolean
  children: ReactNode
}

/** A dialog that holds one form, and does not lose what was typed without asking. */
export function FormDialog<Values>({
  form,
  close,
  onSaved = close,
  incomplete,
  children,
  ...dialog
}: FormDialogProps<Values>) {
  const t = useTexts().ui
  const { mayClose } = useUnsavedGuard(form)
  const leave = () => void mayClose().then((yes) => yes && close())
  return (
    <Dialog open {...dialog} onClose={leave}>
      <Form
        form={form}
        onSaved={onSaved}
        footer={
          <>
            <Button onClick={leave}>{t.cancel}</Button>
            <SaveButton form={form} disabled={incomplete} />
          </>
        }
      >
        {children}
      </Form>
    </Dialog>
  )
}
