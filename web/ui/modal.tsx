import { useEffectEvent, useLayoutEffect, useRef, type PointerEvent, type ReactNode } from 'react'
import { useUi } from './ui-context'

interface ModalProps {
  className: string
  label: string
  onClose: () => void
  children: ReactNode
}

/** A modal without the furniture of `Dialog`: the palette and the menu on a phone have their own. */
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
    element.addEventListener('close', onClosed)
    return () => {
      element.removeEventListener('close', onClosed)
      modals.remove(element)
      // Closed before it leaves the document: that is what gives the focus back.
      element.close()
    }
  }, [modals])

  /** A press on the backdrop lands on the dialog element itself, which its content covers. */
  function pressedBeside(event: PointerEvent) {
    if (event.target === dialog.current) onClose()
  }

  return (
    <dialog className={`modal ${className}`} ref={dialog} aria-label={label} onPointerDown={pressedBeside}>
      <div className="modal-inside">{children}</div>
    </dialog>
  )
}
