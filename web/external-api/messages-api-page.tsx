import { useState, useSyncExternalStore } from 'react'
import type { ConnectionWebhookView } from '../../src/webhook/receiver/connection-webhook.calls'
import { useTexts } from '../i18n/i18n'
import type { Loader, PageProps } from '../page/page-definition'
import { usePageTitle } from '../page/use-page-title'
import { PageHeader } from '../ui/layout/page-header'
import { Screen } from '../ui/layout/screen'
import { Tabs } from '../ui/layout/tabs'
import { AnswerExamples } from './answer-examples'
import { CodeExamples } from './code-examples'
import { ErrorTable, FieldTable } from './field-table'
import { MediaTest, useMediaTest } from './media-test'
import { StatusWebhooks } from './status-webhooks'
import { TextTest, useTextTest } from './text-test'

type Kind = 'text' | 'media'

export const load: Loader<ConnectionWebhookView[], object> = (api) => api.get('/connection-webhooks')

/** Documents the calls that send messages, tries them, and sets where their status is reported. */
export function page({ data }: PageProps<ConnectionWebhookView[]>) {
  const t = useTexts('externalApi').externalApi
  const [kind, setKind] = useState<Kind>('text')
  const [text, media] = [useTextTest(), useMediaTest()]
  const origin = useOrigin()
  usePageTitle(t.title)

  /** Token and number need not be typed again. */
  function change(next: Kind) {
    const [from, to] = next === 'text' ? [media.form, text.form] : [text.form, media.form]
    const { token, number } = from.values.peek()
    to.set({ token, number })
    setKind(next)
  }

  const tabs = (['text', 'media'] as const).map((value) => ({ value, label: t.kinds[value] }))
  return (
    <Screen header={<PageHeader title={t.title} />}>
      <div className="messages-api">
        <section className="messages-api-part">
          <p>{t.intro}</p>
          <FieldTable />
          <p>{t.idempotency}</p>
          <AnswerExamples origin={origin} />
          <ErrorTable />
          <p>
            <a className="link" href="/openapi">
              {t.reference}
            </a>
          </p>
        </section>
        <section className="messages-api-part">
          <Tabs label={t.kindsLabel} value={kind} onValueChange={change} items={tabs}>
            <div className="messages-api-kind">
              <CodeExamples kind={kind} origin={origin} />
              <h2>{t.tryIt}</h2>
              {kind === 'text' ? <TextTest {...text} /> : <MediaTest {...media} />}
            </div>
          </Tabs>
        </section>
        <StatusWebhooks webhooks={data} />
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
