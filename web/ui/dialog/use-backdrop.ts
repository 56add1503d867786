import { useEffect, useRef, type PointerEvent, type SyntheticEvent } from 'react'
import { swallowTap } from '../popup/swallow-tap'

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
