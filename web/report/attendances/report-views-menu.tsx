import { useState } from 'react'
import * as v from 'valibot'
import type { ReportView } from '../../../src/report/report.calls'
import { ReportViewBody } from '../../../src/report/report.contract'
import { useApp } from '../../app/app-context'
import { links } from '../../app/links'
import { useFetched } from '../../app/use-fetched'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useUi } from '../../ui/context/ui-context'
import { TextInput } from '../../ui/field/text-input'
import { useForm } from '../../ui/form/form'
import { FormDialog } from '../../ui/form/form-dialog'
import { FormField } from '../../ui/form/form-field'
import { Bookmark, Pencil, Plus, Trash2 } from '../../ui/icons'
import { Menu, type MenuItem } from '../../ui/popup/menu'
import { addressOf, type AttendanceQuery } from './attendance-query'

export function ReportViewsMenu({ query }: { query: AttendanceQuery }) {
  const t = useTexts('attendances').attendances.views
  const { api, navigation } = useApp()
  const { confirm } = useUi()
  const { answer: views = [], retry } = useFetched((client, signal) => client.get('/ticketreport/views', { signal }))
  const [named, setNamed] = useState<Partial<ReportView> & { query: string }>()
  const address = addressOf({ ...query, page: 1 }).toString()
  const current = views.find((view) => view.query === address)

  async function remove({ id, name }: ReportView) {
    const title = t.removeTitle(name)
    if (!(await confirm({ title, text: t.removeText, danger: true, action: t.remove }))) return
    await api.delete('/ticketreport/views/:id', { params: { id } })
    retry()
  }

  const items: MenuItem[] = views.map((view) => ({
    label: view.name,
    checked: view === current,
    closes: true,
    onSelect: () => navigation.go(`${links.reports()}?${view.query}`),
  }))
  if (views.length > 0) items.push('separator')
  if (current) {
    items.push({ label: t.rename, icon: Pencil, onSelect: () => setNamed(current) })
    items.push({ label: t.remove, icon: Trash2, danger: true, onSelect: () => remove(current) })
  } else {
    items.push({ label: t.save, icon: Plus, onSelect: () => setNamed({ query: address }) })
  }
  return (
    <>
      <Menu
        align="end"
        items={items}
        trigger={(trigger) => (
          <Button {...trigger} icon={Bookmark}>
            {current?.name ?? t.title}
          </Button>
        )}
      />
      {named && (
        <ViewDialog
          view={named}
          close={() => setNamed(undefined)}
          onSaved={() => {
            setNamed(undefined)
            retry()
          }}
        />
      )}
    </>
  )
}

interface ViewDialogProps {
  view: Partial<ReportView> & { query: string }
  close: () => void
  onSaved: () => void
}

function ViewDialog({ view: { id, name = '', query }, close, onSaved }: ViewDialogProps) {
  const t = useTexts('attendances').attendances.views
  const { api } = useApp()
  const { toast } = useUi()
  const form = useForm({
    schema: v.pick(ReportViewBody, ['name']),
    initial: { name },
    save: (body) =>
      id === undefined
        ? api.post('/ticketreport/views', { body: { ...body, query } })
        : api.put('/ticketreport/views/:id', { params: { id }, body }),
  })

  function saved() {
    toast.success(t.saved)
    onSaved()
  }

  return (
    <FormDialog title={id === undefined ? t.save : t.rename} size="s" form={form} close={close} onSaved={saved}>
      <FormField form={form} name="name" label={t.name}>
        {(field) => <TextInput {...field} maxLength={60} />}
      </FormField>
    </FormDialog>
  )
}
