import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type PointerEvent,
  type ReactNode,
  useEffect,
  type SyntheticEvent,
} from 'react'
import { useUi } from '../context/ui-context'
import { swallowTap } from '../popup/use-popup'

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

/** Call it before the dialog is removed: Chromium 156 leaves the caret in it, and the focused field would ignore what is typed. */
export function closeModal(dialog: HTMLDialogElement) {
  const selection = getSelection()
  if (dialog.contains(selection?.anchorNode ?? null)) selection?.removeAllRanges()
  dialog.close()
}

/** The second press of a double click opens nothing, and would close what the first has opened. */
const graceMs = 500

/** What changes a form when it is pressed, besides its fields. */
const changing = '.dialog-body :is([role=option], button:not([role=tab], [role=combobox], [aria-haspopup]))'

/** Closes a dialog by a press beside it, unless it has just opened or something was entered or chosen in it. */
export function useBackdrop(onClose: () => void) {
  const openedAt = useRef(0)
  const isTouched = useRef(false)
  useEffect(() => void (openedAt.current = performance.now()), [])

  function press({ pointerType }: PointerEvent) {
    if (isTouched.current || performance.now() - openedAt.current < graceMs) return
    swallowTap(pointerType)
    onClose()
  }

  const watch = {
    onInput: () => void (isTouched.current = true),
    onClickCapture({ target }: SyntheticEvent) {
      if (target instanceof Element && target.closest(changing)) isTouched.current = true
    },
  }
  return { press, watch }
}
