import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTexts } from '../../../i18n/i18n'
import { IconButton } from '../../../ui/button/icon-button'
import { X } from '../../../ui/icons'

interface SidePanelProps {
  title: string
  actions?: ReactNode
  footer?: ReactNode
  close: () => void
  children: ReactNode
}

/** A panel beside the canvas, which stays usable. On a phone it covers it. */
export function SidePanel({ title, actions, footer, close, children }: SidePanelProps) {
  const t = useTexts()
  const id = useId()
  const frame = useRef<HTMLElement>(null)

  useEffect(() => {
    const before = document.activeElement
    frame.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }

  return (
    <aside className="flow-side" aria-labelledby={id} ref={frame} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="flow-side-head row">
        <h2 className="flow-side-title" id={id}>
          {title}
        </h2>
        {actions}
        <IconButton icon={X} label={t.ui.close} size="s" onClick={close} />
      </div>
      <div className="flow-side-body column gap-3">{children}</div>
      {footer}
    </aside>
  )
}
