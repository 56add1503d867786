import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import type { QuickMessageRecord } from '../../src/quick-message/quick-message.record'
import { canChangeQuickMessage, canOwnQuickMessage } from '../../src/quick-message/quick-message.policy'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { VariableList } from '../message/variable-list'
import { RecordDialog } from '../records/record-dialog'
import { actorOf } from '../session/session-actor'
import { FileInput, type ChosenFile } from '../ui/field/file-input'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { SwitchField } from '../ui/field/switch-field'
import * as v from 'valibot'
import { QuickMessageBody, quickMessageFileBytesMax, Shortcode } from '../../src/quick-message/quick-message.contract'
import type { ApiClient } from '../api/api-client'

interface QuickMessageDialogProps {
  message: QuickMessageRecord | undefined
  close: () => void
}

export function QuickMessageDialog({ message, close }: QuickMessageDialogProps) {
  const t = useTexts('quickMessage').quickMessage
  const { api } = useApp()
  const actor = actorOf(useUser())
  const known = useRef(message)
  const mayChange = canChangeQuickMessage(actor, message)
  return (
    <RecordDialog
      record={message}
      texts={t}
      schema={QuickMessageForm}
      initial={quickMessageValuesOf(message)}
      save={(values) => saveQuickMessage(api, known, values)}
      close={close}
      readOnly={mayChange ? undefined : t.readOnly(message?.user?.name ?? t.noOwner)}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            name="shortcode"
            label={t.fields.shortcode}
            help={t.fields.shortcodeHelp}
            required
            placeholder={t.fields.shortcodePlaceholder}
          />
          <div className="stack">
            <TextField form={form} name="message" label={t.fields.message} rows={5} />
            {mayChange && <VariableList label={t.fields.variables} />}
          </div>
          <FormField form={form} name="attachment" label={t.fields.attachment} help={t.fields.attachmentHelp} group>
            {({ value, onValueChange }) => <FileInput value={value} onValueChange={onValueChange} />}
          </FormField>
          <VisibilityFields form={form} mayDecide={!message || canOwnQuickMessage(actor, message)} />
        </>
      )}
    </RecordDialog>
  )
}

/** Who sees the message, and whether others may change it. Only its owner and admins decide that. */
function VisibilityFields({ form, mayDecide }: { form: FormModel<QuickMessageValues>; mayDecide: boolean }) {
  useSignals()
  const t = useTexts('quickMessage').quickMessage.fields
  const isShown = form.fields.visao.value.value
  return (
    <>
      <SwitchField
        form={form}
        name="visao"
        label={t.visao}
        help={mayDecide ? t.visaoHelp : t.ownerDecides}
        disabled={!mayDecide}
      />
      {isShown && <SwitchField form={form} name="geral" label={t.geral} help={t.geralHelp} disabled={!mayDecide} />}
    </>
  )
}

const Attached = v.pipe(
  v.nullable(v.custom<ChosenFile>(() => true)),
  v.check((chosen) => chosen?.file?.size !== 0, 'empty'),
  v.check((chosen) => (chosen?.file?.size ?? 0) <= quickMessageFileBytesMax, 'tooLarge'),
)

const QuickMessageForm = v.pipe(
  v.object({
    shortcode: Shortcode,
    message: QuickMessageBody.entries.message.wrapped,
    attachment: Attached,
    visao: v.boolean(),
    geral: v.boolean(),
  }),
  v.forward(
    v.check(({ message, attachment }) => message.trim() !== '' || attachment !== null, 'required'),
    ['message'],
  ),
)
type QuickMessageValues = v.InferInput<typeof QuickMessageForm>

function quickMessageValuesOf(message: QuickMessageRecord | undefined): QuickMessageValues {
  const { shortcode = '', visao = false, geral = false, mediaPath = null, mediaName } = message ?? {}
  const attachment = mediaPath === null ? null : { name: mediaName ?? '', path: mediaPath, file: null }
  return { shortcode, message: message?.message ?? '', attachment, visao, geral }
}

/** Then the file. @param known also the one just created before a refused file */
async function saveQuickMessage(
  api: ApiClient,
  known: { current: QuickMessageRecord | undefined },
  { attachment, visao, geral, ...words }: v.InferOutput<typeof QuickMessageForm>,
) {
  const { current: before } = known
  const shares = { visao, geral: visao && geral }
  const body = { ...words, ...shares, isMedia: attachment !== null }
  const saved = before
    ? await api.put('/quick-messages/:id', { params: { id: before.id }, body })
    : await api.post('/quick-messages', { body })
  known.current = saved
  const params = { id: saved.id }
  if (attachment?.file) await api.upload('/quick-messages/:id/media-upload', { params, form: formOf(attachment.file) })
  else if (saved.mediaPath && !attachment) await api.delete('/quick-messages/:id/media-upload', { params })
  return saved
}

function formOf(file: File) {
  const form = new FormData()
  form.set('typeArch', 'quickMessage')
  form.set('file', file)
  return form
}
