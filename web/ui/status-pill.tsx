import type { ReactNode } from 'react'

interface StatusPillProps {
  kind: 'neutral' | 'success' | 'warning' | 'danger' | 'info'
  children: ReactNode
}

/** The state of a record in a word, with a dot of its colour: "Conectado", "Vencida". */
export function StatusPill({ kind, children }: StatusPillProps) {
  return (
    <span className="status-pill" data-kind={kind}>
      {children}
    </span>
  )
}
