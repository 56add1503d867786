import { useSignals } from '@preact/signals-react/runtime'
import { Moon, Sun } from '../ui/icons'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { IconButton } from '../ui/button/icon-button'

export function ThemeToggle() {
  useSignals()
  const t = useTexts().frame
  const { session } = useApp()
  const dark = session.theme.value === 'dark'
  return (
    <IconButton
      icon={dark ? Sun : Moon}
      label={dark ? t.toLight : t.toDark}
      onClick={() => session.setTheme(dark ? 'light' : 'dark')}
    />
  )
}
