import { useRef, type ReactNode } from 'react'
import { useEndReached } from './use-end-reached'

interface ScreenProps {
  /** A PageHeader; it stays where it is while the rest scrolls. */
  header: ReactNode
  /** How many rows there are, for screens whose list grows. */
  length?: number
  /** Near the end of the list: load more. */
  onEndReached?: () => void
  children: ReactNode
}

/** The frame of a screen that is a list: its header, and below it what scrolls. */
export function Screen({ header, length = 0, onEndReached, children }: ScreenProps) {
  const body = useRef<HTMLDivElement>(null)
  useEndReached(body, length, onEndReached)
  return (
    <div className="screen">
      {header}
      <div className="screen-body" ref={body}>
        {children}
      </div>
    </div>
  )
}
