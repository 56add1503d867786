import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../button/button'
import { Dialog, type DialogProps } from './dialog'

interface ActionDialogProps extends Omit<DialogProps, 'open' | 'footer'> {
  action: ReactNode
  onAction: () => unknown
  busy?: boolean
  disabled?: boolean
}

export function ActionDialog({ action, onAction, busy, disabled, ...dialog }: ActionDialogProps) {
  const { ui } = useTexts()
  return (
    <Dialog
      open
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onClose}>{ui.cancel}</Button>
          <Button variant="primary" loading={busy} disabled={disabled} onClick={onAction}>
            {action}
          </Button>
        </>
      }
    />
  )
}
