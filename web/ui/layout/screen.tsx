import { useLayoutEffect, useRef, type ReactNode, useContext, createContext } from 'react'
import { useEndReached } from '../list/virtual-list'
import { ArrowLeft } from '../icons'
import { useFormat, useTexts } from '../../i18n/i18n'
import { PlainLink } from '../display/link'
import { tooltip } from '../popup/tooltip'

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

interface PageHeaderProps {
  title: ReactNode
  count?: number | undefined
  back?: string
  search?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export function PageHeader({ title, count, back, search, actions, children }: PageHeaderProps) {
  const t = useTexts()
  const format = useFormat()
  const level = useContext(HeadingLevel)
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <header className="page-header" data-level={level}>
      <div className="page-header-row">
        <div className="page-header-main">
          {back && (
            <PlainLink href={back} className="icon-button" data-size="m" aria-label={t.ui.back} {...tooltip(t.ui.back)}>
              <ArrowLeft size={18} aria-hidden />
            </PlainLink>
          )}
          <Title className="page-header-title">{title}</Title>
          {count !== undefined && (
            <span className="page-header-count">
              <span aria-hidden>{format.number(count)}</span>
              <span className="visually-hidden">{t.ui.count(format.number(count))}</span>
            </span>
          )}
        </div>
        {search && <div className="page-header-search">{search}</div>}
        {actions && <div className="page-header-actions">{actions}</div>}
      </div>
      {children}
    </header>
  )
}

/** The level of a screen's title: 2 for a screen that is shown within another one. */
export const HeadingLevel = createContext<1 | 2>(1)
