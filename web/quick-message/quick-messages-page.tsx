import { useSignals } from '@preact/signals-react/runtime'
import { byText } from '../../src/kernel/text/sort-order.contract'
import { matchesSearch } from '../../src/kernel/text/search-words.contract'
import type { QuickMessageRecord } from '../../src/quick-message/quick-message.record'
import { canChangeQuickMessage, canOwnQuickMessage } from '../../src/quick-message/quick-message.policy'
import { useUser, useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import type { RecordList } from '../records/record-list'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { actorOf } from '../session/session-actor'
import { Zap, CircleCheck, Eye, Lock, type LucideIcon, Paperclip } from '../ui/icons'
import { Select } from '../ui/select/select'
import type { Column } from '../ui/table/data-table'
import { tooltip } from '../ui/popup/tooltip'
import { useRef } from 'react'
import { VariableList } from '../message/variable-list'
import { RecordDialog } from '../records/record-dialog'
import { FileInput, type ChosenFile } from '../ui/field/file-input'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { SwitchField } from '../ui/field/switch-field'
import * as v from 'valibot'
import { QuickMessageBody, quickMessageFileBytesMax, Shortcode } from '../../src/quick-message/quick-message.contract'
import type { ApiClient } from '../api/api-client'

type Filter = 'mine'

const quickMessages = recordSource<'/quick-messages', Filter>('/quick-messages', {
  query: ({ filters }) => ({ mine: filters.mine ? 'true' : undefined }),
  compare: byText(({ shortcode }) => shortcode),
  matches: ({ shortcode, message, userId }, { search, filters }) =>
    (!filters.mine || filters.mine === String(userId)) && matchesSearch(`${shortcode} ${message}`, search),
  filters: ['mine'],
  live: 'quickMessage',
})
export const load = recordLoader(quickMessages)

export function page({ data }: PageProps<ListPage<QuickMessageRecord>>) {
  const t = useTexts('quickMessage').quickMessage
  const actor = actorOf(useUser())
  const list = useRecordList(quickMessages, data)
  return (
    <RecordsPage
      list={list}
      texts={t}
      icon={Zap}
      columns={useQuickMessageColumns()}
      form={(message, close) => <QuickMessageDialog message={message} close={close} />}
      mayEdit={(message) => canChangeQuickMessage(actor, message)}
      opensReadOnly
      remove={{
        name: ({ shortcode }) => shortcode,
        may: (message) => canOwnQuickMessage(actor, message),
        path: '/quick-messages/:id',
      }}
      filters={<OwnerFilter list={list} />}
    />
  )
}

function OwnerFilter({ list }: { list: RecordList<QuickMessageRecord, Filter> }) {
  useSignals()
  const t = useTexts('quickMessage').quickMessage
  const { id } = useUser()
  return (
    <div className="quick-message-filter">
      <Select<string>
        label={t.filter}
        value={list.filters.value.mine}
        options={[
          { value: '', label: t.all },
          { value: String(id), label: t.mine },
        ]}
        onValueChange={(value) => list.setFilter('mine', value)}
      />
    </div>
  )
}

function useQuickMessageColumns(): Column<QuickMessageRecord>[] {
  const t = useTexts('quickMessage').quickMessage
  return [
    {
      id: 'shortcode',
      header: t.columns.shortcode,
      width: '150px',
      cell: ({ shortcode }) => <bdi>/{shortcode}</bdi>,
    },
    {
      id: 'message',
      compact: 'value',
      header: t.columns.message,
      cell: ({ message }) => <span className="two-lines subtle">{message}</span>,
    },
    {
      id: 'attachment',
      header: t.columns.attachment,
      width: '170px',
      cell: ({ mediaPath, mediaName }) =>
        mediaPath && (
          <a className="quick-message-file inline-row" href={mediaPath} target="_blank" rel="noopener noreferrer">
            <Paperclip size={14} aria-hidden />
            <bdi className="truncate">{mediaName}</bdi>
          </a>
        ),
    },
    {
      id: 'user',
      header: t.columns.user,
      width: '160px',
      wideOnly: true,
      cell: ({ user }) => user?.name ?? <span className="subtle">{t.noOwner}</span>,
    },
    {
      id: 'status',
      header: t.columns.status,
      width: '90px',
      cell: (message) => <Visibility {...visibilityOf(message)} />,
    },
  ]
}

type VisibilityName = 'geral' | 'visao' | 'own'

const icons: Record<VisibilityName, LucideIcon> = { geral: CircleCheck, visao: Eye, own: Lock }

const visibilityOf = ({ geral, visao }: QuickMessageRecord): { name: VisibilityName } => ({
  name: geral ? 'geral' : visao ? 'visao' : 'own',
})

function Visibility({ name }: { name: VisibilityName }) {
  const text = useTexts('quickMessage').quickMessage.visibility[name]
  const Icon = icons[name]
  return (
    <span className="quick-message-visibility" data-kind={name} {...tooltip(text)}>
      <Icon size={18} aria-hidden />
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

interface QuickMessageDialogProps {
  message: QuickMessageRecord | undefined
  close: () => void
}

function QuickMessageDialog({ message, close }: QuickMessageDialogProps) {
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
