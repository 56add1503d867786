import type { LucideIcon } from '../icons'
import type { ReactNode } from 'react'

export function Note({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="note">
      <Icon size={16} aria-hidden />
      {children}
    </p>
  )
}
