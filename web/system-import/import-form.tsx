import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import {
  otherSystems,
  SystemImportBody,
  uploadSource,
  uploadPieceBytes,
} from '../../src/move-in/run/system-import.contract'
import { useApp } from '../app/app-context'
import { useErrorText, useFormat, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { FileButton } from '../ui/button/file-button'
import { useUi } from '../ui/context/ui-context'
import { DateInput } from '../ui/field/date-input'
import { SwitchField } from '../ui/field/switch-field'
import { type FormModel, useForm } from '../ui/form/form'
import { Form, FormField, TextField } from '../ui/form/form-field'
import { Upload } from '../ui/icons'
import { Select } from '../ui/select/select'
import { ApiError, networkError } from '../api/api-error'
import type { ApiClient } from '../api/api-client'

type Values = SystemImportBody

const blank: Values = {
  system: 'whaticket',
  source: '',
  media: '',
  company: '',
  redis: '',
  since: '',
  keepSuper: false,
  suffixEmail: false,
  dryRun: true,
}

/** Starts a rehearsal; importing follows its report. */
export function ImportForm({ onStarted }: { onStarted: () => void }) {
  const t = useTexts('systemImport').systemImport
  const { api } = useApp()
  const form = useForm({
    schema: SystemImportBody,
    initial: blank,
    save: (body) => api.post('/system-import', { body }),
  })
  return (
    <section className="system-import-card" aria-labelledby="system-import-new">
      <h2 id="system-import-new">{t.form.title}</h2>
      <p className="subtle">{t.form.text}</p>
      <Form form={form} onSaved={onStarted} className="system-import-form">
        <FormField form={form} name="system" label={t.form.system}>
          {(field) => <Select {...field} options={otherSystems.map((value) => ({ value, label: t.systems[value] }))} />}
        </FormField>
        <SourceField form={form} />
        <TextField
          form={form}
          name="media"
          label={t.form.media}
          help={t.form.mediaHelp}
          placeholder="/var/old/public"
        />
        <details className="system-import-more">
          <summary>{t.form.more}</summary>
          <div className="form">
            <FormField form={form} name="since" label={t.form.since} help={t.form.sinceHelp}>
              {(field) => <DateInput {...field} />}
            </FormField>
            <TextField
              form={form}
              name="company"
              label={t.form.company}
              help={t.form.companyHelp}
              inputMode="numeric"
            />
            <TextField form={form} name="redis" label={t.form.redis} help={t.form.redisHelp} placeholder="redis://" />
            <SwitchField form={form} name="suffixEmail" label={t.form.suffixEmail} help={t.form.suffixEmailHelp} />
            <SwitchField form={form} name="keepSuper" label={t.form.keepSuper} help={t.form.keepSuperHelp} />
          </div>
        </details>
        <StartButton form={form} />
      </Form>
    </section>
  )
}

function StartButton({ form }: { form: FormModel<Values> }) {
  useSignals()
  const t = useTexts('systemImport').systemImport
  return (
    <div className="wrap-row">
      <Button type="submit" variant="primary" loading={form.saving.value}>
        {t.form.rehearse}
      </Button>
    </div>
  )
}

interface Sent {
  name: string
  done: number
  of: number
}

/** A path or an address; a chosen file is sent, and its source takes their place. */
function SourceField({ form }: { form: FormModel<Values> }) {
  const t = useTexts('systemImport').systemImport.form
  const { api } = useApp()
  const { toast } = useUi()
  const errorText = useErrorText()
  const format = useFormat()
  const [sent, setSent] = useState<Sent>()
  const isSending = sent !== undefined && sent.done < sent.of

  async function send(file: File) {
    const { name, size: of } = file
    setSent({ name, done: 0, of })
    try {
      const id = await sendDump(api, file, (done) => setSent({ name, done: Math.min(done, of - 1), of }))
      setSent({ name, done: of, of })
      form.set({ source: uploadSource(id) })
    } catch (cause) {
      setSent(undefined)
      toast.error(t.sendFailed, { detail: errorText(cause) })
    }
  }

  return (
    <div className="system-import-source">
      <TextField form={form} name="source" label={t.source} help={t.sourceHelp} required />
      <div className="wrap-row">
        <FileButton icon={Upload} loading={isSending} onChoose={(file) => void send(file)}>
          {t.chooseFile}
        </FileButton>
        {sent && (
          <span role="status" className="subtle">
            <bdi>{sent.name}</bdi>{' '}
            {isSending ? t.sending(format.fileSize(sent.done), format.fileSize(sent.of)) : t.sent}
          </span>
        )}
      </div>
      {isSending && <progress aria-label={t.chooseFile} max={sent.of} value={sent.done} />}
    </div>
  )
}

const triesMax = 8
const waitMs = 2_000

/** Sends a file in pieces, and continues after a lost connection or with one that was begun earlier. Returns the upload's id. */
async function sendDump(api: ApiClient, file: File, onProgress: (received: number) => void): Promise<string> {
  const about = { name: file.name, bytes: file.size, changedAt: file.lastModified }
  const begin = () => api.post('/system-import/uploads', { body: about })
  let { id, received } = await begin()
  let failures = 0
  while (received < file.size) {
    onProgress(received)
    try {
      const form = new FormData()
      form.set('from', String(received))
      form.set('file', file.slice(received, received + uploadPieceBytes), 'piece')
      const next = await api.upload('/system-import/uploads/:id/pieces', { params: { id }, form })
      failures = next.received > received ? 0 : failures + 1
      if (failures >= triesMax) throw networkError(undefined)
      received = next.received
    } catch (cause) {
      if (!isLost(cause) || ++failures >= triesMax) throw cause
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  onProgress(received)
  return id
}

const isLost = (cause: unknown) => cause instanceof ApiError && (cause.status === 0 || cause.status >= 500)
