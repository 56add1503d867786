import { useSignals } from '@preact/signals-react/runtime'
import { LogOut, RotateCw, UserPen, Volume2 } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useApp, useUser } from '../app-context'
import { useTexts } from '../i18n/i18n'
import { usePopup } from '../ui/use-popup'
import { frameSlots } from './frame-slots'
import { PersonPicture } from './person-picture'
import { VolumeSlider } from './volume-control'

export function AccountMenu() {
  useSignals()
  const t = useTexts().frame
  const user = useUser()
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const popup = usePopup({ open, onClose: close, anchor: trigger, align: 'end', gap: 6 })
  useEffect(() => {
    if (open) popup.current?.querySelector<HTMLElement>('[role=menuitem]:not(.phone-only)')?.focus()
  }, [open, popup])
  return (
    <span className="account">
      <button
        type="button"
        className="account-trigger"
        aria-label={t.account}
        aria-haspopup="menu"
        aria-expanded={open}
        ref={trigger}
        onClick={() => setOpen(!open)}
      >
        <PersonPicture name={user.name} picture={user.profileImage} />
      </button>
      {open && (
        <div className="popup account-popup" ref={popup} popover="manual">
          <div className="account-person">
            <PersonPicture name={user.name} picture={user.profileImage} />
            <p>
              <strong>{user.name}</strong>
              <span>{user.email}</span>
            </p>
          </div>
          <div className="account-volume phone-only">
            <Volume2 aria-hidden size={16} />
            <VolumeSlider />
          </div>
          <AccountItems close={close} />
        </div>
      )}
    </span>
  )
}

function AccountItems({ close }: { close: () => void }) {
  const t = useTexts().frame
  const { appearance, navigation, session } = useApp()
  const choose = (task: () => void) => () => {
    close()
    task()
  }
  return (
    <div className="account-items" role="menu" aria-label={t.account} onKeyDown={moveAmongItems}>
      {frameSlots.editProfile && (
        <button type="button" role="menuitem" onClick={choose(() => appearance.showDialog('profile'))}>
          <UserPen aria-hidden size={16} /> {t.editProfile}
        </button>
      )}
      <button type="button" role="menuitem" className="phone-only" onClick={choose(() => void navigation.reload())}>
        <RotateCw aria-hidden size={16} /> {t.refresh}
      </button>
      <button type="button" role="menuitem" onClick={choose(() => void session.logout())}>
        <LogOut aria-hidden size={16} /> {t.logout}
      </button>
    </div>
  )
}

function moveAmongItems(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')].filter(
    ({ offsetParent }) => offsetParent,
  )
  const at = items.findIndex((item) => item === document.activeElement)
  items.at((at + step) % items.length)?.focus()
}
