import { useState } from 'react'
import type { HostedCompany } from '../../src/host/watch/host-watch.calls'
import { useTableChoices } from '../app/use-table-choices'
import { MuteDialog, type MutedCompany, useMuting } from '../company/mute-company'
import { useFormat, useTexts } from '../i18n/i18n'
import { IndicatorSection } from '../ui/display/indicator-card'
import { StatusPill } from '../ui/display/labels'
import { type Column, DataTable } from '../ui/table/data-table'

/** Who uses the server, the busiest first. */
export function CompanyShares({ companies }: { companies: readonly HostedCompany[] }) {
  const t = useTexts('host').host.companies
  const [muted, setMuted] = useState<MutedCompany>()
  const muting = useMuting(setMuted)
  const rows = companies.toSorted((a, b) => b.timeShare - a.timeShare || b.bytes - a.bytes || a.id - b.id)
  return (
    <IndicatorSection id="host-companies" title={t.title} about={t.help}>
      <DataTable
        label={t.title}
        columns={useColumns()}
        kept={useTableChoices('/host:companies')}
        rows={rows}
        rowKey={({ id }) => id}
        actions={muting}
      />
      {muted && <MuteDialog company={muted} close={() => setMuted(undefined)} />}
    </IndicatorSection>
  )
}

function useColumns(): Column<HostedCompany>[] {
  const { host, company } = useTexts('host', 'company')
  const t = host.companies
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t.name,
      sortValue: ({ name }) => name,
      cell: ({ name, muted, copyOf }) => (
        <span className="host-company">
          <bdi>{name}</bdi>
          {muted && <StatusPill kind="neutral">{copyOf === null ? company.muted : company.copy}</StatusPill>}
        </span>
      ),
    },
    {
      id: 'time',
      header: t.time,
      compact: 'labelled',
      sortValue: ({ timeShare }) => timeShare,
      cell: ({ timeShare }) => <Share share={timeShare} text={format.percent(timeShare * 100, 1)} />,
    },
    {
      id: 'disk',
      header: t.disk,
      compact: 'labelled',
      sortValue: ({ bytes }) => bytes,
      cell: ({ diskShare, bytes }) => <Share share={diskShare} text={format.fileSize(bytes)} />,
    },
  ]
}

function Share({ share, text }: { share: number; text: string }) {
  return (
    <span className="host-share">
      <span className="tabular">{text}</span>
      <span className="host-share-bar" aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}
