import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { UserView } from '../../src/user/user.calls'
import { canDeleteUser, canEditUser } from '../../src/user/user.policy'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { actorOf } from '../session/session-actor'
import { Users } from '../ui/icons'
import type { UsersData } from './load-users'
import { type Invitation, InvitationDialog } from './invitation-dialog'
import { useInvitationActions } from './use-invitation-actions'
import { useUserColumns } from './user-columns'
import { UserDialog } from './user-dialog'
import { userRecords } from './user-records'

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
          name: ({ name }: UserView) => name,
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
