import { useState, useSyncExternalStore } from 'react'
import { useTexts } from '../i18n/i18n'
import { usePageTitle } from '../page/use-page-title'
import { PageHeader } from '../ui/page-header'
import { Screen } from '../ui/screen'
import { Tabs } from '../ui/tabs'
import { CodeExamples } from './code-examples'
import { FieldTable } from './field-table'
import { MediaTest } from './media-test'
import { TextTest } from './text-test'

type Kind = 'text' | 'media'

/** Documents the calls that send messages, and tries them. */
export function page() {
  const t = useTexts('externalApi').externalApi
  const [kind, setKind] = useState<Kind>('text')
  usePageTitle(t.title)
  const tabs = (['text', 'media'] as const).map((value) => ({ value, label: t.kinds[value] }))
  return (
    <Screen header={<PageHeader title={t.title} />}>
      <div className="messages-api">
        <section className="messages-api-part">
          <p>{t.intro}</p>
          <FieldTable />
          <p>{t.idempotency}</p>
          <p>{t.status}</p>
          <p>
            <a className="link" href="/openapi">
              {t.reference}
            </a>
          </p>
        </section>
        <section className="messages-api-part">
          <Tabs label={t.kindsLabel} value={kind} onValueChange={setKind} items={tabs}>
            <div className="messages-api-kind">
              <CodeExamples kind={kind} origin={useOrigin()} />
              <h2>{t.tryIt}</h2>
              {kind === 'text' ? <TextTest /> : <MediaTest />}
            </div>
          </Tabs>
        </section>
      </div>
    </Screen>
  )
}

const never = () => () => {}

/** Where this page was opened; unknown until then. */
function useOrigin() {
  return useSyncExternalStore(
    never,
    () => location.origin,
    () => '',
  )
}
