import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useUser } from '../app/app-context'
import { AccountMenu } from './menu/top-bar'
import { BrandMark } from './brand-mark'
import { contentId, LiveLine } from './main-layout'
import { ThemeToggle } from './theme-toggle'

/** The frame for users of an expired company, which leads only to signing out. */
export function ExpiredLayout({ children }: { children: ReactNode }) {
  useSignals()
  const { company } = useUser()
  return (
    <div className="expired-frame">
      <header className="top-bar row gap-3">
        <BrandMark />
        <p className="expired-frame-company truncate">
          <bdi>{company.name}</bdi>
        </p>
        <div className="top-bar-actions row">
          <ThemeToggle />
          <AccountMenu />
        </div>
      </header>
      <LiveLine />
      <main className="expired-frame-content" id={contentId} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
