import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { ConnectionCountView } from '../../../src/connection/connection.calls'
import { type LoginReturnBody, supportedCompanyOf } from '../../../src/channel/meta/meta-login.contract'
import { useFormat, useTexts } from '../../i18n/i18n'
import type { ListPage } from '../../live/list-items'
import type { PageProps } from '../../page/page-definition'
import { recordLoader, recordSource } from '../../records/record-source'
import { RecordsPage } from '../../records/records-page'
import { useRecordList } from '../../records/use-record-list'
import type { Column } from '../../ui/table/data-table'
import { Eye, PlugZap } from '../../ui/icons'
import { useLoginAddress } from '../page/use-login-address'
import { CompanyConnectionsDialog } from './company-connections-dialog'

const counts = recordSource('/whatsapp/all', {
  all: true,
  compare: (a, b) => a.id - b.id,
  live: 'connectionCount',
  // A disabled company has no running connection.
  follow: (list) => ({
    company(event) {
      if (event.action === 'delete') list.remove(event.companyId)
      else void list.reload()
    },
  }),
  reloadOnReconnect: true,
})
export const load = recordLoader(counts)

export function page({ data }: PageProps<ListPage<ConnectionCountView>>) {
  useSignals()
  const t = useTexts('connection').connection.companies
  const list = useRecordList(counts, data)
  const [shown, setShown] = useState<Shown>()
  useLoginAddress((returned) => {
    const company = list.items.peek().find(({ id }) => String(id) === supportedCompanyOf(returned.state))
    if (company) setShown({ company, returned })
  })
  return (
    <>
      <RecordsPage
        list={list}
        texts={t}
        icon={PlugZap}
        columns={useColumns()}
        actions={(company) => [
          { label: t.details, icon: Eye, onSelect: () => setShown({ company, returned: undefined }) },
        ]}
      />
      {shown && <CompanyConnectionsDialog {...shown} close={() => setShown(undefined)} />}
    </>
  )
}

interface Shown {
  company: ConnectionCountView
  /** From a login for the company. */
  returned: LoginReturnBody | undefined
}

const numbers = ['connected', 'disconnected', 'total'] as const

function useColumns(): Column<ConnectionCountView>[] {
  const t = useTexts('connection').connection.companies
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t.columns.name,
      sortValue: ({ name }) => name,
      cell: ({ name }) => <bdi>{name}</bdi>,
      total: () => t.totals,
    },
    ...numbers.map((name): Column<ConnectionCountView> => ({
      id: name,
      header: t.columns[name],
      align: 'end',
      width: '150px',
      sortValue: (row) => row[name],
      cell: (row) => <span className="tabular">{format.number(row[name])}</span>,
      total: (rows) => <span className="tabular">{format.number(rows.reduce((sum, row) => sum + row[name], 0))}</span>,
    })),
  ]
}
