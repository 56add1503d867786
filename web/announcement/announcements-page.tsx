import type { AnnouncementView } from '../../src/platform/announcement/announcement.record'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { Megaphone, Paperclip, ImagePlus, Trash2 } from '../ui/icons'
import { StatusPill } from '../ui/display/labels'
import { announcementRecords } from './announcement-records'
import { PriorityPill } from './priority-pill'
import { TableMoment } from '../ui/table/table-cells'
import { useRef } from 'react'
import {
  announcementPriorities,
  AnnouncementBody,
  announcementPictureBytesMax,
} from '../../src/platform/announcement/announcement.contract'
import { useApp } from '../app/app-context'
import { RecordDialog } from '../records/record-dialog'
import { FormField, TextField } from '../ui/form/form-field'
import { Select } from '../ui/select/select'
import { SwitchField } from '../ui/field/switch-field'
import { useSignals } from '@preact/signals-react/runtime'
import { Button } from '../ui/button/button'
import { FileButton } from '../ui/button/file-button'
import type { FormModel } from '../ui/form/form'
import * as v from 'valibot'
import type { ApiClient } from '../api/api-client'
import { ApiError } from '../api/api-error'

const pictureTypes = ['image/png', 'image/jpeg']

const Picture = v.pipe(
  v.instance(File),
  v.check(({ type }) => pictureTypes.includes(type), 'imageOnly'),
  v.maxSize(announcementPictureBytesMax, 'tooLarge'),
)

const AnnouncementForm = v.object({
  ...v.required(AnnouncementBody).entries,
  picture: v.nullable(Picture),
  keepsPicture: v.boolean(),
})
type AnnouncementValues = v.InferInput<typeof AnnouncementForm>

/** Published with its picture, not before. @param known also the one just created before a refused picture @throws ApiError */
async function saveAnnouncement(
  api: ApiClient,
  known: { current: AnnouncementView | undefined },
  { picture, keepsPicture, ...body }: v.InferOutput<typeof AnnouncementForm>,
) {
  if (picture) known.current ??= await api.post('/announcements', { body: { ...body, status: false } })
  if (!known.current) return api.post('/announcements', { body })
  const params = { id: known.current.id }
  if (picture) await uploadPicture(api, params, picture)
  const { mediaPath } = await api.put('/announcements/:id', { params, body })
  if (mediaPath && !picture && !keepsPicture) await api.delete('/announcements/:id/media-upload', { params })
  return known.current
}

async function uploadPicture(api: ApiClient, params: { id: number }, picture: File) {
  try {
    await api.upload('/announcements/:id/media-upload', { params, form: pictureForm(picture) })
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause
    const { status, code, message, fields, body } = cause
    const { file, ...rest } = fields
    throw new ApiError(status, code, message, file ? { ...rest, picture: file } : rest, body)
  }
}

function pictureForm(picture: File) {
  const form = new FormData()
  form.set('typeArch', 'announcements')
  form.set('file', picture)
  return form
}

export function page({ data }: PageProps<ListPage<AnnouncementView>>) {
  const t = useTexts('announcement').announcement
  return (
    <RecordsPage
      list={useRecordList(announcementRecords('all'), data)}
      texts={t}
      icon={Megaphone}
      columns={useColumns()}
      form={(announcement, close) => <AnnouncementFormDialog announcement={announcement} close={close} />}
      remove={{
        name: ({ title }) => title,
        path: '/announcements/:id',
      }}
    />
  )
}

function useColumns(): Column<AnnouncementView>[] {
  const t = useTexts('announcement').announcement
  return [
    { id: 'title', header: t.columns.title, cell: ({ title }) => <bdi className="announcement-name">{title}</bdi> },
    {
      id: 'priority',
      header: t.columns.priority,
      width: '120px',
      cell: ({ priority }) => <PriorityPill priority={priority} />,
    },
    {
      id: 'attachment',
      header: t.columns.attachment,
      width: '220px',
      cell: ({ mediaPath, mediaName }) =>
        mediaPath ? (
          <a className="announcement-file inline-row" href={mediaPath} target="_blank" rel="noopener noreferrer">
            <Paperclip size={14} aria-hidden />
            <span className="truncate" dir="auto">
              {mediaName}
            </span>
          </a>
        ) : (
          <span className="subtle">{t.noAttachment}</span>
        ),
    },
    {
      id: 'status',
      compact: 'value',
      header: t.columns.status,
      width: '120px',
      cell: ({ status }) => (
        <StatusPill kind={status ? 'success' : 'neutral'}>{status ? t.active : t.inactive}</StatusPill>
      ),
    },
    {
      id: 'createdAt',
      compact: 'value',
      header: t.columns.createdAt,
      width: '150px',
      wideOnly: true,
      cell: ({ createdAt }) => <TableMoment at={createdAt} />,
    },
  ]
}

interface AnnouncementFormDialogProps {
  announcement: AnnouncementView | undefined
  close: () => void
}

function AnnouncementFormDialog({ announcement, close }: AnnouncementFormDialogProps) {
  const t = useTexts('announcement').announcement
  const { api } = useApp()
  const known = useRef(announcement)
  return (
    <RecordDialog
      record={announcement && { ...announcement, keepsPicture: announcement.mediaPath !== null }}
      texts={t}
      schema={AnnouncementForm}
      save={(values) => saveAnnouncement(api, known, values)}
      close={close}
    >
      {(form) => (
        <>
          <TextField form={form} name="title" label={t.fields.title} required />
          <TextField form={form} name="text" label={t.fields.text} help={t.fields.textHelp} required rows={6} />
          <FormField form={form} name="priority" label={t.fields.priority}>
            {(field) => (
              <Select
                {...field}
                options={announcementPriorities.map((value) => ({ value, label: t.priorities[value] }))}
              />
            )}
          </FormField>
          <AttachmentField form={form} present={announcement?.mediaName ?? null} />
          <SwitchField form={form} name="status" label={t.fields.status} help={t.fields.statusHelp} />
        </>
      )}
    </RecordDialog>
  )
}

function AttachmentField({ form, present }: { form: FormModel<AnnouncementValues>; present: string | null }) {
  useSignals()
  const t = useTexts('announcement').announcement.fields
  const kept = form.fields.keepsPicture.value.value ? present : null

  function take(picture: File | null) {
    form.set({ picture, keepsPicture: false })
    form.fields.picture.blur()
  }

  return (
    <FormField form={form} name="picture" label={t.attachment} help={t.attachmentHelp} group>
      {({ value }) => {
        const name = value?.name ?? kept
        return (
          <div className="row wraps">
            {name && (
              <span className="truncate" dir="auto">
                {name}
              </span>
            )}
            <FileButton icon={ImagePlus} accept={pictureTypes.join(',')} onChoose={take}>
              {name ? t.changeAttachment : t.chooseAttachment}
            </FileButton>
            {name && (
              <Button variant="ghost" icon={Trash2} onClick={() => take(null)}>
                {t.removeAttachment}
              </Button>
            )}
          </div>
        )
      }}
    </FormField>
  )
}
