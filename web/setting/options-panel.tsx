import { useSignals } from '@preact/signals-react/runtime'
import { CalendarClock, History, LogOut } from '../ui/icons'
import { type ReactNode, useState, useEffect } from 'react'
import { canChangeSetting } from '../../src/setting/setting.policy'
import { useUser, useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { actorOf } from '../session/session-actor'
import { Button } from '../ui/button/button'
import { type SettingGroup, settingGroups } from './setting-groups'
import { supportLogField, settingId } from './setting-tabs'
import { SettingLineRows, SettingsContext } from './setting-rows'
import type { SettingsModel } from './settings-model'
import type { SupportLogEntry } from '../../src/connection-support/connection-support.calls'
import { createRecordList } from '../records/record-list'
import { recordSource } from '../records/record-source'
import { Dialog } from '../ui/dialog/dialog'
import { EmptyState } from '../ui/feedback/feedback'
import { DataTable, type Column } from '../ui/table/data-table'
import { useUi } from '../ui/context/ui-context'
import { useAttempt } from '../ui/form/use-attempt'
import { NoValue, TableMoment } from '../ui/table/table-cells'

export function OptionsPanel({ model, openHours }: { model: SettingsModel; openHours: () => void }) {
  useSignals()
  const t = useTexts('setting').setting
  const actor = actorOf(useUser())
  const [isSupportLogOpen, setSupportLogOpen] = useState(false)
  const groups = settingGroups.filter(({ lines }) => lines.every(({ key }) => canChangeSetting(actor, key)))
  const actions: Partial<Record<SettingGroup['name'], ReactNode>> = {
    hours: model.cells.scheduleType.shown.value === 'company' && (
      <Button size="s" icon={CalendarClock} onClick={openHours}>
        {t.openHours}
      </Button>
    ),
    security: <SignOutAllButton />,
    support: (
      <Button id={settingId(supportLogField)} size="s" icon={History} onClick={() => setSupportLogOpen(true)}>
        {t.supportLog.open}
      </Button>
    ),
  }
  return (
    <SettingsContext value={model}>
      <div className="setting-groups">
        {groups.map((group) => (
          <Group key={group.name} group={group} action={actions[group.name]} />
        ))}
      </div>
      {isSupportLogOpen && <SupportLogDialog close={() => setSupportLogOpen(false)} />}
    </SettingsContext>
  )
}

function SignOutAllButton() {
  const t = useTexts('setting').setting.signOutAll
  const { api } = useApp()
  const { confirm, toast } = useUi()
  const attempt = useAttempt()
  async function signOutAll() {
    if (!(await confirm({ title: t.title, text: t.text, action: t.action, danger: true }))) return
    await attempt(async () => {
      const { ended } = await api.delete('/sessions')
      toast.success(t.done(ended))
    })
  }
  return (
    <Button size="s" icon={LogOut} onClick={signOutAll}>
      {t.open}
    </Button>
  )
}

function Group({ group: { name, lines }, action }: { group: SettingGroup; action: ReactNode }) {
  const { title, text } = useTexts('setting').setting.groups[name]
  return (
    <section className="setting-group">
      <header className="setting-group-head">
        <h2>{title}</h2>
        <p>{text}</p>
      </header>
      <div className="setting-card">
        {lines.map((line) => (
          <SettingLineRows key={line.key} line={line} />
        ))}
        {action && <div className="setting-line">{action}</div>}
      </div>
    </section>
  )
}

const entries = recordSource('/support-log', { compare: (a, b) => b.id - a.id, matches: () => true })

function SupportLogDialog({ close }: { close: () => void }) {
  useSignals()
  const t = useTexts('setting').setting.supportLog
  const { api } = useApp()
  const [list] = useState(() => createRecordList(entries, api))
  useEffect(() => void list.reload(), [list])
  const isLoading = list.loading.value !== 'idle'
  return (
    <Dialog open size="l" title={t.title} onClose={close}>
      <DataTable
        label={t.title}
        columns={useColumns()}
        rows={list.items.value}
        rowKey={({ id }) => id}
        loading={isLoading && list.items.value.length === 0}
        loadingMore={isLoading && list.items.value.length > 0}
        error={list.failed.value}
        onRetry={() => list.retry()}
        empty={<EmptyState icon={History} title={t.none} />}
      />
      {list.hasMore.value && !isLoading && !list.failed.value && (
        <Button onClick={() => list.loadMore()}>{t.more}</Button>
      )}
    </Dialog>
  )
}

function useColumns(): Column<SupportLogEntry>[] {
  const t = useTexts('setting').setting.supportLog
  return [
    {
      id: 'at',
      header: t.columns.at,
      width: '140px',
      cell: ({ at }) => <TableMoment at={at} />,
    },
    {
      id: 'user',
      compact: 'value',
      header: t.columns.user,
      cell: ({ userName }) => <bdi>{userName || t.deletedUser}</bdi>,
    },
    { id: 'what', compact: 'value', header: t.columns.what, cell: ({ what }) => t.acts[what] },
    {
      id: 'connection',
      header: t.columns.connection,
      cell: ({ connectionName }) => (connectionName === null ? <NoValue /> : <bdi>{connectionName}</bdi>),
    },
  ]
}
