import { useMemo, useState } from 'react'
import type { ConnectionWebhookView } from '../../src/webhook/receiver/connection-webhook.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { connectionWebhook } from '../setting/webhook/delivery-log'
import { WebhookPanel, useWebhookTab } from '../setting/webhook/webhook-panel'
import { useFetched } from '../app/use-fetched'
import { SkeletonRows, ErrorState } from '../ui/feedback/feedback'
import { Field } from '../ui/field/field'
import { Select } from '../ui/select/select'

export function StatusWebhooks({ webhooks }: { webhooks: readonly ConnectionWebhookView[] }) {
  const t = useTexts('externalApi').externalApi
  const [id, setId] = useState(webhooks[0]?.whatsappId)
  // An opened panel stays mounted to keep its input.
  const [opened, setOpened] = useState(() => new Set([id]))
  const webhook = webhooks.find(({ whatsappId }) => whatsappId === id)

  function open(next: number) {
    setOpened((known) => new Set([...known, next]))
    setId(next)
  }

  return (
    <section className="messages-api-status" aria-labelledby="messages-api-status">
      <h2 id="messages-api-status">{t.statusTitle}</h2>
      <p>{webhook ? t.statusIntro : t.noConnections}</p>
      {webhook && webhooks.length > 1 && (
        <div className="messages-api-connection">
          <Field label={t.connection}>
            <Select<number>
              value={webhook.whatsappId}
              options={webhooks.map(({ whatsappId, name }) => ({ value: whatsappId, label: name }))}
              onValueChange={open}
            />
          </Field>
        </div>
      )}
      {webhooks
        .filter(({ whatsappId }) => opened.has(whatsappId))
        .map((each) => (
          <div key={each.whatsappId} hidden={each !== webhook}>
            <StatusWebhook id={each.whatsappId} />
          </div>
        ))}
    </section>
  )
}

/** Loads the whole address, because the list masks it. */
function StatusWebhook({ id }: { id: number }) {
  const params = { id }
  const { answer, error, retry } = useFetched(
    (api, signal) => api.get('/connection-webhooks/:id', { params, signal }),
    {
      key: id,
    },
  )
  if (error !== undefined) return <ErrorState compact error={error} onRetry={retry} />
  return answer ? <StatusWebhookForm webhook={answer} /> : <SkeletonRows count={2} picture={false} />
}

function StatusWebhookForm({ webhook }: { webhook: ConnectionWebhookView }) {
  const { api } = useApp()
  const { whatsappId } = webhook
  const access = useMemo(() => connectionWebhook(api, whatsappId), [api, whatsappId])
  const { stored, ...tab } = useWebhookTab(access, { ...webhook, withTexts: false })
  return stored && <WebhookPanel {...tab} stored={stored} />
}
