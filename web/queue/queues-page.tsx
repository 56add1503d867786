import { useSignals } from '@preact/signals-react/runtime'
import { ListTree, Pencil, Plus, Trash2 } from '../ui/icons'
import { useEffect, useState } from 'react'
import type { QueueView } from '../../src/queue/queue.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/use-page-title'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { DataTable, type Column } from '../ui/data-table'
import { EmptyState } from '../ui/empty-state'
import { PageHeader } from '../ui/page-header'
import type { RowAction } from '../ui/row-actions'
import { Screen } from '../ui/screen'
import { useAttempt } from '../ui/use-attempt'
import { useUi } from '../ui/ui-context'
import { countQueueTickets } from './count-queue-tickets'
import { QueueDialog } from './queue-dialog'
import { createQueueList, followQueues } from './queue-list'

export function page({ data }: PageProps<QueueView[]>) {
  useSignals()
  const t = useTexts('queue').queue
  const { api, live } = useApp()
  const [list] = useState(() => createQueueList(api, data))
  const [edited, setEdited] = useState<QueueView | 'new'>()
  const remove = useRemoveQueue()
  usePageTitle(t.title)
  useEffect(() => followQueues(list, live), [list, live])
  const queues = list.items.value

  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
      {t.add}
    </Button>
  )
  return (
    <Screen header={<PageHeader title={t.title} count={list.count.value} actions={add} />}>
      <DataTable
        label={t.title}
        columns={useColumns()}
        rows={queues}
        rowKey={({ id }) => id}
        onOpen={setEdited}
        actions={useRowActions(setEdited, remove)}
        error={list.failed.value}
        onRetry={() => void list.reload()}
        empty={<EmptyState icon={ListTree} title={t.emptyTitle} text={t.emptyText} action={add} />}
      />
      {edited && (
        <QueueDialog queue={edited === 'new' ? undefined : edited} queues={queues} close={() => setEdited(undefined)} />
      )}
    </Screen>
  )
}

function useColumns(): Column<QueueView>[] {
  const t = useTexts('queue').queue
  return [
    { id: 'name', header: t.columns.name, sortValue: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'id', header: t.columns.id, width: '72px', sortValue: ({ id }) => id, cell: ({ id }) => <Count>{id}</Count> },
    {
      id: 'color',
      header: t.columns.color,
      width: '120px',
      cell: ({ color }) => <Chip label={color.toUpperCase()} color={color} size="s" />,
    },
    {
      id: 'order',
      header: t.columns.order,
      width: '110px',
      sortValue: ({ orderQueue }) => orderQueue,
      cell: ({ orderQueue }) => <Count>{orderQueue}</Count>,
    },
    {
      id: 'greeting',
      header: t.columns.greeting,
      cell: ({ greetingMessage }) =>
        greetingMessage ? (
          <span className="queue-greeting">{greetingMessage}</span>
        ) : (
          <span className="subtle">{t.noGreeting}</span>
        ),
    },
  ]
}

function Count({ children }: { children: number }) {
  return <span className="tabular">{children}</span>
}

function useRowActions(edit: (queue: QueueView) => void, remove: (queue: QueueView) => Promise<void>) {
  const t = useTexts().ui
  return (queue: QueueView): RowAction[] => [
    { label: t.edit, icon: Pencil, onSelect: () => edit(queue) },
    { label: t.delete, icon: Trash2, danger: true, onSelect: () => void remove(queue) },
  ]
}

/** Asks first, naming how many tickets lose their queue. */
function useRemoveQueue() {
  const t = useTexts('queue').queue
  const { api } = useApp()
  const { confirm } = useUi()
  const attempt = useAttempt()
  return async ({ id, name }: QueueView) => {
    let tickets = 0
    if (!(await attempt(async () => (tickets = await countQueueTickets(api, id))))) return
    const yes = await confirm({
      title: t.deleteTitle(name),
      text: t.deleteText(tickets),
      action: t.deleteAction,
      danger: true,
    })
    if (yes) await attempt(() => api.delete('/queue/:id', { params: { id } }), t.deleted)
  }
}
