import { useSignals } from '@preact/signals-react/runtime'
import { LogOut, RotateCw, UserPen, Volume2 } from '../../ui/icons'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { isAdmin } from '../../app/screen-access'
import { Avatar } from '../../ui/display/avatar'
import { Menu, type MenuItem } from '../../ui/popup/menu'
import { displayDay } from '../../i18n/display-day'
import { frameSlots } from '../frame-slots'
import { VolumeSlider } from '../volume-control'

export function AccountMenu() {
  useSignals()
  const t = useTexts().frame
  const { appearance, navigation, session } = useApp()
  const user = useUser()
  const editProfile = { label: t.editProfile, icon: UserPen, onSelect: () => appearance.showDialog('profile') }
  const mayEdit = frameSlots.editProfile && session.subscription().state !== 'expired'
  const items: MenuItem[] = [
    ...(mayEdit ? [editProfile] : []),
    { label: t.refresh, icon: RotateCw, onSelect: () => navigation.reload() },
    { label: t.logout, icon: LogOut, onSelect: () => session.logout() },
  ]
  return (
    <Menu
      align="end"
      header={<AccountHeader />}
      items={items}
      trigger={(trigger) => (
        <button type="button" {...trigger} className="account-trigger" aria-label={t.account}>
          <Avatar name={user.name} src={user.profileImage} size={30} />
        </button>
      )}
    />
  )
}

function AccountHeader() {
  useSignals()
  const t = useTexts().frame
  const user = useUser()
  return (
    <>
      <div className="account-person row gap-3">
        <Avatar name={user.name} src={user.profileImage} size={36} />
        <p>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
          <span className="phone-only">{user.company.name}</span>
          {isAdmin(user) && <span className="phone-only">{t.dueDate(displayDay(user.company.dueDate))}</span>}
        </p>
      </div>
      <div className="account-volume phone-only">
        <Volume2 aria-hidden size={16} />
        <VolumeSlider />
      </div>
    </>
  )
}
