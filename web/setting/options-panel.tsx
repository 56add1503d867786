import { useSignals } from '@preact/signals-react/runtime'
import { CalendarClock, History } from '../ui/icons'
import { type ReactNode, useState } from 'react'
import { canChangeSetting } from '../../src/setting/setting.policy'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { actorOf } from '../session/session-actor'
import { Button } from '../ui/button/button'
import { type SettingGroup, settingGroups } from './setting-groups'
import { supportLogField, settingId } from './setting-id'
import { SettingLineRows } from './setting-rows'
import { SettingsContext } from './settings-context'
import type { SettingsModel } from './settings-model'
import { SupportLogDialog } from './support-log-dialog'

interface OptionsPanelProps {
  model: SettingsModel
  openHours: () => void
}

/** All settings in groups. Groups without a setting that the user may change are hidden. */
export function OptionsPanel({ model, openHours }: OptionsPanelProps) {
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

interface GroupProps {
  group: SettingGroup
  /** A button below the settings. */
  action: ReactNode
}

function Group({ group: { name, lines }, action }: GroupProps) {
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
