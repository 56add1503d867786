import type { LucideIcon } from '../ui/icons'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/button/icon-button'
import { Popover } from '../ui/popup/popover'

const badgeMax = 99

interface FramePopoverProps {
  icon: LucideIcon
  label: string
  className?: string
  badge?: number
  width?: number
  children: (close: () => void) => ReactNode
}

/** A button of the top bar with its panel and a count. */
export function FramePopover({ icon, label, className, badge = 0, width, children }: FramePopoverProps) {
  return (
    <span className={`frame-popover ${className ?? ''}`}>
      <Popover
        title={label}
        hideTitle
        flush
        align="end"
        width={width}
        trigger={(trigger) => <IconButton {...trigger} icon={icon} label={label} side="bottom" />}
      >
        {children}
      </Popover>
      {badge > 0 && (
        <span className="frame-badge" aria-hidden>
          {badge > badgeMax ? `${badgeMax}+` : badge}
        </span>
      )}
    </span>
  )
}
