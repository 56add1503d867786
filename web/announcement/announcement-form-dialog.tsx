import { useRef } from 'react'
import type { AnnouncementView } from '../../src/platform/announcement/announcement.calls'
import { announcementPriorities } from '../../src/platform/announcement/announcement.contract'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { FormField } from '../ui/form/form-field'
import { Select } from '../ui/select/select'
import { SwitchField } from '../ui/field/switch-field'
import { TextArea } from '../ui/field/text-area'
import { TextInput } from '../ui/field/text-input'
import { AnnouncementForm, announcementValuesOf, saveAnnouncement } from './announcement-form'
import { AttachmentField } from './attachment-field'

interface AnnouncementFormDialogProps {
  announcement: AnnouncementView | undefined
  close: () => void
}

export function AnnouncementFormDialog({ announcement, close }: AnnouncementFormDialogProps) {
  const t = useTexts('announcement').announcement
  const { api } = useApp()
  const known = useRef(announcement)
  return (
    <RecordDialog
      record={announcement}
      texts={t}
      schema={AnnouncementForm}
      initial={announcementValuesOf(announcement)}
      save={(values) => saveAnnouncement(api, known, values)}
      close={close}
    >
      {(form) => (
        <>
          <FormField form={form} name="title" label={t.fields.title} required>
            {(field) => <TextInput {...field} autoComplete="off" />}
          </FormField>
          <FormField form={form} name="text" label={t.fields.text} help={t.fields.textHelp} required>
            {(field) => <TextArea {...field} rows={6} />}
          </FormField>
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
