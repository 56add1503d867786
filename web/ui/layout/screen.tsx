import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useEndReached } from '../list/use-end-reached'

interface ScreenProps {
  header: ReactNode
  length?: number
  onEndReached?: () => void
  /** Where the content was scrolled to when the screen was left, and is again. */
  scrolled?: { scrollTop: number }
  children: ReactNode
}

export function Screen({ header, length = 0, onEndReached, scrolled, children }: ScreenProps) {
  const body = useRef<HTMLDivElement>(null)
  useEndReached(body, length, onEndReached, { early: true })
  useLayoutEffect(() => {
    if (body.current && scrolled) body.current.scrollTop = scrolled.scrollTop
  }, [scrolled])
  return (
    <div className="screen">
      {header}
      <div
        className="screen-body"
        ref={body}
        onScroll={({ currentTarget }) => scrolled && (scrolled.scrollTop = currentTarget.scrollTop)}
      >
        {children}
      </div>
    </div>
  )
}
