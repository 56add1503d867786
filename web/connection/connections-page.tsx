import { useSignals } from '@preact/signals-react/runtime'
import { Pencil, Smartphone, Trash2 } from '../ui/icons'
import { useEffect, useState } from 'react'
import type { ConnectionView } from '../../src/connection/connection.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/use-page-title'
import { Button } from '../ui/button'
import { DataTable } from '../ui/data-table'
import { EmptyState } from '../ui/empty-state'
import { PageHeader } from '../ui/page-header'
import type { RowAction } from '../ui/row-actions'
import { Screen } from '../ui/screen'
import { useAttempt } from '../ui/use-attempt'
import { useUi } from '../ui/ui-context'
import { AddConnection } from './add-connection'
import { ConnectDialog } from './connect-dialog'
import { ConnectionDialog } from './connection-dialog'
import { createConnectionList, followConnections } from './connection-list'
import { createConnectionSession } from './connection-session'
import type { ConnectionsData } from './load-connections'
import { RestartConnections } from './restart-connections'
import { useConnectionColumns } from './use-connection-columns'

/** The dialog that stands open, and of which connection. */
type OpenDialog = { kind: 'edit'; id: number | undefined } | { kind: 'connect'; id: number; how: 'present' | 'new' }

export function page({ data }: PageProps<ConnectionsData>) {
  useSignals()
  const t = useTexts('connection').connection
  const { api, live } = useApp()
  const [list] = useState(() => createConnectionList(api, data.connections))
  const [session] = useState(() => createConnectionSession(api, list))
  const [dialog, setDialog] = useState<OpenDialog>()
  const { remove, makeDefault } = useConnectionChanges()
  const edit = (connection?: ConnectionView) => setDialog({ kind: 'edit', id: connection?.id })
  const columns = useConnectionColumns({
    session,
    makeDefault,
    showCode: ({ id }, how) => setDialog({ kind: 'connect', id, how }),
  })
  usePageTitle(t.title)
  useEffect(() => followConnections(list, live), [list, live])

  const actions = (
    <>
      {list.count.value > 0 && <RestartConnections session={session} />}
      <AddConnection onAdd={() => edit()} />
    </>
  )
  return (
    <Screen header={<PageHeader title={t.title} count={list.count.value} actions={actions} />}>
      <DataTable
        label={t.title}
        columns={columns}
        rows={list.items.value}
        rowKey={({ id }) => id}
        onOpen={edit}
        actions={useRowActions(edit, remove)}
        error={list.failed.value}
        onRetry={() => void list.reload()}
        empty={
          <EmptyState
            icon={Smartphone}
            title={t.emptyTitle}
            text={t.emptyText}
            action={
              <Button variant="primary" icon={Smartphone} onClick={() => edit()}>
                {t.emptyAction}
              </Button>
            }
          />
        }
      />
      {dialog?.kind === 'edit' && (
        <ConnectionDialog
          id={dialog.id}
          queues={data.queues}
          close={() => setDialog(undefined)}
          onCreated={(created) => {
            list.add(created)
            setDialog({ kind: 'connect', id: created.id, how: 'new' })
          }}
        />
      )}
      {dialog?.kind === 'connect' && (
        <ConnectDialog
          key={dialog.id}
          id={dialog.id}
          how={dialog.how}
          list={list}
          session={session}
          close={() => setDialog(undefined)}
        />
      )}
    </Screen>
  )
}

function useRowActions(edit: (connection: ConnectionView) => void, remove: (connection: ConnectionView) => void) {
  const t = useTexts().ui
  return (connection: ConnectionView): RowAction[] => [
    { label: t.edit, icon: Pencil, onSelect: () => edit(connection) },
    { label: t.delete, icon: Trash2, danger: true, onSelect: () => remove(connection) },
  ]
}

function useConnectionChanges() {
  const t = useTexts('connection').connection
  const { api } = useApp()
  const { confirm } = useUi()
  const attempt = useAttempt()
  return {
    async remove({ id, name }: ConnectionView) {
      const yes = await confirm({
        title: t.deleteTitle(name),
        text: t.deleteText,
        action: t.deleteAction,
        danger: true,
      })
      if (yes) await attempt(() => api.delete('/whatsapp/:id', { params: { id } }), t.deleted)
    },
    makeDefault({ id, name }: ConnectionView) {
      void attempt(() => api.put('/whatsapp/:id', { params: { id }, body: { isDefault: true } }), t.defaultSet(name))
    },
  }
}
