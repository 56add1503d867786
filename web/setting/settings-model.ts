import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import * as v from 'valibot'
import type { SettingView } from '../../src/setting/setting.calls'
import {
  isSettingKey,
  isSettingText,
  missingSettingTexts,
  settingDefaults,
  settingDependences,
  type SettingKey,
  settingKeys,
  type Settings,
  settingValueSchema,
} from '../../src/setting/setting.contract'
import type { ApiClient } from '../api/api-client'
import { readRefused } from '../i18n/error-text'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createTouchLog } from '../live/touch-log'
import { focusDrawn, isWriting } from '../ui/focus-drawn'

/** One setting on the screen. */
export interface SettingCell {
  readonly key: SettingKey
  /** As the server has it. */
  readonly stored: Signal<string>
  /** What was chosen or written here and is not stored yet. */
  readonly draft: Signal<string | undefined>
  readonly progress: Signal<'saving' | 'saved' | undefined>
  /** A key of the error texts, or what was thrown. */
  readonly fault: Signal<unknown>
  readonly shown: ReadonlySignal<string>
  readonly dirty: ReadonlySignal<boolean>
  /** A colleague stored something else while this was being written. */
  readonly overtaken: ReadonlySignal<boolean>
  /** What was stored when the writing began. */
  base: string
}

export type SettingsModel = ReturnType<typeof createSettings>

const savedMs = 2500

/**
 * The settings of a company. A switch or a choice is saved at once; a text when its person says so. A switch that cannot
 * stand without a text waits for that text, and only then are both saved, the text first.
 */
export function createSettings(api: ApiClient, settings: readonly SettingView[]) {
  const first = {
    ...settingDefaults,
    ...Object.fromEntries(settings.map(({ key, value }) => [key, value])),
  } as Settings
  const cells = Object.fromEntries(settingKeys.map((key) => [key, createCell(key, first[key])])) as Record<
    SettingKey,
    SettingCell
  >
  const all = Object.values(cells)
  const touches = createTouchLog<SettingKey>()
  const dirty = computed(() => all.some((cell) => cell.dirty.value && cell.progress.value !== 'saving'))
  const saving = computed(() => all.some((cell) => cell.progress.value === 'saving'))
  let line: Promise<unknown> = Promise.resolve()

  /** One after the other, so that the last choice is what stays. Resolves to whether it was saved. */
  function save(key: SettingKey): Promise<boolean> {
    const cell = cells[key]
    const value = cell.shown.peek()
    batch(() => {
      cell.progress.value = 'saving'
      cell.fault.value = null
    })
    const sent = line.then(() => send(cell, value))
    line = sent
    return sent
  }

  async function send(cell: SettingCell, value: string): Promise<boolean> {
    try {
      const { answer, isNewest } = await touches.ask(() =>
        api.put('/settings/:key', { params: { key: cell.key }, body: { value } }),
      )
      batch(() => {
        if (isNewest(cell.key)) cell.stored.value = answer.value
        if (cell.draft.peek() === value) cell.draft.value = undefined
        if (cell.draft.peek() === undefined) showSaved(cell)
      })
      return true
    } catch (cause) {
      refuse(cell, cause)
      return false
    }
  }

  /** A text stays as it was written; a switch falls back to what holds, unless it is the text that is missing. */
  function refuse(cell: SettingCell, cause: unknown) {
    const faults = Object.entries(readRefused(cause)?.fields ?? {}).filter(([field]) => isSettingKey(field))
    batch(() => {
      cell.progress.value = undefined
      for (const [field, fault] of faults) cells[field as SettingKey].fault.value = fault
      if (faults.length === 0) cell.fault.value = cause
      const waits = faults.some(([field]) => field === neededBy(cell.key))
      if (!isSettingText(cell.key) && !waits) cell.draft.value = undefined
    })
    focusAfterAnswer((faults[0]?.[0] as SettingKey | undefined) ?? cell.key)
  }

  /** The text that would be missing if the setting stood on that value. */
  function lackingText(key: SettingKey, value: string): SettingKey | undefined {
    const stored = Object.fromEntries(all.map((cell) => [cell.key, cell.stored.peek()])) as Settings
    const text = neededBy(key)
    return text && text in missingSettingTexts({ ...stored, [key]: value }) ? text : undefined
  }

  function turn(key: SettingKey, value: string) {
    const cell = cells[key]
    cell.fault.value = null
    if (value === cell.stored.peek() && cell.progress.peek() !== 'saving') {
      cell.draft.value = undefined
      const text = neededBy(key)
      if (text && !cells[text].dirty.peek()) discard(text)
      return
    }
    cell.draft.value = value
    const text = lackingText(key, value)
    if (text === undefined) void save(key)
    else focusDrawn(settingId(text))
  }

  function write(key: SettingKey, text: string) {
    const cell = cells[key]
    batch(() => {
      if (cell.draft.peek() === undefined) cell.base = cell.stored.peek()
      cell.draft.value = text
      if (cell.fault.peek() !== null) cell.fault.value = faultOfText(key)
    })
  }

  function faultOfText(key: SettingKey): string | null {
    const result = v.safeParse(settingValueSchema(key), cells[key].shown.peek())
    if (!result.success) return result.issues[0].message
    const needed = settingDependences.some((one) => one.needs === key && cells[one.key].shown.peek() === one.value)
    return needed && result.output === '' ? 'required' : null
  }

  /** Saves a text and the switch that waits for it. */
  async function saveText(key: SettingKey) {
    const cell = cells[key]
    if (cell.progress.peek() === 'saving') return
    const fault = faultOfText(key)
    cell.fault.value = fault
    if (fault === null && (!cell.dirty.peek() || (await save(key)))) {
      for (const waiting of waitingFor(key)) await save(waiting.key)
    }
    focusAfterAnswer(key)
  }

  function discard(key: SettingKey) {
    batch(() => {
      for (const cell of [cells[key], ...waitingFor(key)]) {
        cell.draft.value = undefined
        cell.fault.value = null
      }
    })
  }

  /** Switches that are turned here and not stored, since they need this text. */
  const waitingFor = (key: SettingKey) =>
    settingDependences
      .filter(({ needs }) => needs === key)
      .map((one) => cells[one.key])
      .filter((cell) => cell.dirty.value && cell.progress.value !== 'saving')

  function take(settings: readonly SettingView[], isNewest: (key: SettingKey) => boolean = () => true) {
    batch(() => {
      for (const { key, value } of settings) {
        if (isSettingKey(key) && isNewest(key)) cells[key].stored.value = value
      }
    })
  }

  function applyEvent({ setting }: { setting: SettingView }) {
    if (isSettingKey(setting.key)) touches.touch(setting.key)
    take([setting])
  }

  async function renew() {
    const { answer, isNewest } = await touches.ask(() => api.get('/settings'))
    take(answer, isNewest)
  }

  return {
    cells,
    dirty,
    saving,
    turn,
    write,
    saveText,
    discard,
    isAwaited: (key: SettingKey) => waitingFor(key).length > 0,
    /** Keeps what is stored as it is on the server. Returns what stops it. */
    follow(live: LiveSocketClient) {
      const stops = [
        live.subscribe('settings', applyEvent),
        // Without an answer the line is down again, and its return asks once more.
        live.subscribe('reload', () => void renew().catch(() => {})),
      ]
      return () => stops.forEach((stop) => stop())
    },
  }
}

function createCell(key: SettingKey, value: string): SettingCell {
  const stored = signal(value)
  const draft = signal<string | undefined>(undefined)
  const progress = signal<'saving' | 'saved' | undefined>(undefined)
  const shown = computed(() => draft.value ?? stored.value)
  const dirty = computed(() => shown.value !== stored.value)
  const cell = { key, stored, draft, progress, fault: signal<unknown>(null), shown, dirty, base: value }
  const overtaken = computed(() => dirty.value && progress.value !== 'saving' && stored.value !== cell.base)
  return Object.assign(cell, { overtaken })
}

/** The text without which a setting cannot stand on one of its values. */
const neededBy = (key: SettingKey) => settingDependences.find((one) => one.key === key)?.needs

function showSaved({ progress }: SettingCell) {
  progress.value = 'saved'
  setTimeout(() => {
    if (progress.peek() === 'saved') progress.value = undefined
  }, savedMs)
}

export const settingId = (key: SettingKey) => `setting-${key}`

/** The button that was pressed may be gone by then, and its person at work on the next text, where they stay. */
function focusAfterAnswer(key: SettingKey) {
  if (!isWriting()) focusDrawn(settingId(key))
}
