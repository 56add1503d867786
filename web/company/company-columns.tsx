import type { ReactNode } from 'react'
import type { CompanyView } from '../../src/platform/company.calls'
import { displayDay } from '../i18n/display-day'
import { useFormat, useTexts } from '../i18n/i18n'
import type { Column } from '../ui/data-table'
import { StatusPill } from '../ui/status-pill'

/** More remaining days than this are not shown. */
const daysShownMax = 60

export function useCompanyColumns(): Column<CompanyView>[] {
  const { company: t, ui } = useTexts('company')
  const format = useFormat()
  const dueIn = ({ daysLeft }: CompanyView) => (daysLeft > daysShownMax ? '' : t.daysLeft(daysLeft))
  return [
    {
      id: 'name',
      header: t.columns.name,
      cell: ({ name, email }) => <Two first={<bdi className="company-name">{name}</bdi>} second={email} />,
    },
    {
      id: 'id',
      header: t.columns.id,
      width: '56px',
      wideOnly: true,
      cell: ({ id }) => <span className="tabular">{id}</span>,
    },
    {
      id: 'status',
      header: t.columns.status,
      width: '80px',
      cell: ({ status }) => <StatusPill kind={status ? 'success' : 'neutral'}>{status ? ui.yes : ui.no}</StatusPill>,
    },
    {
      id: 'plan',
      header: t.columns.plan,
      width: '140px',
      cell: ({ plan }) => <Two first={<bdi>{plan.name}</bdi>} second={format.currency(plan.amount)} />,
    },
    {
      id: 'createdAt',
      header: t.columns.createdAt,
      width: '110px',
      wideOnly: true,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{format.date(createdAt)}</time>,
    },
    {
      id: 'dueDate',
      header: t.columns.dueDate,
      width: '180px',
      cell: (company) => (
        <Two
          first={displayDay(company.dueDate)}
          second={[t.recurrences[company.recurrence], dueIn(company)].filter(Boolean).join(' · ')}
        />
      ),
    },
    {
      id: 'lastLogin',
      header: t.columns.lastLogin,
      width: '140px',
      wideOnly: true,
      cell: ({ lastLogin }) =>
        lastLogin ? (
          <time dateTime={lastLogin}>{format.dateTimeShort(lastLogin)}</time>
        ) : (
          <span className="subtle">{t.never}</span>
        ),
    },
    {
      id: 'folder',
      header: t.columns.folder,
      width: '170px',
      wideOnly: true,
      cell: (company) => <Folder {...company} />,
    },
  ]
}

function Folder({ folderSize, numberFileFolder, updatedAtFolder }: CompanyView) {
  const t = useTexts('company').company
  const format = useFormat()
  if (!updatedAtFolder) return <span className="subtle">{t.notMeasured}</span>
  return (
    <Two
      first={t.folder(format.fileSize(folderSize), format.number(numberFileFolder))}
      second={format.dateTimeShort(updatedAtFolder)}
    />
  )
}

function Two({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="company-two">
      <span>{first}</span>
      <span className="subtle">{second}</span>
    </span>
  )
}
