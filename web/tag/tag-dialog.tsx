import { useSignals } from '@preact/signals-react/runtime'
import type { TagView } from '../../src/tag/tag.record'
import { useApp, useUser } from '../app/app-context'
import { isAdmin } from '../app/screen-access'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { ColorInput } from '../ui/field/color-input'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import { Kanban } from '../ui/icons'
import { Note } from '../ui/feedback/feedback'
import { Switch } from '../ui/field/switch'
import { useUi } from '../ui/context/ui-context'
import { LaneFields, labelFields, laneFields, randomColor, TagForm, type TagValues } from './lane-fields'

interface TagDialogProps {
  tag: TagView | undefined
  isLane?: boolean
  close: () => void
}

export function TagDialog({ tag, isLane = false, close }: TagDialogProps) {
  const t = useTexts('tag').tag
  const hasKanban = useUser().plan.useKanban || tag?.kanban === 1
  return (
    <RecordDialog
      record={tag && { ...tag, color: tag.color.toUpperCase(), kanban: tag.kanban === 1 }}
      texts={isLane ? t.lanes : t}
      schema={TagForm}
      newValues={{ color: randomColor(), kanban: isLane }}
      path="/tags"
      close={close}
      tabsLabel={t.tabs.label}
      tabs={[
        {
          label: t.tabs.tag,
          fields: labelFields,
          content: (form) => <LabelFields form={form} tag={tag} hasKanban={hasKanban} />,
        },
        hasKanban && {
          label: t.tabs.kanban,
          fields: laneFields,
          content: (form) => <KanbanTab form={form} tag={tag} />,
        },
      ]}
    />
  )
}

interface LabelFieldsProps {
  form: FormModel<TagValues>
  tag: TagView | undefined
  hasKanban: boolean
}

function LabelFields({ form, tag, hasKanban }: LabelFieldsProps) {
  const t = useTexts('tag').tag.fields
  return (
    <>
      <TextField form={form} name="name" label={t.name} required placeholder={t.namePlaceholder} />
      <FormField form={form} name="color" label={t.color} required>
        {(field) => <ColorInput {...field} value={field.value ?? ''} />}
      </FormField>
      {hasKanban && <KanbanSwitch form={form} tag={tag} />}
    </>
  )
}

/** Making a lane a plain tag removes its tickets from the board, after confirmation. */
function KanbanSwitch({ form, tag }: Pick<LabelFieldsProps, 'form' | 'tag'>) {
  useSignals()
  const t = useTexts('tag').tag
  const { api } = useApp()
  const { confirm } = useUi()
  const mayEmpty = isAdmin(useUser())
  const wasLane = tag?.kanban === 1
  const field = form.fields.kanban

  async function change(on: boolean) {
    if (on || !tag || !wasLane) return field.set(on)
    const { ticketsCount } = await api.get('/tags/:id', { params: { id: tag.id } }).catch(() => tag)
    if (ticketsCount === 0) return field.set(false)
    const text = t.endLane.text(ticketsCount)
    if (await confirm({ title: t.endLane.title(tag.name), text, danger: true, action: t.endLane.action }))
      field.set(false)
  }

  return (
    <Switch
      id={field.id}
      checked={field.value.value}
      onCheckedChange={(on) => void change(on)}
      label={t.fields.kanban}
      help={wasLane && !mayEmpty ? t.fields.kanbanAdmin : t.fields.kanbanHelp}
      disabled={wasLane && !mayEmpty}
    />
  )
}

function KanbanTab({ form, tag }: Pick<LabelFieldsProps, 'form' | 'tag'>) {
  useSignals()
  const t = useTexts('tag').tag
  if (form.fields.kanban.value.value) return <LaneFields form={form} id={tag?.id} />
  return <Note icon={Kanban}>{t.notLane}</Note>
}
