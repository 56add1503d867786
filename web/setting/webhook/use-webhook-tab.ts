import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { WebhookUrl } from '../../../src/platform/host-webhook/host-webhook.contract'
import type { WebhookView } from '../../../src/webhook/webhook.calls'
import { useApp } from '../../app/app-context'
import { useForm } from '../../ui/form/form'
import type { WebhookAccess } from './webhook-access'

const WebhookForm = v.object({ url: WebhookUrl, withTexts: v.boolean() })
export type WebhookValues = v.InferInput<typeof WebhookForm>

/** Of the page, so that unsaved changes survive switching tabs. @param loaded null for users who do not see it */
export function useWebhookTab(access: WebhookAccess, loaded: WebhookView | null) {
  const { live } = useApp()
  const [stored, setStored] = useState(loaded)
  /** Displayed once, after the save that created it. */
  const [newSecret, setNewSecret] = useState<string | null>(null)
  const form = useForm({
    schema: WebhookForm,
    initial: { url: loaded?.url ?? '', withTexts: loaded?.withTexts ?? false },
    async save(body) {
      const { newSecret: made, ...saved } = await access.save(body)
      setStored(saved)
      setNewSecret(made)
    },
  })
  useEffect(
    () =>
      live.subscribe('webhook', ({ target, whatsappId, pausedUntil }) => {
        const isThis = target === access.owner && whatsappId === (access.whatsappId ?? null)
        if (isThis) setStored((known) => known && { ...known, pausedUntil })
      }),
    [live, access],
  )
  return { access, form, stored, newSecret, setNewSecret }
}
