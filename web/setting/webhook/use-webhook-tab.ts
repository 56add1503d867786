import { useState } from 'react'
import * as v from 'valibot'
import { WebhookUrl } from '../../../src/platform/host-webhook/host-webhook.contract'
import type { HostWebhookView } from '../../../src/webhook/webhook.calls'
import { useApp } from '../../app/app-context'
import { useForm } from '../../ui/form'

const WebhookForm = v.object({ url: WebhookUrl, withTexts: v.boolean() })
export type WebhookValues = v.InferInput<typeof WebhookForm>

/**
 * The host's webhook and its form, created by the page, so that unsaved changes survive switching tabs.
 * @param loaded null for users who do not see it
 */
export function useWebhookTab(loaded: HostWebhookView | null) {
  const { api } = useApp()
  const [stored, setStored] = useState(loaded)
  /** Shown once, by the save that created it. */
  const [newSecret, setNewSecret] = useState<string | null>(null)
  const form = useForm({
    schema: WebhookForm,
    initial: { url: loaded?.url ?? '', withTexts: loaded?.withTexts ?? false },
    async save(body) {
      const { newSecret: made, ...saved } = await api.put('/gestor-webhook', { body })
      setStored(saved)
      setNewSecret(made)
    },
  })
  return { form, stored, newSecret, setNewSecret }
}
