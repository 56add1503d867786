import type { CompanyView } from '../../src/platform/company/company.calls'
import { planCounts, storagePercent, storageTone } from '../../src/kernel/company/company-plan.contract'
import { displayDay } from '../i18n/format'
import { useFormat, useTexts } from '../i18n/i18n'
import type { Column } from '../ui/table/data-table'
import { tooltip } from '../ui/popup/tooltip'
import { StatusPill } from '../ui/display/labels'
import { NoValue, TableMoment } from '../ui/table/table-cells'

/** More remaining days than this are not shown. */
const daysShownMax = 60

export function useCompanyColumns(): Column<CompanyView>[] {
  const t = useTexts('company').company
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t.columns.nameAndEmail,
      cell: (company) => <NameAndEmail {...company} />,
    },
    {
      id: 'id',
      header: t.columns.id,
      width: '40px',
      cell: ({ id }) => <span className="tabular">{id}</span>,
    },
    {
      id: 'status',
      compact: 'value',
      header: t.columns.status,
      width: '64px',
      cell: (company) => <Status {...company} />,
    },
    {
      id: 'plan',
      compact: 'value',
      header: t.columns.plan,
      width: '88px',
      cell: (company) => <PlanName {...company} />,
    },
    {
      id: 'amount',
      header: t.columns.amount,
      width: '84px',
      cell: ({ plan }) => <span className="tabular">{format.currency(plan.amount)}</span>,
    },
    ...useHistoryColumns(),
  ]
}

function Status({ status, muted, copyOf }: CompanyView) {
  const { company: t, ui } = useTexts('company')
  if (!muted) return <StatusPill kind={status ? 'success' : 'neutral'}>{status ? ui.yes : ui.no}</StatusPill>
  return (
    <span {...tooltip(t.mutedHelp)}>
      <StatusPill kind="neutral">{copyOf === null ? t.muted : t.copy}</StatusPill>
    </span>
  )
}

function useHistoryColumns(): Column<CompanyView>[] {
  const t = useTexts('company').company
  const format = useFormat()
  return [
    {
      id: 'createdAt',
      header: t.columns.createdAt,
      width: '92px',
      wideOnly: true,
      cell: ({ createdAt }) => <TableMoment at={createdAt} isDay />,
    },
    {
      id: 'dueDate',
      compact: 'labelled',
      header: t.columns.dueDate,
      width: '112px',
      cell: (company) => <DueDate {...company} />,
    },
    {
      id: 'lastLogin',
      header: t.columns.lastLogin,
      width: '84px',
      wideOnly: true,
      cell: ({ lastLogin }) => <Moment at={lastLogin} none={t.never} />,
    },
    {
      id: 'folderSize',
      header: t.columns.folderSize,
      width: '92px',
      wideOnly: true,
      sortValue: ({ folderSize }) => folderSize,
      cell: (company) => (company.updatedAtFolder ? <FolderSize {...company} /> : <NoValue />),
    },
    {
      id: 'numberFileFolder',
      header: t.columns.files,
      width: '56px',
      wideOnly: true,
      cell: ({ numberFileFolder, updatedAtFolder }) =>
        updatedAtFolder ? format.number(numberFileFolder) : <NoValue />,
    },
    {
      id: 'updatedAtFolder',
      header: t.columns.folderUpdated,
      width: '92px',
      wideOnly: true,
      cell: ({ updatedAtFolder }) => <Moment at={updatedAtFolder} none={t.notMeasured} />,
    },
  ]
}

/** Together, because neither fits into a column of its own beside the other facts. */
function NameAndEmail({ name, email }: Pick<CompanyView, 'name' | 'email'>) {
  return (
    <span className="company-name">
      <bdi>{name}</bdi>
      <span className="subtle" data-expanded-only>
        {email}
      </span>
    </span>
  )
}

function PlanName({ plan, abovePlan, used }: CompanyView) {
  const t = useTexts('company').company
  const format = useFormat()
  const reasons = abovePlan.map((limit) => {
    const name = t.planLimits[limit]
    return isCount(limit) ? t.usedOf(name, format.number(used[limit]), format.number(plan[limit])) : t.notIncluded(name)
  })
  return (
    <span className="company-plan">
      <bdi>{plan.name}</bdi>
      {reasons.length > 0 && <span {...tooltip(reasons.join(' · '))}>{t.abovePlan}</span>}
    </span>
  )
}

function FolderSize({ folderSize, plan }: CompanyView) {
  const t = useTexts('company').company
  const format = useFormat()
  const percent = storagePercent(folderSize, plan.storageGb)
  const tone = storageTone(percent)
  return (
    <span className="company-size">
      <span>{format.fileSize(folderSize)}</span>
      {percent !== null && (
        <span className={tone ? undefined : 'subtle'} data-tone={tone}>
          {t.ofPlan(percent)}
        </span>
      )}
    </span>
  )
}

type Count = (typeof planCounts)[number]
const isCount = (limit: string): limit is Count => planCounts.some((name) => name === limit)

function DueDate({ dueDate, recurrence, daysLeft }: CompanyView) {
  const t = useTexts('company').company
  const dueIn = daysLeft > daysShownMax ? '' : t.daysLeft(daysLeft)
  return (
    <span className="company-due">
      <span>{displayDay(dueDate)}</span>
      <span className="subtle" data-expanded-only>
        {t.recurrences[recurrence]} {dueIn && <span className="company-due-in">{dueIn}</span>}
      </span>
    </span>
  )
}

function Moment({ at, none }: { at: string | null; none: string }) {
  return at ? <TableMoment at={at} /> : <span className="subtle">{none}</span>
}
