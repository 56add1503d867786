import { useSignals } from '@preact/signals-react/runtime'
import type { HostView } from '../../src/host/watch/host-watch.calls'
import { useLiveModel } from '../app/use-live-model'
import { useFormat, useTexts } from '../i18n/i18n'
import { usePageTitle } from '../page/page-context'
import type { PageProps } from '../page/page-definition'
import { ErrorState } from '../ui/feedback/feedback'
import { PageHeader, Screen } from '../ui/layout/screen'
import { BackupPanel } from './backup-panel'
import { CompanyShares } from './company-shares'
import { DoctorPanel } from './doctor-panel'
import { HostFigures } from './host-figures'
import { NodesPanel } from './nodes-panel'
import { createHostModel, followHost } from './host-model'

export function page({ data }: PageProps<HostView>) {
  useSignals()
  const t = useTexts('host').host
  const format = useFormat()
  const model = useLiveModel((api) => createHostModel(api, data), followHost)
  const host = model.host.value
  usePageTitle(t.title)
  return (
    <Screen
      header={
        <PageHeader title={t.title}>
          <p className="host-version">{t.version(host.version, format.dateTime(host.startedAt))}</p>
        </PageHeader>
      }
    >
      <div className="dashboard host-page">
        {model.failed.value !== undefined && (
          <ErrorState error={model.failed.value} onRetry={() => void model.refresh()} compact />
        )}
        <HostFigures host={host} />
        <div className="host-columns">
          <DoctorPanel host={host} />
          <BackupPanel backup={host.backup} />
        </div>
        {host.cluster && <NodesPanel cluster={host.cluster} />}
        <CompanyShares companies={host.companies} />
      </div>
    </Screen>
  )
}
