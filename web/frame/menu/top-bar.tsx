import { useSignals } from '@preact/signals-react/runtime'
import { memo } from 'react'
import { Menu, RotateCw, Search } from '../../ui/icons'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { links } from '../../app/links'
import { isAdmin } from '../../app/screen-access'
import { IconButton } from '../../ui/button/icon-button'
import { Link } from '../../ui/display/link'
import { KeyboardHint } from '../../ui/popup/keyboard-hint'
import { AccountMenu } from './account-menu'
import { displayDay } from '../../i18n/display-day'
import { FramePanels } from '../frame-panels'
import { ThemeToggle } from '../theme-toggle'
import { VolumeControl } from '../volume-control'

export const TopBar = memo(function TopBar() {
  const t = useTexts().frame
  const { appearance } = useApp()
  return (
    <header className="top-bar">
      <IconButton className="top-bar-menu" icon={Menu} label={t.openMenu} onClick={() => appearance.showSheet(true)} />
      <Greeting />
      <SearchButton />
      <div className="top-bar-actions">
        <ThemeToggle />
        <VolumeControl />
        <RefreshButton />
        <FramePanels />
        <AccountMenu />
      </div>
    </header>
  )
})

function RefreshButton() {
  useSignals()
  const t = useTexts().frame
  const { navigation } = useApp()
  return (
    <IconButton
      className="top-bar-refresh"
      icon={RotateCw}
      label={t.refresh}
      data-busy={navigation.pending.value === undefined ? undefined : ''}
      onClick={() => navigation.reload()}
    />
  )
}

function Greeting() {
  useSignals()
  const t = useTexts().frame
  const { session } = useApp()
  const user = useUser()
  const { state } = session.subscription()
  return (
    <p className="top-bar-greeting">
      <span className="wide-only">{t.greeting(user.name, user.company.name)}</span>
      <span className="phone-only">{t.hello(user.name.split(' ')[0] ?? user.name)}</span>
      {isAdmin(user) && (
        <Link
          className="top-bar-due"
          data-state={state}
          href={state === 'expired' ? links.openFinance() : links.subscription()}
        >
          {t.dueDate(displayDay(user.company.dueDate))}
        </Link>
      )}
    </p>
  )
}

function SearchButton() {
  const t = useTexts().frame
  const { appearance } = useApp()
  return (
    <button type="button" className="top-bar-search" onClick={() => appearance.showDialog('palette')}>
      <Search aria-hidden />
      <span>{t.search}</span>
      <span className="top-bar-search-keys" aria-hidden>
        <KeyboardHint keys={['mod', 'K']} />
      </span>
    </button>
  )
}
