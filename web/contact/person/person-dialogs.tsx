import { useId, useState } from 'react'
import type { ContactView, MergePreview } from '../../../src/contact/contact.answers'
import { isConfirmed } from '../../../src/person/person.contract'
import { useApp } from '../../app/app-context'
import { useFormat, useTexts } from '../../i18n/i18n'
import { ExportDialog } from '../../records/export-dialog'
import { Button } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import { Field } from '../../ui/field/field'
import { TextInput } from '../../ui/field/text-input'
import { useBusyAttempt } from '../../ui/form/use-attempt'

export type PersonRecords = MergePreview['moves']

interface PersonDialogProps {
  contact: ContactView
  records: PersonRecords
  close: () => void
}

export function ExportPersonDialog({ contact: { id, name, number }, records: { messages }, close }: PersonDialogProps) {
  const t = useTexts('contact').contact.person
  const format = useFormat()
  const { api } = useApp()
  return (
    <ExportDialog
      title={t.exportTitle}
      text={t.exporting(name || number, format.number(messages))}
      total={messages}
      fileName={`${t.fileName}-${id}-${format.isoDay(Date.now())}.zip`}
      done={t.exported}
      fetchFile={(exportId, signal) =>
        api.file('/contacts/:id/archive', { params: { id }, query: { exportId }, signal })
      }
      close={close}
    />
  )
}

export function ErasePersonDialog({ contact, records: { tickets, messages }, close }: PersonDialogProps) {
  const texts = useTexts('contact')
  const t = texts.contact.person
  const { api } = useApp()
  const { busy, attempt } = useBusyAttempt()
  const form = useId()
  const [typed, setTyped] = useState('')
  const name = contact.name || contact.number
  const isReady = isConfirmed(typed, name)

  async function erase() {
    if (!isReady || busy) return
    const call = () => api.post('/contacts/:id/erase', { params: { id: contact.id }, body: { name: typed } })
    if (await attempt(call, t.erased)) close()
  }

  return (
    <Dialog
      open
      alert
      title={t.eraseTitle(name)}
      description={t.eraseText(tickets, messages)}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{texts.ui.cancel}</Button>
          <Button type="submit" form={form} variant="danger" loading={busy} disabled={!isReady}>
            {t.eraseAction}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void erase()
        }}
      >
        <p>{t.eraseKept}</p>
        <Field label={t.typeName(name)}>
          <TextInput value={typed} onValueChange={setTyped} autoComplete="off" dir="auto" />
        </Field>
      </form>
    </Dialog>
  )
}
