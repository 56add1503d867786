import type { QueueView } from '../../src/queue/queue.record'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { Chip, StatusPill } from '../ui/display/labels'
import type { Column } from '../ui/table/data-table'
import { ListTree, TriangleAlert } from '../ui/icons'
import { QueueDialog } from './queue-dialog'
import { queueRecords } from './queue-records'
import type { ApiClient } from '../api/api-client'

export function page({ data }: PageProps<ListPage<QueueView>>) {
  const t = useTexts('queue').queue
  const { api } = useApp()
  const list = useRecordList(queueRecords, data)
  return (
    <RecordsPage
      list={list}
      texts={t}
      icon={ListTree}
      columns={useColumns()}
      searched={false}
      form={(queue, close) => <QueueDialog queue={queue} queues={list.items.peek()} close={close} />}
      remove={{
        text: async ({ id }) => t.deleteText(await countQueueTickets(api, id)),
        path: '/queue/:id',
      }}
    />
  )
}

function useColumns(): Column<QueueView>[] {
  const t = useTexts('queue').queue
  const hasHours = useUser().company.companieSettings.scheduleType === 'queue'
  return [
    {
      id: 'name',
      header: t.columns.name,
      sortValue: ({ name }) => name,
      cell: ({ name, schedules }) => (
        <span className="queue-name">
          <bdi>{name}</bdi>
          {hasHours && schedules.length === 0 && <span className="queue-note">{t.noHours}</span>}
        </span>
      ),
    },
    {
      id: 'id',
      header: t.columns.id,
      width: '56px',
      wideOnly: true,
      sortValue: ({ id }) => id,
      cell: ({ id }) => <Count>{id}</Count>,
    },
    {
      id: 'color',
      compact: 'value',
      header: t.columns.color,
      width: '104px',
      cell: ({ color }) => <Chip label={color.toUpperCase()} color={color} size="s" />,
    },
    {
      id: 'order',
      header: t.columns.order,
      width: '104px',
      sortValue: ({ orderQueue }) => orderQueue,
      cell: ({ orderQueue }) => <Count>{orderQueue}</Count>,
    },
    {
      id: 'greeting',
      compact: 'value',
      header: t.columns.greeting,
      cell: ({ greetingMessage }) =>
        greetingMessage ? (
          <span className="queue-greeting">{greetingMessage}</span>
        ) : (
          <span className="subtle">{t.noGreeting}</span>
        ),
    },
    {
      id: 'chatbot',
      header: t.columns.chatbot,
      width: '128px',
      cell: ({ chatbotCount, lostTargetCount }) =>
        chatbotCount + lostTargetCount > 0 && (
          <span className="row wraps">
            {chatbotCount > 0 && <span className="tabular">{t.optionCount(chatbotCount)}</span>}
            {lostTargetCount > 0 && (
              <StatusPill kind="warning" icon={TriangleAlert} help={t.lostTargetsHelp(lostTargetCount)}>
                {t.lostTargets}
              </StatusPill>
            )}
          </span>
        ),
    },
  ]
}

function Count({ children }: { children: number }) {
  return <span className="tabular">{children}</span>
}

async function countQueueTickets(api: ApiClient, queueId: number): Promise<number> {
  // An admin's counts include tickets without a queue, so those are counted separately.
  const [chosen, none] = await Promise.all([countUnderWay(api, [queueId]), countUnderWay(api, [])])
  return Math.max(0, chosen - none)
}

async function countUnderWay(api: ApiClient, queueIds: number[]) {
  const { open, pending, group } = await api.get('/tickets/counts', { query: { showAll: true, queueIds } })
  return open + pending + group
}
