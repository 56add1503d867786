import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Button } from './button'
import type { FormModel } from '../form/form'

interface SaveButtonProps {
  form: Pick<FormModel<unknown>, 'saving'>
  disabled?: boolean | undefined
  children?: ReactNode
}

export function SaveButton({ form, disabled, children }: SaveButtonProps) {
  useSignals()
  const t = useTexts()
  return (
    <Button type="submit" variant="primary" loading={form.saving.value} disabled={disabled}>
      {children ?? t.ui.save}
    </Button>
  )
}
