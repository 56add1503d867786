import { useSignals } from '@preact/signals-react/runtime'
import { useApp, useUser } from '../../app/app-context'
import { isAdmin } from '../../app/screen-access'
import { displayDay } from '../../i18n/format'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { Avatar } from '../../ui/display/avatar'
import { useAttempt } from '../../ui/form/use-attempt'
import { BellRing, LogOut, Pause, Play, RotateCw, ShieldCheck, UserPen, Volume2 } from '../../ui/icons'
import { Menu, type MenuItem } from '../../ui/popup/menu'
import { frameSlots } from '../frame-slots'
import { VolumeSlider } from './volume-slider'

export function AccountMenu() {
  useSignals()
  const t = useTexts().frame
  const { appearance, navigation, session } = useApp()
  const user = useUser()
  const editProfile = { label: t.editProfile, icon: UserPen, onSelect: () => appearance.showDialog('profile') }
  const security = { label: t.security, icon: ShieldCheck, onSelect: () => appearance.showDialog('security') }
  const notices = { label: t.pushNotices, icon: BellRing, onSelect: () => appearance.showDialog('notices') }
  const mayEdit = frameSlots.editProfile && session.subscription().state !== 'expired'
  const endPause = useEndPause()
  const pause = user.pause
    ? { label: t.endPause, icon: Play, onSelect: endPause }
    : { label: t.pause, icon: Pause, onSelect: () => appearance.showDialog('pause') }
  const items: MenuItem[] = [
    ...(mayEdit ? [editProfile, security, notices, pause] : []),
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

function useEndPause() {
  const { api, session } = useApp()
  const { id } = useUser()
  const attempt = useAttempt()
  return () =>
    attempt(async () => {
      const body = { pause: null }
      const { isNewest } = await session.ask(() => api.put('/users/:id/presence', { params: { id }, body }))
      if (isNewest('record')) session.change(body)
    })
}

/** Shown as long as the pause lasts, so that nobody forgets it. */
export function PauseButton() {
  useSignals()
  const t = useTexts().frame
  const user = useUser()
  const endPause = useEndPause()
  if (!user.pause) return null
  return (
    <Button className="top-bar-pause" size="s" icon={Pause} title={t.endPause} onClick={endPause}>
      {t.endPause}
    </Button>
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
