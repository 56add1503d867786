import { X } from '../icons'
import {
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../button/button'
import { useUi } from '../context/ui-context'
import { closeModal, useBackdrop } from './modal'

export interface DialogProps {
  open: boolean
  /** On Escape, the close button, or a press outside while nothing was entered. The caller closes the dialog, or keeps it open. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  /** 400, 520, 720, 960 px; full width on a phone. */
  size?: 's' | 'm' | 'l' | 'xl'
  placement?: 'center' | 'drawer'
  /** For questions: announced as an alert, and a press outside does not close it. */
  alert?: boolean
  children?: ReactNode
}

/** Modal. `data-autofocus` gets the focus, or the first input, or the body. A form inside contains the footer. */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? <OpenDialog {...props} /> : null
}

function OpenDialog({
  onClose,
  title,
  description,
  footer,
  size = 'm',
  placement = 'center',
  ...props
}: Omit<DialogProps, 'open'>) {
  const { alert, children } = props
  const t = useTexts()
  const id = useId()
  const element = useModal(onClose)
  const backdrop = useBackdrop(onClose)

  function onPress(event: PointerEvent<HTMLDialogElement>) {
    if (!alert && event.target === event.currentTarget && isOutside(event)) backdrop.press(event)
  }

  function onEscape(event: SyntheticEvent<HTMLDialogElement>) {
    // File inputs inside fire their own cancel event, which bubbles.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }

  return (
    <dialog
      ref={element}
      className="dialog"
      data-size={size}
      data-placement={placement}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={onEscape}
      onPointerDown={onPress}
      {...backdrop.watch}
    >
      <div className="dialog-header">
        <h2 className="dialog-title" id={`${id}-title`}>
          {title}
        </h2>
        <IconButton className="dialog-close" icon={X} label={t.ui.close} size="s" onClick={onClose} />
        {description && (
          <p className="dialog-description" id={`${id}-description`}>
            {description}
          </p>
        )}
      </div>
      {children !== undefined && children !== null && children !== false && (
        <div className="dialog-body" tabIndex={-1}>
          {children}
        </div>
      )}
      {footer && <DialogFooter>{footer}</DialogFooter>}
    </dialog>
  )
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className="dialog-footer">{children}</footer>
}

function useModal(onClose: () => void) {
  const element = useRef<HTMLDialogElement>(null)
  const { modals } = useUi()
  const closed = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    dialog.showModal()
    modals.add(dialog)
    firstFocus(dialog)?.focus({ preventScroll: true })
    // A browser may close it without a cancel event, such as on a second Escape.
    const onClosed = () => closed()
    dialog.addEventListener('close', onClosed)
    return () => {
      dialog.removeEventListener('close', onClosed)
      modals.remove(dialog)
      closeModal(dialog)
    }
  }, [modals])

  return element
}

function firstFocus(dialog: HTMLElement) {
  const marked = dialog.querySelector<HTMLElement>('[data-autofocus]')
  // The browser itself would focus the close button. From the body, the arrow keys scroll and Tab reaches its controls.
  const body = dialog.querySelector<HTMLElement>('.dialog-body')
  // On a touch screen, focusing an input would open the keyboard over half of the dialog.
  if (matchMedia('(pointer: coarse)').matches) return marked && !marked.matches('input, textarea') ? marked : body
  const input = '.dialog-body :is(input:not([type=hidden], [hidden]), textarea, [role=combobox]):enabled'
  return marked ?? dialog.querySelector<HTMLElement>(input) ?? body
}

function isOutside({ currentTarget, clientX, clientY }: PointerEvent<HTMLDialogElement>) {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
