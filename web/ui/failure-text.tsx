import type { ReactNode } from 'react'
import { CircleAlert } from './icons'

/** Why something failed, below what was tried. */
export function FailureText({ children }: { children: ReactNode }) {
  return (
    <p className="form-failure">
      <CircleAlert size={16} aria-hidden />
      {children}
    </p>
  )
}
