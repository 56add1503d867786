import { useSignals } from '@preact/signals-react/runtime'
import { Pencil, Plus, Trash2, Users } from '../ui/icons'
import { useEffect, useState } from 'react'
import type { UserView } from '../../src/user/user.calls'
import { canDeleteUser, canEditUser } from '../../src/user/user.policy'
import { useApp, useUser } from '../app/app-context'
import { useErrorText, useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { searchOf, searchWord, useAddressWord } from '../page/address-word'
import { usePageTitle } from '../page/use-page-title'
import { actorOf } from '../session/session-actor'
import { Button } from '../ui/button'
import { DataTable } from '../ui/data-table'
import { EmptyState } from '../ui/empty-state'
import { MoreFailed } from '../ui/more-failed'
import { PageHeader } from '../ui/page-header'
import type { RowAction } from '../ui/row-actions'
import { Screen } from '../ui/screen'
import { SearchInput } from '../ui/search-input'
import { useAttempt } from '../ui/use-attempt'
import { useUi } from '../ui/ui-context'
import type { UsersData } from './load-users'
import { UserDialog } from './user-dialog'
import { createUserList, followUsers } from './user-list'
import { useUserColumns } from './user-columns'

const firstUserId = 1

export function page({ data, query }: PageProps<UsersData>) {
  useSignals()
  const t = useTexts('user').user
  const { api, live } = useApp()
  const [list] = useState(() => createUserList(api, data.page, searchOf(query)))
  const [edited, setEdited] = useState<UserView | 'new'>()
  const { open, actions } = useUserActions(setEdited)
  const columns = useUserColumns()
  usePageTitle(t.title)
  useAddressWord(searchWord, list.searchText.value)
  useEffect(() => followUsers(list, live), [list, live])
  const users = list.items.value
  const [loading, failed] = [list.loading.value, list.failed.value]

  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
      {t.add}
    </Button>
  )
  const search = <SearchInput value={list.searchText.value} onSearch={list.search} placeholder={t.searchPlaceholder} />
  return (
    <Screen
      header={<PageHeader title={t.title} count={list.count.value} search={search} actions={add} />}
      length={users.length}
      onEndReached={() => void list.loadMore()}
    >
      <DataTable
        label={t.title}
        columns={columns}
        rows={users}
        rowKey={({ id }) => id}
        onOpen={open}
        actions={actions}
        loading={loading === 'replace' && users.length === 0}
        loadingMore={loading === 'more'}
        error={users.length === 0 ? failed : undefined}
        onRetry={() => void list.reload()}
        empty={<EmptyState icon={Users} title={t.emptyTitle} text={t.emptyText} action={add} />}
        footer={failed && <MoreFailed onRetry={() => void list.loadMore()} />}
      />
      {edited && (
        <UserDialog
          user={edited === 'new' ? undefined : edited}
          choices={data.choices}
          close={() => setEdited(undefined)}
        />
      )}
    </Screen>
  )
}

function useUserActions(edit: (user: UserView) => void) {
  useSignals()
  const texts = useTexts('user')
  const errorText = useErrorText()
  const { user: t, ui } = texts
  const { api } = useApp()
  const { confirm, toast } = useUi()
  const actor = actorOf(useUser())
  const attempt = useAttempt()

  async function remove({ id, name }: UserView) {
    const yes = await confirm({ title: t.deleteTitle(name), text: t.deleteText, action: t.deleteAction, danger: true })
    if (yes) await attempt(() => api.delete('/users/:id', { params: { id } }), t.deleted)
  }

  function actions(user: UserView): RowAction[] {
    const mayDelete = user.id !== firstUserId && canDeleteUser(actor, user)
    return [
      { label: ui.edit, icon: Pencil, disabled: !canEditUser(actor, user), onSelect: () => edit(user) },
      ...(mayDelete
        ? [{ label: ui.delete, icon: Trash2, danger: true, onSelect: () => void remove(user) } satisfies RowAction]
        : []),
    ]
  }

  function open(user: UserView) {
    if (canEditUser(actor, user)) edit(user)
    else toast.error(errorText('ERR_NO_PERMISSION'))
  }

  return { actions, open }
}
