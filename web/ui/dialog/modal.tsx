import { useEffectEvent, useLayoutEffect, useRef, type PointerEvent, type ReactNode } from 'react'
import { useUi } from '../context/ui-context'
import { closeModal } from './close-modal'
import { useBackdrop } from './use-backdrop'

interface ModalProps {
  className: string
  label: string
  onClose: () => void
  children: ReactNode
}

/** A modal without the layout of `Dialog`, for the palette and the menu on a phone. */
export function Modal({ className, label, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { modals } = useUi()
  const closed = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const onClosed = () => closed()
    element.showModal()
    modals.add(element)
    // On Escape, `close` comes some milliseconds after the dialog has gone; `cancel` comes at once, but not always.
    const events = ['cancel', 'close']
    for (const type of events) element.addEventListener(type, onClosed)
    return () => {
      for (const type of events) element.removeEventListener(type, onClosed)
      modals.remove(element)
      closeModal(element)
    }
  }, [modals])

  const { press } = useBackdrop(onClose)
  function pressedBeside(event: PointerEvent) {
    if (event.target === dialog.current) press(event)
  }

  return (
    <dialog className={`modal ${className}`} ref={dialog} aria-label={label} onPointerDown={pressedBeside}>
      <div className="modal-inside">{children}</div>
    </dialog>
  )
}
