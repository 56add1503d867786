import { MessageCircle, Check, CheckCheck, Clock, Languages } from '../ui/icons'
import type { ReactNode } from 'react'
import { BrandMark } from '../frame/brand-mark'
import { ThemeToggle } from '../frame/theme-toggle'
import { useTexts } from '../i18n/i18n'
import { useSignals } from '@preact/signals-react/runtime'
import { useApp } from '../app/app-context'
import { languageNames, languages } from '../i18n/languages'
import { IconButton } from '../ui/button/button'
import { Menu, type MenuItem } from '../ui/popup/menu'

export function PublicLayout({ children }: { children: ReactNode }) {
  const t = useTexts().session
  return (
    <div className="login">
      <main className="login-main">
        <header className="login-top row gap-0">
          <BrandMark />
          <div className="login-choices">
            <LanguageMenu />
            <ThemeToggle />
          </div>
        </header>
        {children}
        <footer className="login-bottom row">
          <MessageCircle aria-hidden size={14} /> {t.channels}
        </footer>
      </main>
      <LoginScene />
    </div>
  )
}

function LoginScene() {
  const t = useTexts().session
  return (
    <aside className="login-scene" aria-hidden>
      <div className="login-scene-chat">
        {t.scene.map(({ from, text, time }, index) => (
          <p key={text} className="login-scene-bubble" data-from={from}>
            <span>{text}</span>
            <time>
              {time}
              {from === 'us' && (index === t.scene.length - 1 ? <Check /> : <CheckCheck />)}
            </time>
          </p>
        ))}
        <p className="login-scene-note row">
          <Clock /> {t.sceneNote}
        </p>
      </div>
      <div className="login-scene-words">
        <h2>{t.motto}</h2>
        <p>{t.mottoText}</p>
      </div>
    </aside>
  )
}

/** The language of this browser before signing in. A language without texts is listed but disabled. */
function LanguageMenu() {
  useSignals()
  const t = useTexts().session
  const { session, language } = useApp()
  const items = Object.entries(languageNames).map(([code, name]): MenuItem => {
    const known = languages.find((spoken) => spoken === code)
    if (!known) return { label: t.languageMissing(name), checked: false, disabled: true }
    return { label: name, checked: known === language, onSelect: () => session.setLanguage(known) }
  })
  return (
    <Menu
      align="end"
      items={items}
      trigger={(trigger) => <IconButton {...trigger} icon={Languages} label={t.language} />}
    />
  )
}
