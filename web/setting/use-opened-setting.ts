import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApp } from '../app/app-context'
import { fieldParameter, shownParameter } from '../app/links'
import { useTexts } from '../i18n/i18n'
import type { AreaTexts } from '../i18n/areas'
import { findInput, focusWhenShown } from '../ui/layout/focus-shown'
import { settingGroups } from './setting-groups'
import { settingId } from './setting-id'
import { readTab, type SettingTab } from './setting-tabs'
import type { SettingsModel } from './settings-model'

interface OpenedSettingOptions {
  model: SettingsModel
  forms: Partial<Record<SettingTab, { fields: object }>>
  isShown: (tab: SettingTab) => boolean
  choose: (tab: SettingTab) => void
}

/** Of the address, or a search result; a hidden one at its switch. Returns the function for results, and the hint. */
export function useOpenedSetting({ model, forms, isShown, choose }: OpenedSettingOptions) {
  useSignals()
  const t = useTexts('setting').setting
  const { navigation } = useApp()
  const { search } = navigation.shown.value
  const [hint, setHint] = useState<{ id: string; text: string }>()
  const stop = useRef(() => {})

  function open(query: URLSearchParams) {
    const [tab, field] = [readTab(query.get('tab')), query.get(fieldParameter)]
    const shower = showerOf(model, t, { field, hours: isShown(tab) ? query.get(shownParameter) : 'companyHours' })
    const form = forms[tab]?.fields as Record<string, { id: string }> | undefined
    const id = field === null ? undefined : (form?.[field]?.id ?? settingId(field))
    stop.current()
    choose(shower ? 'options' : tab)
    setHint(shower)
    if (id !== undefined) stop.current = focusWhenShown(() => findInput(shower?.id ?? id))
  }

  const follow = useEffectEvent(() => {
    const query = new URLSearchParams(search)
    if (!query.has(fieldParameter)) return
    open(query)
    const rest = new URLSearchParams(navigation.shown.peek().search)
    rest.delete(fieldParameter)
    rest.delete(shownParameter)
    navigation.replaceQuery(rest)
  })
  useEffect(() => follow(), [search])
  useEffect(() => () => stop.current(), [])
  return { open, hint }
}

interface Hidden {
  field: string | null
  hours: string | null
}

function showerOf({ cells }: SettingsModel, t: AreaTexts['setting'], { field, hours }: Hidden) {
  const hoursText = Object.entries(t.shownBy.hours).find(([name]) => name === hours)?.[1]
  if (hoursText !== undefined) return { id: settingId('scheduleType'), text: hoursText }
  for (const { key, when, below = [] } of settingGroups.flatMap(({ lines }) => lines)) {
    const hidden = below.find((name) => name === field)
    if (!hidden || !when || cells[key].shown.peek() === when || cells[hidden].dirty.peek()) continue
    return { id: settingId(key), text: t.shownBy[when](t.settings[hidden].label) }
  }
  return undefined
}
