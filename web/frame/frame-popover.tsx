import type { LucideIcon } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { IconButton } from '../ui/icon-button'
import { usePopup } from '../ui/use-popup'

const badgeMax = 99

interface FramePopoverProps {
  icon: LucideIcon
  label: string
  className?: string
  badge?: number
  children: (close: () => void) => ReactNode
}

/** A button of the top bar with what opens below it. */
export function FramePopover({ icon, label, className, badge = 0, children }: FramePopoverProps) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const close = () => setOpen(false)
  const popup = usePopup({ open, onClose: close, anchor, align: 'end', gap: 6 })
  return (
    <span className={`frame-popover ${className ?? ''}`} ref={anchor}>
      <IconButton
        icon={icon}
        label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {badge > 0 && <span className="frame-badge">{badge > badgeMax ? `${badgeMax}+` : badge}</span>}
      {open && (
        <div className="popup frame-panel" ref={popup} popover="manual" role="dialog" aria-label={label}>
          {children(close)}
        </div>
      )}
    </span>
  )
}
