import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { UserView } from '../../src/user/user.calls'
import { canDeleteUser, canEditUser } from '../../src/user/user.policy'
import { useUser, useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { actorOf } from '../session/session-actor'
import { Users, Copy, KeyRound, Mail, RefreshCw } from '../ui/icons'
import { type UsersData, userRecords } from './load-users'
import { useUserColumns } from './user-columns'
import { UserDialog, type Invitation, InvitationDialog } from './user-dialog'
import { useUi } from '../ui/context/ui-context'
import { useAttempt } from '../ui/form/use-attempt'
import type { RowAction } from '../ui/table/table-row'
import { copyText } from '../ui/text/copy-text'

const firstUserId = 1

export function page({ data }: PageProps<UsersData>) {
  useSignals()
  const t = useTexts('user').user
  const actor = actorOf(useUser())
  const [invitation, setInvitation] = useState<Invitation>()
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
        actions={(user) => (canEditUser(actor, user) ? invitations.actionsOf(user) : [])}
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
