import { useRef, useState } from 'react'
import type { UploadAnswer } from '../../src/contact-import/contact-import.calls'
import type { ContactListView } from '../../src/contact-list/contact-list.record'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Download, FileSpreadsheet, RefreshCw, Tags, Upload } from '../ui/icons'
import { Menu } from '../ui/popup/menu'
import { useAttempt, useBusyAttempt } from '../ui/form/use-attempt'
import { spreadsheetTypes, useSpreadsheetUpload } from '../contact-import/use-spreadsheet-upload'
import { useSampleDownload } from './use-sample-download'
import { useTags } from '../contact/use-tags'
import { Dialog } from '../ui/dialog/dialog'
import { Field } from '../ui/field/field'
import { MultiCombobox } from '../ui/select/combobox'
import { useUi } from '../ui/context/ui-context'

interface ListTransferMenuProps {
  list: ContactListView
  onUploaded: (upload: UploadAnswer) => void
}

export function ListTransferMenu({ list, onUploaded }: ListTransferMenuProps) {
  const t = useTexts('contactList').contactList.items
  const { api } = useApp()
  const attempt = useAttempt()
  const downloadSample = useSampleDownload()
  const input = useRef<HTMLInputElement>(null)
  const params = { id: list.id }
  const { sending, send } = useSpreadsheetUpload(async (form) =>
    onUploaded(await api.upload('/contacts/upload', { form })),
  )
  const [filling, setFilling] = useState(false)
  const check = () => api.post('/contact-lists/:id/check', { params })
  return (
    <>
      <Menu
        align="end"
        trigger={(trigger) => (
          <Button {...trigger} icon={Upload} loading={sending}>
            {t.import}
          </Button>
        )}
        items={[
          { label: t.importFile, icon: FileSpreadsheet, onSelect: () => input.current?.click() },
          { label: t.fillFromTags, icon: Tags, onSelect: () => setFilling(true) },
          'separator',
          { label: t.sample, icon: Download, onSelect: () => downloadSample() },
          {
            label: t.checkAgain,
            icon: RefreshCw,
            disabled: list.contactsCount === 0,
            onSelect: () => attempt(check, t.checkStarted),
          },
        ]}
      />
      <input
        ref={input}
        hidden
        type="file"
        accept={spreadsheetTypes}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) void send(file)
          // Allows the same file to be chosen again.
          target.value = ''
        }}
      />
      {filling && <FillFromTagsDialog list={list} close={() => setFilling(false)} />}
    </>
  )
}

function FillFromTagsDialog({ list, close }: { list: ContactListView; close: () => void }) {
  const t = useTexts('contactList').contactList.items
  const { api } = useApp()
  const { toast } = useUi()
  const { busy, attempt } = useBusyAttempt()
  const tags = useTags() ?? []
  const [chosen, setChosen] = useState<number[]>([])

  async function fill() {
    const done = await attempt(async () => {
      const body = { tagIds: chosen }
      const { added, known, left } = await api.post('/contact-lists/:id/fill', { params: { id: list.id }, body })
      toast.success(t.filled(added, known, left))
    })
    if (done) close()
  }

  return (
    <Dialog
      open
      size="s"
      title={t.fillTitle}
      onClose={close}
      footer={
        <Button variant="primary" disabled={chosen.length === 0} loading={busy} onClick={() => fill()}>
          {t.fillAction}
        </Button>
      }
    >
      <Field label={t.fillTags} help={t.fillHelp}>
        <MultiCombobox<number>
          value={chosen}
          options={tags.map(({ id, name, color, contactsCount }) => ({
            value: id,
            label: name,
            color,
            description: t.tagContacts(contactsCount),
          }))}
          onValueChange={setChosen}
        />
      </Field>
    </Dialog>
  )
}
