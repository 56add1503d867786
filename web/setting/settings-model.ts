import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { SettingView } from '../../src/setting/setting.calls'
import {
  isSettingKey,
  type SettingKey,
  isSettingText,
  missingSettingTexts,
  settingDefaults,
  settingDependences,
  settingKeys,
  type Settings,
  settingValueSchema,
} from '../../src/setting/setting.contract'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createTouchLog, type TouchLog } from '../live/touch-log'
import { focusDrawn, isWriting } from '../ui/layout/focus'
import { settingId } from './setting-tabs'
import { readRefused } from '../i18n/error-text'
import * as v from 'valibot'

export type SettingsModel = ReturnType<typeof createSettings>

/** Switches are saved at once, texts on request. A switch that requires a text waits for it. */
export function createSettings(api: ApiClient, settings: readonly SettingView[]) {
  const touches = createTouchLog<SettingKey>()
  const known = createSettingCells(settings)
  const { cells, dirty, saving, waitingFor, lackingText, errorOfText: faultOfText } = known
  const save = createSettingSaver({ api, cells, touches, refused: focusAfterAnswer })

  function turn(key: SettingKey, value: string) {
    const cell = cells[key]
    cell.error.value = null
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
      if (cell.error.peek() !== null) cell.error.value = faultOfText(key)
    })
  }

  async function saveText(key: SettingKey) {
    const cell = cells[key]
    if (cell.progress.peek() === 'saving') return
    const error = faultOfText(key)
    cell.error.value = error
    if (error === null && (!cell.dirty.peek() || (await save(key)))) {
      for (const waiting of waitingFor(key)) await save(waiting.key)
    }
    focusAfterAnswer(key)
  }

  const discard = (key: SettingKey) => discardDrafts([cells[key], ...waitingFor(key)])

  return {
    cells,
    dirty,
    saving,
    turn,
    write,
    saveText,
    discard,
    isAwaited: (key: SettingKey) => waitingFor(key).length > 0,
    follow: (live: LiveSocketClient) => followSettings(api, live, known, touches),
  }
}

function discardDrafts(discarded: readonly SettingCell[]) {
  batch(() => {
    for (const cell of discarded) {
      cell.draft.value = undefined
      cell.error.value = null
    }
  })
}

function followSettings(api: ApiClient, live: LiveSocketClient, { take }: SettingCells, touches: TouchLog<SettingKey>) {
  async function renew() {
    const { answer, isNewest } = await touches.ask(() => api.get('/settings'))
    take(answer, isNewest)
  }
  const stops = [
    live.subscribe('settings', ({ setting }) => {
      if (isSettingKey(setting.key)) touches.touch(setting.key)
      take([setting])
    }),
    // If the request fails, the connection is down again, and the next reconnection repeats it.
    live.subscribe('reload', () => void renew().catch(() => {})),
  ]
  return () => stops.forEach((stop) => stop())
}

/** After saving, the pressed button may be gone, or the user may already type elsewhere. */
function focusAfterAnswer(key: SettingKey) {
  if (!isWriting()) focusDrawn(settingId(key))
}

interface SaverOptions extends Pick<SettingCells, 'cells'> {
  api: ApiClient
  touches: TouchLog<SettingKey>
  refused: (key: SettingKey) => void
}

const savedMs = 2500

/** Saves settings in sequence, so that the last choice wins. Resolves to whether it was saved. */
function createSettingSaver({ api, cells, touches, refused }: SaverOptions) {
  let line: Promise<unknown> = Promise.resolve()

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
      refused(showRefusal(cells, cell, cause) ?? cell.key)
      return false
    }
  }

  return (key: SettingKey): Promise<boolean> => {
    const cell = cells[key]
    const value = cell.shown.peek()
    batch(() => {
      cell.progress.value = 'saving'
      cell.error.value = null
    })
    const sent = line.then(() => send(cell, value))
    line = sent
    return sent
  }
}

/** A text stays; a switch returns, unless only its text is missing. Returns the first setting refused. */
function showRefusal(cells: SettingCells['cells'], cell: SettingCell, cause: unknown) {
  const errors = Object.entries(readRefused(cause)?.fields ?? {}).flatMap(([key, error]) =>
    isSettingKey(key) ? [{ key, error }] : [],
  )
  batch(() => {
    cell.progress.value = undefined
    for (const { key, error } of errors) cells[key].error.value = error
    if (errors.length === 0) cell.error.value = cause
    const waits = errors.some(({ key }) => key === neededBy(cell.key))
    if (!isSettingText(cell.key) && !waits) cell.draft.value = undefined
  })
  return errors[0]?.key
}

function showSaved({ progress }: SettingCell) {
  progress.value = 'saved'
  setTimeout(() => {
    if (progress.peek() === 'saved') progress.value = undefined
  }, savedMs)
}

export interface SettingCell {
  readonly key: SettingKey
  readonly stored: Signal<string>
  readonly draft: Signal<string | undefined>
  readonly progress: Signal<'saving' | 'saved' | undefined>
  readonly error: Signal<unknown>
  readonly shown: ReadonlySignal<string>
  readonly dirty: ReadonlySignal<boolean>
  /** A colleague saved another value while this one was being edited. */
  readonly overtaken: ReadonlySignal<boolean>
  /** The stored value when editing started, to detect a colleague's change. */
  base: string
}

type SettingCells = ReturnType<typeof createSettingCells>

function createSettingCells(settings: readonly SettingView[]) {
  const stored = Object.fromEntries(settings.map(({ key, value }) => [key, value]))
  const first = { ...settingDefaults, ...stored } as Settings
  const created = settingKeys.map((key) => [key, createCell(key, first[key])])
  const cells = Object.fromEntries(created) as Record<SettingKey, SettingCell>
  const all = Object.values(cells)

  return {
    cells,
    dirty: computed(() => all.some((cell) => isUnsaved(cell))),
    saving: computed(() => all.some((cell) => cell.progress.value === 'saving')),
    take(changed: readonly SettingView[], isNewest: (key: SettingKey) => boolean = () => true) {
      batch(() => {
        for (const { key, value } of changed) {
          if (isSettingKey(key) && isNewest(key)) cells[key].stored.value = value
        }
      })
    },
    lackingText(key: SettingKey, value: string): SettingKey | undefined {
      const now = Object.fromEntries(all.map((one) => [one.key, one.stored.peek()])) as Settings
      const text = neededBy(key)
      return text && text in missingSettingTexts({ ...now, [key]: value }) ? text : undefined
    },
    /** Returns changed switches that are not saved because this text is missing. */
    waitingFor: (key: SettingKey) =>
      settingDependences.flatMap((one) => (one.needs === key && isUnsaved(cells[one.key]) ? [cells[one.key]] : [])),
    errorOfText(key: SettingKey): string | null {
      const result = v.safeParse(settingValueSchema(key), cells[key].shown.peek())
      if (!result.success) return result.issues[0].message
      const isNeeded = settingDependences.some((one) => one.needs === key && cells[one.key].shown.peek() === one.value)
      return isNeeded && result.output === '' ? 'required' : null
    },
  }
}

const neededBy = (key: SettingKey) => settingDependences.find((one) => one.key === key)?.needs

const isUnsaved = ({ dirty, progress }: SettingCell) => dirty.value && progress.value !== 'saving'

function createCell(key: SettingKey, value: string): SettingCell {
  const stored = signal(value)
  const draft = signal<string | undefined>(undefined)
  const progress = signal<'saving' | 'saved' | undefined>(undefined)
  const shown = computed(() => draft.value ?? stored.value)
  const dirty = computed(() => shown.value !== stored.value)
  const cell = { key, stored, draft, progress, error: signal<unknown>(null), shown, dirty, base: value }
  const overtaken = computed(() => dirty.value && progress.value !== 'saving' && stored.value !== cell.base)
  return Object.assign(cell, { overtaken })
}
