import { useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { PopupTrigger } from './menu'
import { usePopup, type Align, type Side } from './use-popup'

interface PopoverProps {
  trigger: (trigger: PopupTrigger) => ReactNode
  /** Its accessible name, shown as a heading unless hidden. */
  title: string
  hideTitle?: boolean
  side?: Side
  align?: Align
  width?: number
  flush?: boolean
  returnTo?: RefObject<HTMLElement | null> | undefined
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** Not modal. The panel gets the focus, or the element with `data-autofocus`. */
export function Popover({
  trigger,
  title,
  hideTitle,
  side,
  align,
  width = 320,
  flush,
  returnTo,
  children,
}: PopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const popup = usePopup({ open, onClose: close, anchor: button, side, align, returnFocus: 'before', returnTo })

  useLayoutEffect(() => {
    if (!open) return
    const first = popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? popup.current
    first?.focus({ preventScroll: true })
  }, [open, popup])

  return (
    <>
      {trigger({
        ref: button,
        id: `${id}-button`,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? `${id}-panel` : undefined,
        onClick: () => setOpen(!open),
        onKeyDown: () => {},
      })}
      {open && (
        <div
          ref={popup}
          popover="manual"
          className="popup popover"
          id={`${id}-panel`}
          role="dialog"
          aria-label={hideTitle ? title : undefined}
          aria-labelledby={hideTitle ? undefined : `${id}-title`}
          tabIndex={-1}
          data-flush={flush || undefined}
          style={{ '--popover-width': `${width}px` }}
        >
          {!hideTitle && (
            <h2 className="popover-title" id={`${id}-title`}>
              {title}
            </h2>
          )}
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </>
  )
}
