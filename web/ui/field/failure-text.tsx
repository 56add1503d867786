import type { ReactNode } from 'react'
import { CircleAlert } from '../icons'

export function FailureText({ children }: { children: ReactNode }) {
  return (
    <p className="form-failure">
      <CircleAlert size={16} aria-hidden />
      {children}
    </p>
  )
}
