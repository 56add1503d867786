import { useSignals } from '@preact/signals-react/runtime'
import type { SystemImportPage } from '../../src/move-in/run/move-in.calls'
import { links } from '../app/links'
import { useLiveModel } from '../app/use-live-model'
import { useTexts } from '../i18n/i18n'
import { usePageTitle } from '../page/page-context'
import type { PageProps } from '../page/page-definition'
import { ErrorState } from '../ui/feedback/feedback'
import { PageHeader, Screen } from '../ui/layout/screen'
import { ImportForm } from './import-form'
import { ImportReport } from './import-report'
import { ImportStateCard } from './import-state'
import { ImportedCompanies } from './imported-companies'
import { createSystemImportModel, followSystemImport } from './system-import-model'

export function page({ data }: PageProps<SystemImportPage>) {
  useSignals()
  const t = useTexts('systemImport').systemImport
  const { shown, failed, refresh } = useLiveModel((api) => createSystemImportModel(api, data), followSystemImport)
  const { current, report, companies } = shown.value
  usePageTitle(t.title)
  return (
    <Screen header={<PageHeader title={t.title} back={links.companies()} />}>
      <div className="system-import">
        {failed.value !== undefined && <ErrorState error={failed.value} onRetry={() => void refresh()} compact />}
        {current ? (
          <ImportStateCard current={current} onChange={refresh} />
        ) : (
          <ImportForm onStarted={() => void refresh()} />
        )}
        {report && <ImportReport report={report} />}
        <ImportedCompanies companies={companies} disabled={current?.state === 'running'} onChange={refresh} />
      </div>
    </Screen>
  )
}
