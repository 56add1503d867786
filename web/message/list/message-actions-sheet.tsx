import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog/dialog'
import type { MenuAction } from '../../ui/popup/menu'

interface SheetProps {
  title: string
  /** What the mouse learns by hovering over the message, such as the date. */
  description: string
  items: readonly MenuAction[]
  onClose: () => void
  children?: ReactNode
}

export function MessageActionsSheet({ title, description, items, onClose, children }: SheetProps) {
  return (
    <Dialog
      open
      title={<span className="message-sheet-title">{title}</span>}
      description={description}
      onClose={onClose}
    >
      <div className="stack gap-1">
        {children}
        {items.map(({ label, icon: Icon, danger, onSelect }) => (
          <button
            key={label}
            type="button"
            className="message-sheet-item row gap-3"
            data-danger={danger || undefined}
            onClick={() => {
              onClose()
              onSelect?.()
            }}
          >
            {Icon && <Icon size={18} aria-hidden />}
            {label}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
