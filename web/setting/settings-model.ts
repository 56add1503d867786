import { batch } from '@preact/signals-react'
import type { SettingView } from '../../src/setting/setting.calls'
import { isSettingKey, type SettingKey } from '../../src/setting/setting.contract'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { createTouchLog, type TouchLog } from '../live/touch-log'
import { focusDrawn, isWriting } from '../ui/layout/focus-drawn'
import { createSettingSaver } from './save-setting'
import { settingId } from './setting-id'
import { createSettingCells, neededBy, type SettingCell, type SettingCells } from './setting-cells'

export type SettingsModel = ReturnType<typeof createSettings>

/**
 * The settings of a company. Switches and choices are saved at once, texts on request. A switch that requires a text
 * waits for it; then both are saved, the text first.
 */
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
    /** Follows changes on the server. Returns a function that stops it. */
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
