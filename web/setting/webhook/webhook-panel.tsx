import { useSignals } from '@preact/signals-react/runtime'
import { useState, useEffect } from 'react'
import type { WebhookView } from '../../../src/webhook/webhook.calls'
import { useFormat, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { type FormModel, useForm } from '../../ui/form/form'
import { Form, TextField } from '../../ui/form/form-field'
import { CircleAlert, Info, RefreshCw, Send } from '../../ui/icons'
import { Note } from '../../ui/feedback/feedback'
import { SaveButton } from '../../ui/button/save-button'
import { SwitchField } from '../../ui/field/switch-field'
import { useUi } from '../../ui/context/ui-context'
import { useAttempt } from '../../ui/form/use-attempt'
import { DeliveryLog, useDeliveries, type WebhookAccess } from './delivery-log'
import { CopiedInput } from '../../ui/field/copied-input'
import { Dialog } from '../../ui/dialog/dialog'
import { Field } from '../../ui/field/field'
import * as v from 'valibot'
import { WebhookUrl } from '../../../src/platform/host-webhook/host-webhook.contract'
import { useApp } from '../../app/app-context'

interface WebhookPanelProps {
  access: WebhookAccess
  form: FormModel<WebhookValues>
  stored: WebhookView
  newSecret: string | null
  setNewSecret: (secret: string | null) => void
}

export function WebhookPanel({ access, form, stored, newSecret, setNewSecret }: WebhookPanelProps) {
  useSignals()
  const t = useTexts('webhook').webhook
  const format = useFormat()
  const { toast } = useUi()
  const deliveries = useDeliveries(access)
  const isOn = stored.url !== ''
  return (
    <div className="webhook">
      <Form form={form} onSaved={() => toast.success(t.saved)}>
        <Note icon={Info}>{t.intros[access.owner]}</Note>
        {stored.pausedUntil && <Note icon={CircleAlert}>{t.paused(format.time(stored.pausedUntil))}</Note>}
        {stored.secret === 'unreadable' && <Note icon={CircleAlert}>{t.secretUnreadable}</Note>}
        <TextField
          form={form}
          name="url"
          label={t.url}
          help={t.urlHelp}
          type="url"
          placeholder="https://"
          spellCheck={false}
        />
        {access.owner !== 'connection' && (
          <SwitchField form={form} name="withTexts" label={t.withTexts} help={t.withTextsHelp} />
        )}
        <div className="row wraps">
          <SaveButton form={form} />
          {isOn && <TestButton access={access} disabled={form.dirty.value} onTested={deliveries.reload} />}
          {isOn && <NewSecretButton access={access} setNewSecret={setNewSecret} />}
        </div>
      </Form>
      {(isOn || deliveries.rows.length > 0) && <DeliveryLog access={access} deliveries={deliveries} isOn={isOn} />}
      {newSecret && <NewSecretDialog secret={newSecret} close={() => setNewSecret(null)} />}
    </div>
  )
}

interface TestButtonProps {
  access: WebhookAccess
  disabled: boolean
  onTested: () => Promise<unknown>
}

function TestButton({ access, disabled, onTested }: TestButtonProps) {
  const t = useTexts('webhook').webhook
  const { toast } = useUi()
  const attempt = useAttempt()
  const [testing, setTesting] = useState(false)

  async function test() {
    setTesting(true)
    await attempt(async () => {
      const { ok, status, error, durationMs } = await access.test()
      if (ok) toast.success(t.testPassed(String(status), durationMs))
      else toast.error(t.testFailed(t.failure(status, error)))
    })
    await onTested()
    setTesting(false)
  }

  return (
    <Button icon={Send} loading={testing} disabled={disabled} onClick={() => test()}>
      {t.test}
    </Button>
  )
}

function NewSecretButton({ access, setNewSecret }: { access: WebhookAccess; setNewSecret: (secret: string) => void }) {
  const t = useTexts('webhook').webhook
  const { confirm } = useUi()
  const attempt = useAttempt()

  async function replace() {
    const sure = await confirm({ title: t.replaceTitle, text: t.replaceText, action: t.replace, danger: true })
    if (sure) await attempt(async () => setNewSecret((await access.replaceSecret()).newSecret))
  }

  return (
    <Button variant="ghost" icon={RefreshCw} onClick={() => replace()}>
      {t.newSecret}
    </Button>
  )
}

/** Shows the secret once. A press outside does not close it. */
function NewSecretDialog({ secret, close }: { secret: string; close: () => void }) {
  const t = useTexts('webhook').webhook
  return (
    <Dialog
      open
      alert
      title={t.secretTitle}
      description={t.secretText}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          {t.secretDone}
        </Button>
      }
    >
      <Field label={t.secret}>
        <CopiedInput className="connection-token" value={secret} copyLabel={t.copy} copiedLabel={t.copied} />
      </Field>
    </Dialog>
  )
}

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
