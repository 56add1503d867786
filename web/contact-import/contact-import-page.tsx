import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { UploadAnswer } from '../../src/contact-import/contact-import.calls'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/use-page-title'
import { PageHeader } from '../ui/layout/page-header'
import { Screen } from '../ui/layout/screen'
import { createImports, loadImports, type ImportsData } from './contact-import-model'
import { ImportList } from './import-list'
import { ImportMapping } from './import-mapping'
import { UploadArea } from './upload-area'
import { useLiveModel } from '../app/use-live-model'

/** Uploads a spreadsheet, maps its columns, imports the chosen rows, and lists earlier imports. */
export function page({ data }: PageProps<ImportsData>) {
  useSignals()
  const t = useTexts('contactImport').contactImport
  const [upload, setUpload] = useState<UploadAnswer>()
  const { imports, load } = useImports(data)
  usePageTitle(t.title)

  function onStarted() {
    setUpload(undefined)
    void load()
  }

  return (
    <Screen header={<PageHeader title={t.title} back={links.contacts()} />} length={0} onEndReached={() => {}}>
      <div className="contact-import">
        {upload ? (
          <ImportMapping
            key={upload.uploadId}
            upload={upload}
            onStarted={onStarted}
            onDiscard={() => setUpload(undefined)}
          />
        ) : (
          <>
            <UploadArea onUploaded={setUpload} />
            <ImportList imports={imports.value} onChange={load} />
          </>
        )}
      </div>
    </Screen>
  )
}

/** Follows the imports' progress. */
function useImports(data: ImportsData) {
  return useLiveModel(
    (api) => createImports(() => loadImports(api), data.imports),
    (model, live) => model.follow(live),
  )
}
