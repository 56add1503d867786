import { useSignals } from '@preact/signals-react/runtime'
import { Languages } from '../ui/icons'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { languageNames, languages } from '../i18n/languages'
import { IconButton } from '../ui/button/icon-button'
import { Menu, type MenuItem } from '../ui/popup/menu'

/** The language of this browser before signing in. A language without texts is listed but disabled. */
export function LanguageMenu() {
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
