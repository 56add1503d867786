import { useSignals } from '@preact/signals-react/runtime'
import { Moon, Sun, type LucideProps } from '../ui/icons'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { IconButton } from '../ui/button/button'

export function ThemeToggle() {
  useSignals()
  const t = useTexts().frame
  const { session } = useApp()
  const label = session.theme.value === 'dark' ? t.toLight : t.toDark
  return <IconButton icon={OtherTheme} label={label} onClick={session.toggleTheme} />
}

/** The server does not know which theme a system prefers, so that styles show one of both. */
function OtherTheme(props: LucideProps) {
  return (
    <>
      <Moon {...props} data-only="light" />
      <Sun {...props} data-only="dark" />
    </>
  )
}
