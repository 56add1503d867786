import { MessageCircle } from '../ui/icons'
import type { ReactNode } from 'react'
import { BrandMark } from '../frame/brand-mark'
import { ThemeToggle } from '../frame/theme-toggle'
import { useTexts } from '../i18n/i18n'
import { LanguageMenu } from './language-menu'
import { LoginScene } from './login-scene'

export function PublicLayout({ children }: { children: ReactNode }) {
  const t = useTexts().session
  return (
    <div className="login">
      <main className="login-main">
        <header className="login-top">
          <BrandMark />
          <div className="login-choices">
            <LanguageMenu />
            <ThemeToggle />
          </div>
        </header>
        {children}
        <footer className="login-bottom">
          <MessageCircle aria-hidden size={14} /> {t.channels}
        </footer>
      </main>
      <LoginScene />
    </div>
  )
}
