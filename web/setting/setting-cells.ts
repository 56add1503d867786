import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import * as v from 'valibot'
import type { SettingView } from '../../src/setting/setting.calls'
import {
  isSettingKey,
  missingSettingTexts,
  settingDefaults,
  settingDependences,
  type SettingKey,
  settingKeys,
  type Settings,
  settingValueSchema,
} from '../../src/setting/setting.contract'

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

export type SettingCells = ReturnType<typeof createSettingCells>

export function createSettingCells(settings: readonly SettingView[]) {
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

export const neededBy = (key: SettingKey) => settingDependences.find((one) => one.key === key)?.needs

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
