import { batch } from '@preact/signals-react'
import { isSettingKey, isSettingText, type SettingKey } from '../../src/setting/setting.contract'
import type { ApiClient } from '../api/api-client'
import { readRefused } from '../i18n/error-text'
import type { TouchLog } from '../live/touch-log'
import { neededBy, type SettingCell, type SettingCells } from './setting-cells'

interface SaverOptions extends Pick<SettingCells, 'cells'> {
  api: ApiClient
  touches: TouchLog<SettingKey>
  /** Called when the server refuses a value. */
  refused: (key: SettingKey) => void
}

const savedMs = 2500

/** Saves settings in sequence, so that the last choice wins. Resolves to whether it was saved. */
export function createSettingSaver({ api, cells, touches, refused }: SaverOptions) {
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

/**
 * A refused text stays as written; a switch returns to the stored value, unless only its text is missing. Returns the
 * first setting named by the refusal.
 */
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
