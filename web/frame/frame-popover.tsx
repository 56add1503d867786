import type { LucideIcon } from '../ui/icons'
import type { ReactNode } from 'react'
import { useActionCommands } from '../app/use-commands'
import { useTexts } from '../i18n/i18n'
import { IconButton } from '../ui/button/button'
import { Popover } from '../ui/popup/popover'

const badgeMax = 99

interface FramePopoverProps {
  icon: LucideIcon
  label: string
  className?: string
  badge?: number
  width?: number
  /** Its name in the command palette; without one it is not listed there. */
  command?: string
  children: (close: () => void) => ReactNode
}

export function FramePopover({ icon, label, className, badge = 0, width, command, children }: FramePopoverProps) {
  return (
    <span className={`frame-popover ${className ?? ''}`}>
      <Popover
        title={label}
        hideTitle
        flush
        align="end"
        width={width}
        trigger={(trigger) => (
          <>
            <IconButton {...trigger} icon={icon} label={label} side="bottom" />
            {command !== undefined && <PanelCommand icon={icon} label={command} run={trigger.onClick} />}
          </>
        )}
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

function PanelCommand(action: { icon: LucideIcon; label: string; run: () => void }) {
  useActionCommands(useTexts().frame.palette.actions, [action])
  return null
}
