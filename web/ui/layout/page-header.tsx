import { ArrowLeft } from '../icons'
import { useContext, type ReactNode } from 'react'
import { useFormat, useTexts } from '../../i18n/i18n'
import { HeadingLevel } from './heading-level'
import { PlainLink } from '../display/link'
import { tooltip } from '../popup/tooltip'

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
