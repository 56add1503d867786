import { useSignals } from '@preact/signals-react/runtime'
import type { UserView } from '../../src/user/user.calls'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Avatar } from '../ui/avatar'
import type { Column } from '../ui/data-table'

export function useUserColumns(): Column<UserView>[] {
  const t = useTexts('user').user
  return [
    { id: 'name', header: t.columns.name, cell: (user) => <Person user={user} /> },
    { id: 'id', header: t.columns.id, width: '64px', cell: ({ id }) => <span className="tabular">{id}</span> },
    { id: 'email', header: t.columns.email, cell: ({ email }) => <span className="user-email">{email}</span> },
    { id: 'profile', header: t.columns.profile, cell: (user) => <Profile user={user} /> },
    {
      id: 'hours',
      header: t.columns.hours,
      cell: ({ startWork, endWork }) => <span className="tabular">{t.hours(startWork, endWork)}</span>,
    },
  ]
}

function Person({ user: { id, name, profileImage, online } }: { user: UserView }) {
  useSignals()
  const t = useTexts('user').user
  const me = useUser().id === id
  return (
    <span className="user-person">
      <Avatar name={name} src={profileImage} size={28} online={online} />
      <bdi className="user-name">{name}</bdi>
      {me && <span className="subtle">({t.you})</span>}
      <span className="visually-hidden">{online ? t.online : t.offline}</span>
    </span>
  )
}

function Profile({ user }: { user: UserView }) {
  const t = useTexts('user').user
  if (user.super) return <span className="user-profile">{t.superUser}</span>
  return <span className="user-profile">{t.profiles[user.profile]}</span>
}
