import { useEffect, useState } from 'react'
import type { FlowTriggerView, FlowView, ListedFlow } from '../../src/flow/flow.calls'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { recordLoader, recordSource } from '../records/record-source'
import { LastFailure } from '../records/last-failure'
import { type MadeRowList, useReportMade } from '../records/made-row'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { NoValue } from '../ui/table/table-cells'
import { Clock3, CopyPlus, Download, Pencil, TextCursorInput, Upload, Workflow } from '../ui/icons'
import type { RowAction } from '../ui/table/table-row'
import { Switch } from '../ui/field/switch'
import { useAttempt } from '../ui/form/use-attempt'
import { FlowImport } from './flow-import'
import { describeTrigger } from './triggers/describe-trigger'
import { useExportFlow } from './use-export-flow'
import { FlowBody } from '../../src/flow/edit/flow-body.contract'
import { RecordDialog } from '../records/record-dialog'
import { useUi } from '../ui/context/ui-context'
import { tooltip } from '../ui/popup/tooltip'
import * as v from 'valibot'
import { TimeOfDay } from '../../src/kernel/time/time-of-day.contract'
import { useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { FormField, TextField } from '../ui/form/form-field'
import { TimeInput } from '../ui/field/time-input'

const flowRecords = recordSource('/flowbuilder', {
  follow: (list) => ({
    flow: (change) => {
      if (change.action === 'delete') return list.remove(change.flowId)
      const { lastError = null, triggers = [] } = list.items.peek().find(({ id }) => id === change.flow.id) ?? {}
      list.upsert({ ...change.flow, lastError, triggers }, { created: change.action === 'create' })
    },
    flowCampaign: () => void list.reload(),
    whatsapp: () => void list.reload(),
    queue: () => void list.reload(),
    queueIntegration: () => void list.reload(),
    botError: ({ kind, ownerId, botError }) => {
      if (kind === 'flow') list.update(ownerId, (flow) => ({ ...flow, lastError: botError }))
    },
  }),
})

export const load = recordLoader(flowRecords)

type Asked = { flow: ListedFlow; what: 'rename' | 'schedule' | 'import' }

export function page({ data }: PageProps<ListPage<ListedFlow>>) {
  const t = useTexts('flow').flow
  const { navigation } = useApp()
  const [asked, setAsked] = useState<Asked>()
  const open = ({ id }: FlowView) => void navigation.go(links.flow({ id: String(id) }))
  const close = () => setAsked(undefined)
  const namesOf = (triggers: readonly FlowTriggerView[]) =>
    triggers.map((trigger) => describeTrigger(t.triggers, trigger)).join(', ')
  const list = useRecordList(flowRecords, data)
  const actionsOf = useActions({ open, ask: setAsked, list })
  // The editor is large, and next in most visits.
  useEffect(() => navigation.prefetch(links.flow({ id: '0' })), [navigation])
  return (
    <>
      <RecordsPage
        list={list}
        texts={t}
        icon={Workflow}
        columns={useColumns()}
        form={(flow, closeForm) => <FlowNameDialog flow={flow} close={closeForm} onCreated={open} />}
        onOpen={open}
        actions={actionsOf}
        actionsInMenu
        remove={{
          path: '/flowbuilder/:id',
          text: ({ triggers = [] }) =>
            [t.deleteText, ...(triggers.length > 0 ? [t.triggers.lost(namesOf(triggers))] : [])].join(' '),
        }}
      />
      {asked?.what === 'rename' && <FlowNameDialog flow={asked.flow} close={close} />}
      {asked?.what === 'schedule' && <FlowScheduleDialog flow={asked.flow} close={close} />}
      {asked?.what === 'import' && <FlowImport flow={asked.flow} close={close} />}
    </>
  )
}

function useColumns(): Column<ListedFlow>[] {
  const t = useTexts('flow').flow
  return [
    { id: 'name', header: t.columns.name, cell: (flow) => <FlowName flow={flow} /> },
    { id: 'status', header: t.columns.status, width: '180px', cell: (flow) => <ActiveSwitch flow={flow} /> },
    {
      id: 'triggers',
      compact: 'value',
      header: t.columns.triggers,
      width: '260px',
      cell: (flow) => <TriggerColumn flow={flow} />,
    },
    {
      id: 'schedule',
      header: t.columns.schedule,
      width: '180px',
      cell: ({ scheduledTimeRun }) =>
        scheduledTimeRun ? <span className="tabular">{scheduledTimeRun.replace('-', ' – ')}</span> : <NoValue />,
    },
  ]
}

function FlowName({ flow: { name, lastError } }: { flow: ListedFlow }) {
  const t = useTexts('flow').flow
  return (
    <span className="flow-name row">
      <bdi className="truncate">{name}</bdi>
      <LastFailure error={lastError} texts={t} />
    </span>
  )
}

function ActiveSwitch({ flow }: { flow: ListedFlow }) {
  const t = useTexts('flow').flow
  const { api } = useApp()
  const attempt = useAttempt()
  const [sent, setSent] = useState<boolean>()
  const active = sent ?? flow.active

  async function change(next: boolean) {
    setSent(next)
    await attempt(() => api.put('/flowbuilder', { body: { flowId: flow.id, active: next } }))
    setSent(undefined)
  }

  return (
    // A press on the switch does not open the row.
    <span className="flow-active" onClick={(event) => event.stopPropagation()}>
      <Switch
        checked={active}
        onCheckedChange={(next) => void change(next)}
        label={<span className="flow-active-label">{active ? t.active : t.inactive}</span>}
        aria-label={t.activeOf(flow.name)}
      />
    </span>
  )
}

interface ActionParts {
  open: (flow: FlowView) => void
  ask: (asked: Asked) => void
  list: MadeRowList
}

function useActions({ open, ask, list }: ActionParts): (flow: ListedFlow) => RowAction[] {
  const t = useTexts('flow').flow
  const { api } = useApp()
  const attempt = useAttempt()
  const exportFlow = useExportFlow()
  const reportMade = useReportMade(list)
  return (flow) => [
    { label: t.actions.rename, icon: TextCursorInput, onSelect: () => ask({ flow, what: 'rename' }) },
    { label: t.editAction, icon: Pencil, onSelect: () => open(flow) },
    {
      label: t.actions.duplicate,
      icon: CopyPlus,
      onSelect: () =>
        void attempt(async () => {
          const copy = await api.post('/flowbuilder/duplicate', { body: { flowId: flow.id } })
          reportMade(t.duplicated, copy.id)
        }),
    },
    { label: t.actions.schedule, icon: Clock3, onSelect: () => ask({ flow, what: 'schedule' }) },
    { label: t.actions.import, icon: Upload, onSelect: () => ask({ flow, what: 'import' }) },
    { label: t.actions.export, icon: Download, onSelect: () => exportFlow(flow) },
  ]
}

interface FlowNameDialogProps {
  flow: FlowView | undefined
  close: () => void
  onCreated?: (flow: FlowView) => void
}

function FlowNameDialog({ flow, close, onCreated }: FlowNameDialogProps) {
  const t = useTexts('flow').flow
  const { api } = useApp()
  const { toast } = useUi()

  async function save({ name }: { name: string }) {
    if (flow) await api.put('/flowbuilder', { body: { flowId: flow.id, name } })
    else {
      const created = await api.post('/flowbuilder', { body: { name } })
      onCreated?.(created)
    }
    toast.success(flow ? t.saved : t.created)
  }

  return (
    <RecordDialog record={flow} texts={t} schema={FlowBody} save={save} onSaved={close} close={close} size="s">
      {(form) => (
        <TextField
          form={form}
          name="name"
          label={t.fields.name}
          required
          maxLength={60}
          placeholder={t.fields.namePlaceholder}
        />
      )}
    </RecordDialog>
  )
}

function TriggerColumn({ flow: { triggers = [] } }: { flow: ListedFlow }) {
  const t = useTexts('flow').flow.triggers
  const words = triggers.map((trigger) => describeTrigger(t, trigger))
  const active = triggers.findIndex((trigger) => trigger.active)
  const first = words[Math.max(0, active)]
  if (first === undefined || active === -1) return <span className="flow-no-trigger">{t.none}</span>
  return (
    <span className="flow-triggers-cell" {...tooltip(words.join('\n'))}>
      <bdi className="truncate">{first}</bdi>
      {words.length > 1 && (
        <span className="subtle tabular" aria-label={t.more(words.length - 1)}>
          +{words.length - 1}
        </span>
      )}
    </span>
  )
}

/** Both, or neither to have no schedule. */
const Window = v.union([
  v.object({ start: v.literal(''), end: v.literal('') }),
  v.object({ start: TimeOfDay, end: TimeOfDay }),
])
const FlowSchedule = v.pipe(
  v.object({ start: v.string(), end: v.string() }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || v.is(Window, dataset.value)) return
    for (const key of ['start', 'end'] as const) {
      if (v.is(TimeOfDay, dataset.value[key])) continue
      const path = { type: 'object', origin: 'value', input: dataset.value, key, value: dataset.value[key] } as const
      addIssue({ message: 'scheduledTime', path: [path] })
    }
  }),
)

/** When a flow of the connection's scheduled flows runs, in company time. Both fields empty clear it. */
function FlowScheduleDialog({ flow, close }: { flow: FlowView; close: () => void }) {
  const t = useTexts('flow').flow
  const { api } = useApp()
  const { toast } = useUi()
  const [start = '', end = ''] = flow.scheduledTimeRun?.split('-') ?? []
  const form = useForm({
    schema: FlowSchedule,
    initial: { start, end },
    save: (values) => {
      const scheduledTimeRun = values.start === '' ? '' : `${values.start}-${values.end}`
      return api.put('/flowbuilder/schedule', { body: { flowId: flow.id, scheduledTimeRun } })
    },
  })

  function onSaved() {
    toast.success(t.scheduled)
    close()
  }

  return (
    <FormDialog form={form} title={t.scheduleTitle(flow.name)} size="s" close={close} onSaved={onSaved}>
      <p className="subtle">{t.scheduleHelp}</p>
      <div className="form-row">
        {(['start', 'end'] as const).map((name) => (
          <FormField key={name} form={form} name={name} label={t.fields[name]}>
            {(field) => <TimeInput {...field} />}
          </FormField>
        ))}
      </div>
    </FormDialog>
  )
}
