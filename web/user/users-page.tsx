import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { UserView } from '../../src/user/user.calls'
import { canDeleteUser, canEditUser } from '../../src/user/user.policy'
import { useUser, useApp } from '../app/app-context'
import type { AreaTexts } from '../i18n/areas'
import { useTexts, useFormat } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { actorOf } from '../session/session-actor'
import { Users, Copy, KeyRound, Mail, RefreshCw, Play, ShieldCheck, ShieldAlert, LogOut } from '../ui/icons'
import { type UsersData, userRecords } from './load-users'
import { UserDialog, type Invitation, InvitationDialog } from './user-dialog'
import { useUi } from '../ui/context/ui-context'
import { useAttempt } from '../ui/form/use-attempt'
import type { RowAction } from '../ui/table/table-row'
import { copyText } from '../ui/text/copy-text'
import { Avatar } from '../ui/display/avatar'
import { Chip, StatusPill } from '../ui/display/labels'
import type { Column } from '../ui/table/data-table'
import { tooltip } from '../ui/popup/tooltip'

const firstUserId = 1

export function page({ data }: PageProps<UsersData>) {
  useSignals()
  const t = useTexts('user').user
  const actor = actorOf(useUser())
  const [invitation, setInvitation] = useState<Invitation>()
  const endPauseOf = useEndPause()
  const securityOf = useSecurityActions()
  const invitations = useInvitationActions(setInvitation, data.mail)
  return (
    <>
      <RecordsPage
        list={useRecordList(userRecords, data.page)}
        texts={t}
        icon={Users}
        columns={useUserColumns()}
        form={(user, close) => (
          <UserDialog user={user} choices={data.choices} close={close} onInvited={setInvitation} />
        )}
        mayEdit={(user) => canEditUser(actor, user)}
        actions={(user) =>
          canEditUser(actor, user) ? [...endPauseOf(user), ...invitations.actionsOf(user), ...securityOf(user)] : []
        }
        remove={{
          offered: (user) => user.id !== firstUserId && canDeleteUser(actor, user),
          path: '/users/:id',
        }}
      />
      {invitation && (
        <InvitationDialog {...invitation} mail={invitations.mail} close={() => setInvitation(undefined)} />
      )}
    </>
  )
}

function useEndPause() {
  const { presence: t } = useTexts('presence')
  const { api } = useApp()
  const attempt = useAttempt()
  return ({ id, pause }: UserView): RowAction[] => {
    if (!pause) return []
    const end = () => api.put('/users/:id/presence', { params: { id }, body: { pause: null } })
    return [{ label: t.end, icon: Play, inMenu: true, onSelect: () => void attempt(end, t.ended) }]
  }
}

/** `show`: a link was made or could not be copied. */
function useInvitationActions(show: (invitation: Invitation) => void, canMail: boolean) {
  const { invitation: t, newPasswordLink } = useTexts('user').user
  const { api } = useApp()
  const { toast } = useUi()
  const attempt = useAttempt()
  const { id: ownId } = useUser()

  const invite = async (id: number, body: { renew?: boolean; mail?: boolean }) =>
    (await api.post('/users/:id/invitation', { params: { id }, body })).link

  const mail = (id: number) => attempt(() => invite(id, { mail: true }), t.mailing)

  function actionsOf({ id, name, invitedUntil, invitationMail }: UserView): RowAction[] {
    const shown = (link: string) => show({ kind: 'invitation', id, name, link })
    const copy = async () => {
      const link = await invite(id, {})
      await copyText(link).then(
        () => toast.success(t.copied),
        () => shown(link),
      )
    }
    const renew = async () => shown(await invite(id, { renew: true }))
    const reset = async () => {
      const { link } = await api.post('/users/:id/password-link', { params: { id } })
      show({ kind: 'newPasswordLink', id, name, link })
    }
    if (!invitedUntil) {
      if (id === ownId) return []
      return [{ label: newPasswordLink.make, icon: KeyRound, inMenu: true, onSelect: () => void attempt(reset) }]
    }
    const mailed = { icon: Mail, inMenu: true, onSelect: () => void mail(id) }
    return [
      ...(canMail ? [{ label: invitationMail ? t.mailAgain : t.mail, ...mailed }] : []),
      { label: t.copy, icon: Copy, inMenu: true, onSelect: () => void attempt(copy) },
      { label: t.renew, icon: RefreshCw, inMenu: true, onSelect: () => void attempt(renew) },
    ]
  }

  return { actionsOf, mail: canMail ? mail : undefined }
}

function useSecurityActions() {
  const { twoFactor: t, endSession } = useTexts('user').user
  const { api } = useApp()
  const { confirm } = useUi()
  const attempt = useAttempt()
  const { id: ownId } = useUser()
  return ({ id, name, twoFactor }: UserView): RowAction[] => {
    if (id === ownId) return []
    const end = () => attempt(() => api.delete('/users/:id/session', { params: { id } }), endSession.done)
    const ends = { label: endSession.action, icon: LogOut, inMenu: true, onSelect: () => void end() }
    if (!twoFactor) return [ends]
    const reset = async () => {
      if (await confirm(t.question(name))) {
        await attempt(() => api.delete('/users/:id/two-factor', { params: { id } }), t.done)
      }
    }
    return [ends, { label: t.reset, icon: ShieldAlert, inMenu: true, onSelect: () => void reset() }]
  }
}

/** In a wide table; a narrow one shows the first. */
const queuesShown = 3

function useUserColumns(): Column<UserView>[] {
  const t = useTexts('user').user
  return [
    { id: 'name', header: t.columns.name, sortValue: ({ name }) => name, cell: (user) => <Person user={user} /> },
    {
      id: 'id',
      header: t.columns.id,
      width: '64px',
      wideOnly: true,
      sortValue: ({ id }) => id,
      cell: ({ id }) => <span className="tabular">{id}</span>,
    },
    {
      id: 'status',
      compact: 'value',
      header: t.columns.status,
      width: '120px',
      sortValue: ({ online, pause, invitedUntil }) => (invitedUntil ? 3 : pause ? 1 : online ? 0 : 2),
      cell: (user) => <Status user={user} />,
    },
    {
      id: 'email',
      compact: 'value',
      header: t.columns.email,
      sortValue: ({ email }) => email,
      cell: ({ email }) => <span className="user-email">{email}</span>,
    },
    {
      id: 'profile',
      header: t.columns.profile,
      sortValue: (user) => profileOf(user, t),
      cell: (user) => <Profile user={user} />,
    },
    {
      id: 'queues',
      header: t.columns.queues,
      sortValue: ({ queues }) => queues.map(({ name }) => name).join(', '),
      cell: ({ queues }) => <QueueChips queues={queues} />,
    },
    {
      id: 'startWork',
      header: t.columns.startWork,
      width: '80px',
      wideOnly: true,
      sortValue: ({ startWork }) => startWork,
      cell: ({ startWork }) => <span className="tabular">{startWork}</span>,
    },
    {
      id: 'endWork',
      header: t.columns.endWork,
      width: '80px',
      wideOnly: true,
      sortValue: ({ endWork }) => endWork,
      cell: ({ endWork }) => <span className="tabular">{endWork}</span>,
    },
  ]
}

function TwoFactorMark() {
  const { on } = useTexts('user').user.twoFactor
  return (
    <span className="user-two-factor" role="img" aria-label={on} {...tooltip(on)}>
      <ShieldCheck size={14} aria-hidden />
    </span>
  )
}

function Person({ user: { id, name, profileImage, online, twoFactor } }: { user: UserView }) {
  useSignals()
  const t = useTexts('user').user
  const me = useUser().id === id
  return (
    <span className="user-person inline-row">
      <Avatar name={name} src={profileImage} size={28} online={online} />
      <bdi className="user-name">{name}</bdi>
      {twoFactor && <TwoFactorMark />}
      {me && <span className="subtle">({t.you})</span>}
    </span>
  )
}

function Status({ user: { online, pause, invitedUntil, invitationMail } }: { user: UserView }) {
  const { user: t, presence } = useTexts('user', 'presence')
  const { renderedAt } = useApp()
  const format = useFormat()
  if (pause) {
    return (
      <StatusPill
        kind="warning"
        help={[pause.note, presence.since(format.dateTime(pause.since))].filter(Boolean).join(' · ')}
      >
        {presence.reasons[pause.reason]}
      </StatusPill>
    )
  }
  if (!invitedUntil)
    return <StatusPill kind={online ? 'success' : 'neutral'}>{online ? t.online : t.offline}</StatusPill>
  if (Date.parse(invitedUntil) <= renderedAt.getTime()) {
    return <StatusPill kind="warning">{t.invitation.expired}</StatusPill>
  }
  const isFailed = invitationMail?.state === 'failed'
  const until = t.invitation.until(format.dateTime(invitedUntil))
  return (
    <StatusPill
      kind={isFailed ? 'danger' : 'info'}
      help={isFailed ? t.invitation.mailAnswer(invitationMail.answer) : until}
    >
      {invitationMail ? t.invitation.mails[invitationMail.state] : t.invitation.invited}
    </StatusPill>
  )
}

function QueueChips({ queues }: Pick<UserView, 'queues'>) {
  const t = useTexts('user').user
  if (queues.length === 0) return <span className="subtle">{t.noQueues}</span>
  return (
    <span className="user-queues inline-row wraps gap-1 note-text">
      {queues.slice(0, queuesShown).map(({ id, name, color }) => (
        <Chip key={id} size="s" color={color} label={name} />
      ))}
      <MoreQueues names={queues.slice(queuesShown).map(({ name }) => name)} />
      <MoreQueues names={queues.slice(1).map(({ name }) => name)} isNarrow />
    </span>
  )
}

function MoreQueues({ names, isNarrow }: { names: readonly string[]; isNarrow?: boolean }) {
  if (names.length === 0) return null
  const list = names.join(', ')
  return (
    <span className="user-queues-more" data-narrow={isNarrow} {...tooltip(list)}>
      <span aria-hidden>+{names.length}</span>
      <span className="visually-hidden">{list}</span>
    </span>
  )
}

function Profile({ user }: { user: UserView }) {
  const t = useTexts('user').user
  return <bdi className="user-profile">{profileOf(user, t)}</bdi>
}

/** A role counts for plain users only. */
function profileOf({ super: isSuper, profile, roleName }: UserView, t: AreaTexts['user']) {
  if (isSuper) return t.superUser
  return profile === 'user' ? (roleName ?? t.profiles.user) : t.profiles.admin
}
