import { useRef, useState } from 'react'
import type { ContactListView } from '../../src/contact-list/contact-list.calls'
import { ApiError } from '../api/api-error'
import { useApp } from '../app/app-context'
import { useErrorText, useTexts } from '../i18n/i18n'
import { Button } from '../ui/button'
import { Download, FileSpreadsheet, RefreshCw, Tags, Upload } from '../ui/icons'
import { Menu } from '../ui/menu'
import { useAttempt } from '../ui/use-attempt'
import { useUi } from '../ui/ui-context'
import { FillFromTagsDialog } from './fill-from-tags-dialog'
import { useSampleDownload } from './use-sample-download'

const accepted = '.xls,.xlsx,.csv,.txt'

/** What fills a list besides adding people one by one, and the check of its numbers. */
export function ListTransferMenu({ list }: { list: ContactListView }) {
  const t = useTexts('contactList').contactList.items
  const { api } = useApp()
  const attempt = useAttempt()
  const downloadSample = useSampleDownload()
  const input = useRef<HTMLInputElement>(null)
  const { sending, send } = useUpload(list.id)
  const [filling, setFilling] = useState(false)
  const check = () => api.post('/contact-lists/:id/check', { params: { id: list.id } })
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
          { label: t.sample, icon: Download, onSelect: () => void downloadSample() },
          {
            label: t.checkAgain,
            icon: RefreshCw,
            disabled: list.contactsCount === 0,
            onSelect: () => void attempt(check, t.checkStarted),
          },
        ]}
      />
      <input
        ref={input}
        hidden
        type="file"
        accept={accepted}
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

function useUpload(listId: number) {
  const texts = useTexts('contactList', 'contactImport')
  const errorText = useErrorText()
  const { api } = useApp()
  const { toast } = useUi()
  const [sending, setSending] = useState(false)

  async function send(file: File) {
    const form = new FormData()
    form.set('file', file)
    setSending(true)
    try {
      await api.upload('/contact-lists/:id/upload', { params: { id: listId }, form })
      toast.success(texts.contactImport.started)
    } catch (cause) {
      toast.error(failureText(cause))
    }
    setSending(false)
  }

  function failureText(cause: unknown) {
    const { failures, invalidFile } = texts.contactImport
    const reason = cause instanceof ApiError ? cause.fields['file'] : undefined
    const known = reason !== undefined && Object.hasOwn(failures, reason)
    return known ? `${invalidFile} ${failures[reason as keyof typeof failures]}` : errorText(cause)
  }

  return { sending, send }
}
